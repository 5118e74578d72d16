// Checks what reads more than one manifest on random inputs:
//   node scripts/run.mjs scripts/fuzz/projects.ts GENERATOR SEED COUNT
// Generators: `configurations` (texts of configurations, and paths that their patterns decide about), `projects`
// (kustomizations, patches, manifests, an earlier state and policies together), `fixes` (manifests that are fixed). The
// same seed gives the same inputs. Prints each input for which a property does not hold, and the counts. Exits with 1
// where there is one.
import fc from 'fast-check';
import { Patterns } from '../../src/config/patterns.ts';
import { CONFIG_KEYS, readConfig } from '../../src/config/read-config.ts';
import { ConfiguredRules } from '../../src/config/rule-levels.ts';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import { Project } from '../../src/hosts/node/project.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { FieldEdit } from '../../src/result/fix.ts';
import { decodeText, type Path, readParts, type Value } from '../../src/yaml/index.ts';
import { TEXTS } from '../../test/fuzz/corpus.ts';
import { GENERATORS } from '../../test/fuzz/inputs.ts';
import { checkLocations, contentOf, expectEqual } from '../../test/fuzz/properties.ts';
import { Random } from './random.ts';
import { words } from './words.ts';

const [generator = '', seedText = '1', countText = '1000'] = process.argv.slice(2);
/** The inputs that the generators of manifests make at a time. */
const BATCH = 200;

/** Random manifests, made by the generators for single files. */
class Manifests {
  readonly #seed: number;
  #round = 0;
  #left: string[] = [];

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(): string {
    if (this.#left.length === 0) {
      const generators = [...GENERATORS.values()];
      const chosen = generators[this.#round % generators.length] ?? fc.constant(undefined as never);
      const made = fc.sample(chosen, { seed: this.#seed + this.#round++, numRuns: BATCH });
      this.#left = made.map((input) => decodeText(contentOf(input)).text);
    }
    return this.#left.pop() ?? '';
  }
}

const PIECES = [...words('* ** ? [a-c] [!a] [[:alpha:]] a b ab .yaml {a,b} [ ! #'), '\\*', ' '];
const NAMES = ['a', 'b', 'ab', 'abc', 'a.yaml', 'b.yaml', '[', '*', 'é', '{a,b}', '-', '..', 'a b'];

function pattern(random: Random): string {
  const part = () =>
    Array.from({ length: random.below(3) + 1 }, () => random.pick(PIECES)).join('');
  const parts = Array.from({ length: random.below(4) + 1 }, part);
  return `${random.pick(['', '', '/', '!', '**/'])}${parts.join('/')}${random.pick(['', '', '/', '/**'])}`;
}

function filePath(random: Random): string {
  return Array.from({ length: random.below(4) + 1 }, () => random.pick(NAMES)).join('/');
}

const VALUES = [
  ...words(`
    error off [] {} 1 null ~ [text] 1.30..1.36 never *a ../x ./x webhook true
  `),
  '',
  '"\\u001b"',
  '{a: b}',
  '- x',
  '&a b',
];
const RULES = words('webhook webhook/timeout field/unknown quota nope cel/* __proto__');

function configuration(random: Random): string {
  const quoted = (text: string) => JSON.stringify(text);
  const level = () => random.pick(['off', 'error', 'warning', 'info', 'no']);
  const rules = () =>
    `{ ${quoted(random.pick(RULES))}: ${level()}, ${quoted(random.pick(RULES))}: ${level()} }`;
  const patterns = () =>
    `[${Array.from({ length: random.below(4) }, () => quoted(pattern(random))).join(', ')}]`;
  const lines = Array.from({ length: random.below(8) }, () => {
    switch (random.below(5)) {
      case 0:
        return `rules: ${rules()}`;
      case 1:
        return `overrides:\n${Array.from({ length: random.below(5) }, () => `- files: ${patterns()}\n  rules: ${rules()}`).join('\n')}`;
      case 2:
        return `${random.pick(['exclude', 'include', 'crds', 'policies'])}: ${patterns()}`;
      default:
        return `${random.pick(CONFIG_KEYS)}: ${random.pick(VALUES)}`;
    }
  });
  const text = `${lines.join('\n')}\n`;
  const at = random.below(text.length + 1);
  return random.below(4) === 0
    ? text.slice(0, at) + random.pick(TEXTS).slice(0, 40) + text.slice(at)
    : text;
}

/** Reads a configuration, and compares the levels for a path with those of each override in turn. */
function checkConfiguration(random: Random): () => string {
  const text = configuration(random);
  const paths = Array.from({ length: 4 }, () => filePath(random));
  return () => {
    const { layer, problems } = readConfig(text, '.kubeadmit.yaml');
    checkLocations(problems, [{ name: '.kubeadmit.yaml', content: text }]);
    expectEqual(readConfig(text, '.kubeadmit.yaml').problems, problems);
    const together = new ConfiguredRules({ file: '.kubeadmit.yaml', layers: [layer] });
    for (const path of paths) {
      const overrides = layer.overrides.filter(({ files }) => new Patterns(files).match(path));
      const alone = new ConfiguredRules({
        file: '.kubeadmit.yaml',
        layers: [{ ...layer, overrides: overrides.map(({ rules }) => ({ files: ['**'], rules })) }],
      });
      expectEqual(
        [path, [...together.levelsFor(path)].sort()],
        [path, [...alone.levelsFor(path)].sort()],
      );
    }
    return text;
  };
}

const ROOT = '/project';
const FOLDERS = ['', 'base/', 'overlays/a/', 'overlays/b/', 'components/c/', 'tests/'];
const LISTS = words(`
  resources bases components patchesStrategicMerge transformers configurations crds generators
`);

function kustomization(random: Random, manifest: () => string): string {
  const target = () =>
    random.pick([
      ...words(`
        a.yaml b.yaml ../base ../../base ../.. . ../../components/c https://a/b /etc
      `),
      '',
    ]);
  const inline = () => JSON.stringify(manifest().slice(0, 400));
  const operation = () =>
    `- { op: ${random.pick(['add', 'remove', 'replace', 'copy', 'move', 'test', 'x'])}, path: ${random.pick(['/spec', '/metadata/name', '/spec/hard/-', '/', '', 'a', '/a~1b/0'])}, from: /spec, value: ${random.pick(['1', 'a', '{}', '[]'])} }`;
  const lines = Array.from({ length: random.below(7) }, () => {
    switch (random.below(6)) {
      case 0:
        return `patches: [{ path: ${JSON.stringify(target())} }, { patch: ${inline()} }, { target: { kind: ${random.pick(['ConfigMap', 'Deployment', '.*', '('])} }, patch: ${JSON.stringify(operation())} }]`;
      case 1:
        return `patchesJson6902: [{ target: { version: v1, kind: ConfigMap, name: a }, patch: ${JSON.stringify(operation())} }]`;
      case 2:
        return `replacements: [{ source: { kind: ConfigMap, fieldPath: ${random.pick(['data.a', 'metadata.name', 'a.[b=c].d'])} }, targets: [{ select: { kind: Deployment }, fieldPaths: [${random.pick(['spec.x', 'spec.[', ''])}] }] }]`;
      case 3:
        return `${random.pick(['namePrefix', 'nameSuffix', 'namespace', 'kind', 'commonLabels', 'labels', 'images', 'replicas', 'configMapGenerator', 'openapi'])}: ${random.pick(['a', '{ a: b }', '[{ name: a }]', '[]', '1', 'Component', '{ path: a.yaml }', '[{ name: a, files: [a.yaml], envs: [b.yaml] }]'])}`;
      default:
        return `${random.pick(LISTS)}: [${Array.from({ length: random.below(3) }, () => JSON.stringify(target())).join(', ')}]`;
    }
  });
  return `${lines.join('\n')}\n`;
}

/** Checks manifests of several folders with kustomizations, an earlier state, CRDs and policies. */
function checkProject(random: Random, manifests: Manifests): () => string {
  const manifest = () => (random.below(3) === 0 ? manifests.next() : random.pick(TEXTS));
  const texts = new Map<string, string>();
  for (const folder of FOLDERS) {
    if (random.below(3) > 0) {
      texts.set(`${ROOT}/${folder}kustomization.yaml`, kustomization(random, manifest));
    }
    for (const name of ['a.yaml', 'b.yaml']) {
      if (random.below(2) === 0) texts.set(`${ROOT}/${folder}${name}`, manifest());
    }
  }
  const more = (name: string) => (random.below(2) === 0 ? [{ name, content: manifest() }] : []);
  const others = {
    base: more('base.yaml'),
    crds: more('crds.yaml'),
    policies: more('policies.yaml'),
  };
  return () => {
    const run = () => {
      const project = new Project(undefined, {
        kindOf: (path) => (texts.has(path) ? 'file' : undefined),
        filesIn: () => [],
        foldersIn: () => [],
        read: (path) => texts.get(path) ?? '',
      });
      const sources = [...texts].map(([path, content]): Source => {
        const place = { path, top: ROOT, isNamed: false };
        return {
          name: path.slice(ROOT.length + 1),
          content,
          location: project.locationOf(place),
          surroundings: project.surroundingsOf(path, ROOT),
        };
      });
      return { sources, report: lint(sources, { pedantic: true, ...others }) };
    };
    const { sources, report } = run();
    const all = [...sources, ...others.base, ...others.crds, ...others.policies];
    checkLocations(report.findings, all);
    expectEqual(run().report.findings, report.findings);
    return JSON.stringify([...texts, others]);
  };
}

/** Fixes a manifest, and compares the values outside of the fixed fields. */
function checkFix(random: Random, manifests: Manifests): () => string {
  const content = random.below(2) === 0 ? manifests.next() : misspelled(random);
  return () => {
    const fix = (text: string) =>
      fixSources(
        [{ name: 'a.yaml', content: text }],
        { pedantic: true },
        { unsafe: random.below(2) === 0, isWanted: () => true },
      );
    const { fixed, texts } = fix(content);
    const text = texts.get('a.yaml');
    if (text !== undefined) {
      checkOthers(content, text, fixed);
      const again = fixSources(
        [{ name: 'a.yaml', content: text }],
        { pedantic: true },
        { unsafe: false, isWanted: () => true },
      );
      if (again.texts.size > 0) throw new Error('fixing the result again changes it');
      withFixes++;
    }
    return content;
  };
}

let withFixes = 0;

/** A manifest with keys that are misspelled, which is what most fixes are for. */
function misspelled(random: Random): string {
  const lines = random.pick(TEXTS).split('\n');
  for (let times = random.below(3) + 1; times > 0; times--) {
    const at = random.below(lines.length);
    lines[at] = (lines[at] ?? '').replace(/([a-z])([a-zA-Z])(\w*: )/, (_, a, b, rest) =>
      random.pick([`${b}${a}${rest}`, `${a}${rest}`, `${a}${b}${b}${rest}`]),
    );
  }
  return lines.join('\n');
}

/** Throws an error where a value has changed that is in no mapping or list that a fix edits. */
function checkOthers(before: string, after: string, fixed: readonly Finding[]): void {
  const [then, now] = [before, after].map(valuesIn);
  const edits = fixed.flatMap(({ index, fix }) =>
    (fix?.choices ?? []).flatMap((choice) =>
      choice.edits.flatMap((edit) => placesOf(edit).map((path) => [index, ...path])),
    ),
  );
  const compare = (a: Value | undefined, b: Value | undefined, at: Path): void => {
    if (edits.some((edit) => edit.every((step, index) => at[index] === step))) return;
    const isOnTheWay = edits.some((edit) => at.every((step, index) => edit[index] === step));
    if (isOnTheWay && typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const step = Array.isArray(a) ? Number(key) : key;
        compare((a as Record<string, Value>)[key], (b as Record<string, Value>)[key], [
          ...at,
          step,
        ]);
      }
    } else expectEqual([at, printed(b)], [at, printed(a)]);
  };
  compare([...(then ?? [])], [...(now ?? [])], []);
}

/** The mappings and lists that an edit changes. */
function placesOf(edit: FieldEdit): readonly Path[] {
  switch (edit.kind) {
    case 'rename-key':
      return [edit.path.slice(0, -1)];
    case 'move':
      return [edit.path.slice(0, -1), edit.to];
    default:
      return [edit.path];
  }
}

function valuesIn(text: string): readonly Value[] {
  return [...readParts(decodeText(text))].map(({ content }) =>
    content.kind === 'value' ? content.document.value : content.refusal.message,
  );
}

function printed(value: Value | undefined): string | undefined {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
}

const manifests = new Manifests(Number(seedText));
const CHECKS: ReadonlyMap<string, (random: Random) => () => string> = new Map([
  ['configurations', checkConfiguration],
  ['projects', (random) => checkProject(random, manifests)],
  ['fixes', (random) => checkFix(random, manifests)],
]);
const check = CHECKS.get(generator);
if (check === undefined) throw new Error(`the generators are ${[...CHECKS.keys()].join(', ')}`);

/** The most failures that are printed. */
const MOST_PRINTED = 20;
let failures = 0;
for (let index = 0; index < Number(countText); index++) {
  const random = new Random(Number(seedText) + index);
  const run = check(random);
  try {
    run();
  } catch (error) {
    if (++failures <= MOST_PRINTED)
      console.log(
        `--- seed ${Number(seedText) + index}: ${error instanceof Error ? error.stack : error}`,
      );
  }
}
console.log(
  JSON.stringify({
    generator,
    seed: Number(seedText),
    inputs: Number(countText),
    withFixes,
    failures,
  }),
);
process.exitCode = failures > 0 ? 1 : 0;
