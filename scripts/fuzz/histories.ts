// Checks --since on random git histories:
//   node scripts/run.mjs scripts/fuzz/histories.ts SEED COUNT
// A finding that a baseline of the files of the revision does not know must be reported. One that it knows may only be
// reported on a line that git counts as changed. Prints each history for which that does not hold, and the counts.
// Exits with 1 where there is one.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../src/result/finding.ts';
import { runIn } from '../../test/cli/fake-host.ts';
import { gitIn, makeFolder, removeFolder } from '../../test/folders.ts';
import { Random } from './random.ts';

const [seedText = '1', countText = '100'] = process.argv.slice(2);

/** Documents by the paths of their files. */
type Files = Map<string, string[]>;

const PATHS = ['a.yaml', 'b.yaml', 'd/c.yaml', 'd/é e.yaml', 'd/d/a.yml'];
const MISTAKES = ['', '', 'bogus: 1\n', 'immutable: x\n', 'dta: {}\n', 'dta: {}\nbogus: {}\n'];
const ALGORITHMS = ['myers', 'minimal', 'patience', 'histogram'];

function makeDocument(random: Random): string {
  const name = `c${random.below(6)}x${random.below(1000)}`;
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: a }\n${random.pick(MISTAKES)}data: { k: "${random.below(9)}" }\n`;
}

/** Changes some documents or files. */
function change(files: Files, random: Random): void {
  for (let step = random.below(4); step >= 0; step--) {
    const path = random.pick(PATHS);
    const documents = files.get(path) ?? [];
    const at = random.below(documents.length + 1);
    const kind = random.below(8);
    if (kind === 0) files.delete(path);
    else if (kind < 5 || documents.length === 0) {
      files.set(path, documents.toSpliced(at, 0, makeDocument(random)));
    } else if (kind === 5) files.set(path, documents.toSpliced(at, 1));
    else if (kind === 6) files.set(path, documents.toSpliced(at, 1, makeDocument(random)));
    else files.set(path, documents.toReversed());
  }
}

function write(folder: string, files: Files, random: Random): void {
  for (const path of PATHS) rmSync(join(folder, path), { force: true });
  for (const [path, documents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = documents.join('---\n');
    writeFileSync(join(folder, path), random.below(8) === 0 ? text.trimEnd() : text);
  }
}

async function findingsOf(cwd: string, ...args: readonly string[]): Promise<readonly Finding[]> {
  const { stdout, stderr } = await runIn({ cwd }, ...args, '-f', 'json', '.');
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return JSON.parse(stdout).findings;
}

function keyOf({ file, rule, messageId, line, column, message }: Finding): string {
  return JSON.stringify([file, rule, messageId, line, column, message]);
}

/** The lines that git counts as added since a revision, as `path:line`, by any of its algorithms. */
function linesAdded(folder: string, revision: string): ReadonlySet<string> {
  gitIn(folder, 'add', '--all', '--intent-to-add', '.');
  const lines = new Set<string>();
  for (const algorithm of ALGORITHMS) {
    const options = [`--diff-algorithm=${algorithm}`, '--unified=0', '--no-prefix'];
    let path = '';
    for (const line of gitIn(
      folder,
      '-c',
      'core.quotePath=false',
      'diff',
      ...options,
      revision,
    ).split('\n')) {
      path = /^\+\+\+ ([^\t]+)/.exec(line)?.[1] ?? path;
      const [, first = '', count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (first === '') continue;
      for (let index = 0; index < Number(count); index++)
        lines.add(`${path}:${Number(first) + index}`);
    }
  }
  return lines;
}

/** @returns the findings that are wrongly reported, or wrongly not reported */
async function check(seed: number, folder: string): Promise<readonly string[]> {
  const random = new Random(seed);
  const files: Files = new Map();
  gitIn(folder, 'init', '--quiet');
  const commits: { readonly id: string; readonly files: Files }[] = [];
  for (let round = random.below(3); round >= 0; round--) {
    change(files, random);
    write(folder, files, random);
    gitIn(folder, 'add', '--all', '.');
    gitIn(folder, 'commit', '--quiet', '--allow-empty', '--message=x');
    commits.push({ id: gitIn(folder, 'rev-parse', 'HEAD'), files: new Map(files) });
  }
  if (random.below(5) > 0) {
    change(files, random);
    write(folder, files, random);
  }
  const revision = random.pick(commits);
  const earlier = makeFolder({ '.git/HEAD': '' });
  try {
    write(earlier, revision.files, random);
    await runIn({ cwd: earlier }, '--baseline', 'known.json', '--write-baseline', '.');
    copyFileSync(join(earlier, 'known.json'), join(folder, 'known.json'));
  } finally {
    removeFolder(earlier);
  }
  const reported = await findingsOf(folder, '--since', revision.id);
  const added = await findingsOf(folder, '--baseline', 'known.json');
  const [keys, newKeys] = [new Set(reported.map(keyOf)), new Set(added.map(keyOf))];
  const changed = linesAdded(folder, revision.id);
  const isChanged = (finding: Finding) =>
    [finding, ...finding.related].some(({ file, line }) => changed.has(`${file}:${line}`));
  return [
    ...added
      .filter((finding) => !keys.has(keyOf(finding)))
      .map((finding) => `not reported: ${keyOf(finding)}`),
    ...reported
      .filter((finding) => !newKeys.has(keyOf(finding)) && !isChanged(finding))
      .map((finding) => `reported: ${keyOf(finding)}`),
  ];
}

let failures = 0;
for (let seed = Number(seedText); seed < Number(seedText) + Number(countText); seed++) {
  const folder = makeFolder();
  try {
    const problems = await check(seed, folder);
    if (problems.length > 0) {
      failures++;
      console.log(`seed ${seed}:\n${problems.join('\n')}`);
    }
  } finally {
    removeFolder(folder);
  }
}
console.log(JSON.stringify({ seed: Number(seedText), histories: Number(countText), failures }));
process.exitCode = failures > 0 ? 1 : 0;
