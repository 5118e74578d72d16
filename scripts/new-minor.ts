/**
 * Adds a Kubernetes minor, or renews the answers of one with another release of it:
 *
 *   npm run new-minor -- 1.38.0 [WORK]
 *
 * Does all that needs no decision: builds the server's code (`test/oracle/build.sh`), stores what the release declares,
 * makes the API facts, and asks only this server the questions of all fixtures. Prints which fixtures have changed,
 * what differs from the minor before, and a list of what is left to do. Needs Go and Python 3. WORK keeps the module
 * files between runs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINORS } from '../src/server/kubernetes/minors.ts';
import { REVIEWED_RELEASES } from '../src/server/kubernetes/reviewed-releases.ts';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'test/oracle/bin');

const [version = '', work = join(tmpdir(), 'oracle-build')] = process.argv.slice(2);
const [, minor = ''] = /^(1\.\d+)\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/.exec(version) ?? [];
if (minor === '')
  stop(`usage: npm run new-minor -- VERSION, where VERSION is a release such as 1.38.0`);
const previous = Object.entries(REVIEWED_RELEASES).find(([known]) => known === minor)?.[1];
const newest = MINORS.at(-1) ?? '';
if (previous === undefined && minor !== `1.${Number(newest.slice('1.'.length)) + 1}`) {
  stop(`${minor} is not the minor after ${newest}`);
}

function stop(reason: string): never {
  console.error(`new-minor: ${reason}`);
  process.exit(2);
}

/** Runs a program of the repository, and stops if it fails. */
function run(program: string, ...args: readonly string[]): void {
  console.log(`\n> ${[program, ...args].join(' ')}`);
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) stop(`${program} ${args.join(' ')} failed`);
}

const script = (path: string, ...args: readonly string[]): void =>
  run(process.execPath, 'scripts/run.mjs', path, ...args);

/** Changes a file of the repository. */
function edit(path: string, change: (text: string) => string): void {
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) stop(`${path} does not have the form that this script changes`);
  writeFileSync(file, changed);
}

function prepareModules(): void {
  const prepared = spawnSync('test/oracle/modules.sh', [version, work], {
    cwd: root,
    encoding: 'utf8',
  });
  if (prepared.status !== 0) stop(`the modules of Kubernetes ${version} cannot be downloaded`);
  const [, tree = ''] = prepared.stdout.split('\n');
  const [, needed = ''] = /^go (1\.\d+)/m.exec(readFileSync(join(tree, 'go.mod'), 'utf8')) ?? [];
  const [, installed = ''] =
    /go(1\.\d+)/.exec(execFileSync('go', ['version'], { encoding: 'utf8' })) ?? [];
  if (Number(needed.slice(2)) > Number(installed.slice(2))) {
    stop(`Kubernetes ${version} needs Go ${needed}, but Go ${installed} is installed`);
  }
}

/** Enters the release where the repository names its releases. */
function nameRelease(): void {
  const line = `  '${minor}': '${version}',\n`;
  if (previous === undefined) {
    edit('src/server/kubernetes/minors.ts', (text) =>
      text
        .replace(/,?\s*\] as const/, `, '${minor}'] as const`)
        .replace(`= '${newest}';`, `= '${minor}';`),
    );
    edit('src/server/kubernetes/reviewed-releases.ts', (text) =>
      text.replace(/\n\};/, `\n${line}};`),
    );
    edit('README.md', (text) =>
      text.replaceAll(`${MINORS[0]} to ${newest}`, `${MINORS[0]} to ${minor}`),
    );
    writeFileSync(
      join(root, `test/oracle/minor_${minor.replace('.', '_')}.go`),
      `//go:build k8s_${minor.replace('.', '_')}\n\npackage main\n\nconst minor = ${minor.slice('1.'.length)}\n`,
    );
    edit('test/oracle/versions.txt', (text) => `${text.trimEnd()}\n${version}\n`);
  } else if (previous !== version) {
    edit('src/server/kubernetes/reviewed-releases.ts', (text) =>
      text.replace(`'${previous}'`, `'${version}'`),
    );
    edit('test/oracle/versions.txt', (text) => text.replace(previous, version));
  }
}

/** Makes the questions about CEL that each minor has of its own. */
function askRandomExpressions(): void {
  const oracle = join(bin, `oracle-${minor}`);
  process.env.KEEP = `fixtures/cel/checker-${minor}.jsonl`;
  script('scripts/fuzz/cel-checker.ts', oracle, minor, '1', '2000');
  process.env.KEEP = `fixtures/cel/evaluate-${minor}.jsonl`;
  script('scripts/fuzz/cel-evaluator.ts', oracle, minor, '1', '220');
}

prepareModules();
nameRelease();
run('test/oracle/build.sh', version, work, bin);
run('python3', 'scripts/generate/openapi/declare.py', version, work);
run('python3', 'scripts/generate/openapi/generate.py');
run('npx', 'biome', 'check', '--write', 'src/server/kubernetes');
run('npm', 'run', 'generate', '--', '--facts');
run('python3', 'test/oracle/verdicts.py', bin, 'fixtures/conformance', minor);
run('python3', 'test/oracle/flag-verdicts.py', bin, 'fixtures/server-flags', minor);
if (!existsSync(join(root, `fixtures/cel/evaluate-${minor}.jsonl`))) askRandomExpressions();
script('scripts/freeze/answers.ts', bin, minor);
for (const name of ['admission', 'cel-large-expressions', 'cel-messages', 'crd-changes']) {
  script(`scripts/freeze/${name}.ts`, bin, minor);
}
if (minor === newest || previous === undefined) script('scripts/freeze/cel-declarations.ts', bin);
run('npm', 'run', 'generate');

/** The files that git reports as changed, one a line. */
function changedIn(...paths: readonly string[]): string {
  return execFileSync('git', ['status', '--short', ...paths], { cwd: root, encoding: 'utf8' });
}

console.log(`\nChanged:\n${changedIn('fixtures', 'src/server/kubernetes') || '(nothing)\n'}`);
if (changedIn('fixtures') === '') {
  console.log('No answer has changed.');
  process.exit();
}
const before = `1.${Number(minor.slice('1.'.length)) - 1}`;
if (minor !== MINORS[0]) script('scripts/compare/minors.ts', before, minor, work);
console.log(`
To do:
1. Read what differs from ${before}: answers.txt, gates.txt and sources.diff in ${join(work, `${before}-${minor}`)}. Compare
   SERVER_DEFAULTS in scripts/generate/openapi/releases.py with the defaults.go files in sources.diff.
2. npm test. Every disagreement is a change of the server. Find it in sources.diff, and describe it once in
   src/server/kubernetes/server-changes.ts; the code asks for it by name. For what is new in CEL, see "Add a CEL function".
3. Ask 20,000 random expressions and evaluations, and 3,000 random objects with each script of scripts/fuzz/ that takes an
   oracle; see docs/development/conformance.md.
4. Add a case to fixtures/conformance/ for each change, and run test/oracle/remake.sh.
5. Renew what is generated: see "Add a Kubernetes minor" in CONTRIBUTING.md.`);
