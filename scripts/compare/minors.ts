// Lists what a minor changes, as far as a program can find out:
//   node scripts/run.mjs scripts/compare/minors.ts OLD NEW [WORK]
// OLD and NEW are minors with answers in fixtures/, WORK is the folder in which test/oracle/build.sh keeps module
// files. Writes into WORK/OLD-NEW: answers.txt (answers that differ, grouped by what differs), gates.txt (feature gates
// with another default), sources.diff (strategies, defaults, validation and libraries of CEL).
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Minor, parseMinors } from '../../src/server/kubernetes/minors.ts';
import { REVIEWED_RELEASES } from '../../src/server/kubernetes/reviewed-releases.ts';
import { answerDifferences, type JsonValue } from './answer-differences.ts';

/** The sources that say what the server accepts, by module. */
const SOURCES: Readonly<Record<string, RegExp>> = {
  'k8s.io/kubernetes':
    /^pkg\/(apis\/.*\/(validation\/.*|defaults)|registry\/.*\/(strategy|storage)|api\/.*\/(util|warnings))\.go$/,
  'k8s.io/apiextensions-apiserver':
    /^pkg\/(apis\/.*\/(validation\/.*|defaults)|apiserver\/(schema|validation)\/.*|registry\/.*\/strategy)\.go$/,
  'k8s.io/apimachinery': /^pkg\/(api\/validation\/.*|api\/validate\/.*|util\/validation\/.*)\.go$/,
  'k8s.io/apiserver': /^pkg\/(cel\/.*|admission\/plugin\/(policy|cel|webhook)\/.*)\.go$/,
};

const FIXTURES = ['conformance', 'crd-changes', 'server-flags', 'cel', 'mutants'] as const;

const [older, newer] = process.argv.slice(2, 4).map((text) => parseMinors(text)?.[0]);
if (older === undefined || newer === undefined) {
  throw new Error('usage: minors.ts OLD NEW [WORK]');
}
const work = process.argv[4] ?? join(tmpdir(), 'oracle-build');
const folder = join(work, `${older}-${newer}`);

function write(name: string, text: string, what: string): void {
  writeFileSync(join(folder, name), text);
  console.log(`${what}: ${join(folder, name)}`);
}

function answers(from: Minor, to: Minor): void {
  const files = FIXTURES.flatMap((name) =>
    readdirSync(join('fixtures', name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.jsonl'))
      .map((path) => join('fixtures', name, path))
      .sort(),
  );
  const groups = files.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const parsed = lines.map((line): JsonValue => JSON.parse(line));
    return answerDifferences(parsed, from, to).map((group) => ({ path, ...group }));
  });
  const texts = groups.map(
    ({ path, places, lost, gained }) =>
      `${places.length} in ${path}, such as ${places.slice(0, 3).join(', ')}\n` +
      [...lost.map((text) => `  - ${text}\n`), ...gained.map((text) => `  + ${text}\n`)].join(''),
  );
  write('answers.txt', texts.join('\n'), `${groups.length} groups of answers differ`);
}

interface Gate {
  readonly enabled: boolean;
}

function gatesOf(minor: Minor): ReadonlyMap<string, Gate> {
  const text = readFileSync(`scripts/generate/openapi/releases/${minor}.json`, 'utf8');
  return new Map(Object.entries(JSON.parse(text).gates));
}

/** The gates whose default differs. A gate that a server does not know yet is off. */
function gates(from: Minor, to: Minor): void {
  const before = gatesOf(from);
  const after = gatesOf(to);
  const lines = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const was = before.get(name)?.enabled;
    const is = after.get(name)?.enabled;
    // A gate is removed once its feature can no longer be disabled.
    if ((is ?? true) === (was ?? false)) return [];
    return [`${name}: ${state(is)}, was ${state(was)}\n`];
  });
  write('gates.txt', lines.join(''), `${lines.length} feature gates differ`);
}

function state(enabled: boolean | undefined): string {
  return enabled === undefined ? 'unknown' : enabled ? 'on' : 'off';
}

/** Returns the folder with the module files of a release. */
function modulesOf(minor: Minor): string {
  const args = [REVIEWED_RELEASES[minor], work];
  const [modules = ''] = execFileSync('test/oracle/modules.sh', args, { encoding: 'utf8' }).split(
    '\n',
  );
  return modules;
}

function goList(modules: string, format: string, module: string): string {
  const args = ['list', '-mod=mod', '-m', '-f', format, module];
  return execFileSync('go', args, { cwd: modules, encoding: 'utf8' }).trim();
}

function sources(from: string, to: string): void {
  const celGo = [from, to].map((modules) =>
    goList(modules, '{{.Version}}', 'github.com/google/cel-go'),
  );
  console.log(`cel-go: ${celGo[0]}${celGo[0] === celGo[1] ? '' : `, then ${celGo[1]}`}`);
  const differences = Object.entries(SOURCES).flatMap(([module, wanted]) => {
    const [before = '', after = ''] = [from, to].map((modules) =>
      goList(modules, '{{.Dir}}', module),
    );
    const paths = [...sourcesIn(before, wanted), ...sourcesIn(after, wanted)];
    return [...new Set(paths)].sort().map((path) => {
      const args = ['-uN', join(before, path), join(after, path)];
      return spawnSync('diff', args, { encoding: 'utf8' }).stdout;
    });
  });
  const changed = differences.filter((text) => text !== '');
  write('sources.diff', changed.join(''), `${changed.length} sources differ`);
}

function sourcesIn(module: string, wanted: RegExp): readonly string[] {
  return readdirSync(module, { recursive: true, encoding: 'utf8' }).filter(
    (path) => wanted.test(path) && !/_test\.go$|zz_generated\.(?:deepcopy|conversion)/.test(path),
  );
}

mkdirSync(folder, { recursive: true });
answers(older, newer);
gates(older, newer);
sources(modulesOf(older), modulesOf(newer));
