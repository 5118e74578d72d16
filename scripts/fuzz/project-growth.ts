// Looks for commands whose time grows faster than a project: repeats one or two parts of its files at random.
//   node scripts/run.mjs scripts/fuzz/project-growth.ts SEED COUNT [--only PATTERN]
// A part is a list, a mapping, a document, a file or a text. Two parts grow together, so that what compares each of one
// with each of the other is found. The projects are those of fixtures/, and examples of rules. Prints each change for
// which the exponent of the CPU time is above 1.3, three times; exits with 1 if there is one. The same seed gives the
// same changes.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { loadRules } from '../../rules/index.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import { runIn } from '../../test/cli/fake-host.ts';
import { type Files, gitIn, makeFolder, removeFolder, writeFiles } from '../../test/folders.ts';
import {
  placesIn,
  printTree,
  quoted,
  type Tree,
  treeAt,
  treeOf,
  withTreeAt,
} from '../../test/fuzz/tree.ts';
import { cpuTime } from '../cpu-time.ts';
import { fuzzArguments } from './fuzz-arguments.ts';
import { Random } from './random.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

const { seed, count, values } = fuzzArguments(
  'scripts/fuzz/project-growth.ts SEED COUNT [--only PATTERN]',
  [],
  { only: { type: 'string' } },
);

/** The exponent above which the growth is too fast. Times vary by a third. */
const HIGHEST = 1.3;
/** The CPU time in milliseconds that a measurement ends at. Below it, what a run costs anyway hides the growth. */
const LONG_ENOUGH = 500;
/** The least time before that. A shorter one is mostly noise. */
const SHORTEST = 40;
const FEWEST = 25;
const STEP = 4;
const MOST = 6400;
const MOST_FILES = 400;

/** Command lines. The files are in `new`, and those that do not grow in `old`, and in the commit that HEAD names. */
const COMMANDS: readonly (readonly string[])[] = [
  ['--pedantic', 'new'],
  ['--pedantic', 'new'],
  ['--pedantic', '--base', 'old', 'new'],
  ['--base', 'new', 'new'],
  ['--kubernetes-version', `${MINORS[0]}..${NEWEST_MINOR}`, 'new'],
  ['--fix', '--dry-run', '--unsafe-fixes', 'new'],
  ['--write-baseline', '--baseline', 'known.json', 'new'],
  ['-f', 'json', 'new'],
  ['-f', 'sarif', 'new'],
  ['admit', 'new'],
  ['admit', '--verbose', 'new'],
  ['test', '--coverage', 'new'],
  ['upgrade', MINORS[0], NEWEST_MINOR, 'new'],
  ['cost', '--all', 'new'],
  ['diff', 'old', 'new'],
  ['diff', 'new', 'old'],
  ['suppress', 'field/unknown', 'new', '--reason', 'x'],
  ['--since', 'HEAD', 'new'],
  ['--base', 'HEAD', 'new'],
  ['diff', 'HEAD', 'new'],
  ['test', '--init', 'new'],
  ['crds', 'add', 'new'],
];

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The documents of a file, or its text where it has none. */
type Content = readonly Tree[] | string;

/** A change of a project, for a number. */
interface Growth {
  readonly what: string;
  readonly most: number;
  change(project: ReadonlyMap<string, Content>, n: number): ReadonlyMap<string, Content>;
}

function folderOf(path: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    try {
      files[name] = readFileSync(join(path, name), 'utf8');
    } catch {
      // It is a folder.
    }
  }
  return files;
}

const LAYOUTS: readonly Project[] = [
  'demo',
  ...readdirSync(join(FIXTURES, 'layouts'))
    .filter((name) => !name.endsWith('.txt'))
    .map((name) => `layouts/${name}`),
  ...readdirSync(join(FIXTURES, 'growth')).map((name) => `growth/${name}`),
].map((name) => ({ name, files: folderOf(join(FIXTURES, name)) }));

const EXAMPLES: readonly Project[] = loadRules().flatMap(({ id, examples }) =>
  [...examples.bad, ...examples.good].map((text, index) => ({
    name: `${id}, example ${index + 1}`,
    files: { 'a.yaml': text },
  })),
);

function contentOf(path: string, text: string): Content {
  if (!/\.(?:ya?ml|json)$/.test(path)) return text;
  const trees: Tree[] = [];
  for (const { content } of readParts(decodeText(text))) {
    if (content.kind !== 'value') return text;
    trees.push(treeOf(content.document.value));
  }
  return trees;
}

function textOf(content: Content): string {
  return typeof content === 'string'
    ? content
    : content.map((tree) => printTree(tree)).join('---\n');
}

/** Keys whose values say what an object is. */
const TYPES = new Set([
  '"apiVersion"',
  '"kind"',
  '"group"',
  '"version"',
  '"apiGroups"',
  '"apiVersions"',
]);
/** Keys whose values are names. */
const NAMES = new Set(['"name"', '"names"', '"plural"', '"singular"', '"listKind"']);

const NUMBERED = ['same', 'names', 'strings'] as const;
type Numbered = (typeof NUMBERED)[number];

function numbered(tree: Tree, at: number, how: Numbered): Tree {
  if (how === 'same' || at === 0) return tree;
  const walk = (inner: Tree, isNamed: boolean): Tree => {
    switch (inner.kind) {
      case 'scalar':
        return isNamed && inner.source.startsWith('"')
          ? { kind: 'scalar', source: `${inner.source.slice(0, -1)}${at}"` }
          : inner;
      case 'list':
        return { kind: 'list', items: inner.items.map((item) => walk(item, isNamed)) };
      case 'mapping':
        return {
          kind: 'mapping',
          entries: inner.entries.map(([key, value]) => [
            key,
            TYPES.has(key) ? value : walk(value, how === 'strings' || NAMES.has(key)),
          ]),
        };
    }
  };
  return walk(tree, how === 'strings');
}

function range(n: number): readonly number[] {
  return Array.from({ length: n }, (_, index) => index);
}

function withMore(tree: Tree, n: number, how: Numbered): Tree {
  switch (tree.kind) {
    case 'scalar':
      return tree.source.startsWith('"')
        ? { kind: 'scalar', source: quoted(String(JSON.parse(tree.source)).repeat(n)) }
        : tree;
    case 'list':
      return {
        kind: 'list',
        items: range(n * tree.items.length).map((index) =>
          numbered(
            tree.items[index % tree.items.length] ?? tree,
            Math.floor(index / tree.items.length),
            how,
          ),
        ),
      };
    case 'mapping': {
      const entries = range(n).flatMap((at) =>
        tree.entries.map(
          ([key, value]) =>
            [
              at === 0 || !key.startsWith('"') ? key : `${key.slice(0, -1)}${at}"`,
              numbered(value, at, how),
            ] as const,
        ),
      );
      return { kind: 'mapping', entries };
    }
  }
}

function pick(project: ReadonlyMap<string, Content>, random: Random): Growth {
  const path = random.pick([...project.keys()]);
  const content = project.get(path) ?? '';
  const how = random.pick(NUMBERED);
  const replace = (content: Content) => new Map([[path, content]]);
  if (typeof content === 'string' || content.length === 0) {
    const text = textOf(content);
    const at = random.below(text.length + 1);
    const part = text.slice(at, at + 1 + random.below(60));
    return {
      what: `${path}: ${JSON.stringify(part)}`,
      most: MOST,
      change: (all, n) =>
        new Map([...all, ...replace(text.slice(0, at) + part.repeat(n) + text.slice(at))]),
    };
  }
  if (random.chance(0.1)) {
    return {
      what: `${path}: files, ${how}`,
      most: MOST_FILES,
      change: (all, n) => {
        const trees = all.get(path);
        const copies = range(n).map((at): [string, Content] => [
          at === 0
            ? path
            : posix.join(
                posix.dirname(path),
                how === 'same'
                  ? `d${at}/${posix.basename(path)}`
                  : `x${at}-${posix.basename(path)}`,
              ),
          typeof trees === 'object' ? trees.map((tree) => numbered(tree, at, how)) : (trees ?? ''),
        ]);
        return new Map([...all, ...copies]);
      },
    };
  }
  const index = random.below(content.length);
  const document = content[index];
  if (document === undefined || random.chance(0.3)) {
    return {
      what: `${path}: document ${index}, ${how}`,
      most: MOST,
      change: (all, n) => {
        const trees = all.get(path);
        if (typeof trees !== 'object') return all;
        const more = range(n).flatMap((at) =>
          numbered(trees[index] ?? { kind: 'list', items: [] }, at, how),
        );
        return new Map([
          ...all,
          ...replace([...trees.filter((_, other) => other !== index), ...more]),
        ]);
      },
    };
  }
  const places = placesIn(document);
  const containers = places.filter((place) => treeAt(document, place).kind !== 'scalar');
  const isAny = containers.length === 0 || random.chance(0.15);
  const place = random.pick(isAny ? places : containers);
  return {
    what: `${path}: document ${index}, ${pathOf(document, place)}, ${how}`,
    most: MOST,
    change: (all, n) => {
      const trees = all.get(path);
      if (typeof trees !== 'object') return all;
      return new Map([
        ...all,
        ...replace(
          trees.map((tree, other) =>
            other === index ? withTreeAt(tree, place, (inner) => withMore(inner, n, how)) : tree,
          ),
        ),
      ]);
    },
  };
}

function pathOf(tree: Tree, place: readonly number[]): string {
  const [index, ...rest] = place;
  if (index === undefined) return '';
  if (tree.kind === 'mapping') {
    const [key = '', value = tree] = tree.entries[index] ?? [];
    return `.${key.slice(1, -1)}${pathOf(value, rest)}`;
  }
  return tree.kind === 'list' ? `[${index}]${pathOf(tree.items[index] ?? tree, rest)}` : '';
}

async function timeOf(files: Files, args: readonly string[], old: Files): Promise<number> {
  const inFolder = (folder: string, some: Files) =>
    Object.fromEntries(Object.entries(some).map(([path, text]) => [`${folder}/${path}`, text]));
  const folder = makeFolder(inFolder('old', old));
  if (args.includes('HEAD')) {
    writeFiles(folder, inFolder('new', old));
    gitIn(folder, 'init', '--quiet');
    gitIn(folder, 'add', '--all', '.');
    gitIn(folder, 'commit', '--quiet', '--message=old');
  } else mkdirSync(join(folder, '.git'));
  writeFiles(folder, inFolder('new', files));
  const before = cpuTime();
  const { stderr } = await runIn({ cwd: folder }, ...args);
  const time = cpuTime() - before;
  if (/a bug|crash/.test(stderr)) console.log(stderr.slice(0, 1000));
  removeFolder(folder);
  return time;
}

/** The exponent of the time between the two largest numbers that were measured, and the times. */
async function measure(time: (n: number) => Promise<number>, most: number) {
  // The first run loads and compiles code.
  await time(1);
  const least = await time(2);
  const times: number[] = [];
  let n = FEWEST;
  for (; n <= most; n *= STEP) {
    times.push((await time(n)) - least);
    if ((times.at(-1) ?? 0) > LONG_ENOUGH) break;
  }
  const [before = Number.POSITIVE_INFINITY, last = 0] = times.slice(-2);
  const exponent = Math.log(last / Math.max(before, SHORTEST)) / Math.log(STEP);
  return { n, times, exponent: last < LONG_ENOUGH ? 0 : exponent };
}

const random = new Random(seed);
const projects = (list: readonly Project[]) =>
  list.filter(({ name }) => values.only === undefined || name.includes(values.only));
const layouts = projects(LAYOUTS);
const examples = projects(EXAMPLES);
let found = 0;
for (let number = 0; number < count; number++) {
  const fromExamples = layouts.length === 0 || (examples.length > 0 && random.chance(0.4));
  const project = random.pick(fromExamples ? examples : layouts);
  const files = new Map(
    Object.entries(project.files).map(([path, text]) => [path, contentOf(path, text)]),
  );
  const growths = range(random.chance(0.6) ? 2 : 1).map(() => pick(files, random));
  const args = random.pick(COMMANDS);
  const made = (n: number) => {
    let changed: ReadonlyMap<string, Content> = files;
    for (const { change } of growths) changed = change(changed, n);
    return Object.fromEntries([...changed].map(([path, content]) => [path, textOf(content)]));
  };
  const most = Math.min(...growths.map((growth) => growth.most));
  // Two parts of which one contains the other make a project that grows with the square.
  const size = (n: number) => Object.values(made(n)).reduce((sum, text) => sum + text.length, 0);
  if (size(400) > 6 * size(100)) continue;
  const time = (n: number) => timeOf(made(n), args, project.files);
  let best = await measure(time, most);
  for (let again = 0; again < 2 && best.exponent > HIGHEST; again++) {
    const other = await measure(time, most);
    if (other.exponent < best.exponent) best = other;
  }
  if (best.exponent <= HIGHEST) continue;
  found++;
  console.log(
    `${best.exponent.toFixed(2)}  ${best.times.map((ms) => ms.toFixed(0)).join(' ')} ms at ${best.n}  ${args.join(' ')}  ${project.name}\n      ${growths.map(({ what }) => what).join('\n      ')}`,
  );
}
console.log(`${count} changes, ${found} with an exponent above ${HIGHEST}`);
process.exitCode = found > 0 ? 1 : 0;
