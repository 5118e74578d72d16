// Changes published CRDs at random, and compares what kubeadmit says of the changes with what the API server does:
//   node scripts/run.mjs scripts/fuzz/crd-changes.ts ORACLE FOLDER SEED COUNT [--harmless] [--keep FOLDER]
// ORACLE is a program of test/oracle/build.sh, FOLDER one of published manifests. Each change is one that refuses
// something, unless another keyword refuses it already; with --harmless, one that refuses nothing. A witness is right
// if the server accepts it by the CRD before the change and refuses it by the one after it. --keep writes the pairs of
// CRDs of which something is wrong. The same arguments give the same changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrdChange, Witness } from '../../src/server/compatibility/change.ts';
import { compareDefinitions } from '../../src/server/compatibility/compare.ts';
import { fieldText } from '../../src/server/crd/schema-steps.ts';
import { jsonText } from '../../src/server/crd/values/json-text.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { CustomResourceDefinition } from '../../src/server/kubernetes/types.generated.ts';
import { fuzzArguments } from './fuzz-arguments.ts';
import { readCrds } from './manifests.ts';
import { BREAKS, declaringSchemas, HARMLESS, type OpenSchema } from './mutation/schema-changes.ts';
import { type JudgedFile, oracleLines } from './oracle-lines.ts';
import { Random } from './random.ts';

interface Version {
  schema?: { openAPIV3Schema?: OpenSchema };
  subresources?: { status?: object };
}

/** A CRD that is changed in place. */
interface OpenCrd {
  metadata: { name: string };
  spec: { versions: Version[] };
}

interface Pair {
  readonly id: string;
  readonly change: string;
  readonly before: OpenCrd;
  readonly after: OpenCrd;
}

interface Line {
  readonly file: string;
  readonly kind: string;
  readonly outcome: string;
}

const { oracle, folder, seed, count, values } = fuzzArguments(
  'crd-changes.ts ORACLE FOLDER SEED COUNT [--harmless] [--keep FOLDER]',
  ['oracle', 'folder'],
  { harmless: { type: 'boolean' }, keep: { type: 'string' } },
);
const random = new Random(seed);
const changes = values.harmless === true ? HARMLESS : BREAKS;
// The value of the reader has the described type, apart from mistakes, which the oracle finds.
const read = readCrds(folder) as unknown as (OpenCrd | Partial<OpenCrd>)[];
const crds = read.filter(
  (crd): crd is OpenCrd => Array.isArray(crd.spec?.versions) && crd.spec.versions.length > 0,
);
const tallies = new Map<string, number>();
const pairs = acceptedPairs(count);
const results = pairs.map((pair) => ({ pair, found: compare(pair) }));
const wrong = values.harmless === true ? reported(results) : wrongWitnesses(results);
console.log(
  `${pairs.length} changes of ${crds.length} CRDs, ${wrong} wrong;`,
  [...tallies].map(([name, times]) => `${times} ${name}`).join(', '),
);

/** Changed CRDs that the server accepts before and after the change. */
function acceptedPairs(wanted: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let round = 0; pairs.length < wanted && round < 20; round++) {
    const made = Array.from({ length: wanted }, (_, index) => makePair(`${round}-${index}`));
    const drafts = made.filter((pair) => pair !== undefined);
    const files = drafts.flatMap(({ id, before, after }) => [
      { file: `${id}-before.yaml`, content: print([before]) },
      { file: `${id}-after.yaml`, content: print([after]) },
    ]);
    const lines = ask(files);
    pairs.push(
      ...drafts.filter(({ id }) =>
        ['before', 'after'].every(
          (side) => lines.get(`${id}-${side}.yaml`)?.[0]?.outcome === 'accepted',
        ),
      ),
    );
  }
  return pairs.slice(0, wanted);
}

function makePair(id: string): Pair | undefined {
  const before = random.pick(crds);
  const after = structuredClone(before);
  const schema = random.pick(after.spec.versions).schema?.openAPIV3Schema;
  if (schema === undefined) return undefined;
  const all = declaringSchemas(schema);
  if (all.length === 0) return undefined;
  for (let attempt = 0; attempt < 20; attempt++) {
    const apply = random.pick(changes);
    for (const declaring of random.draw(all, 60)) {
      const change = apply(declaring, random);
      if (change !== undefined) return { id, change, before, after };
    }
  }
  return undefined;
}

function compare({ before, after }: Pair): readonly CrdChange[] {
  return compareDefinitions(asDefinition(before), asDefinition(after), NEWEST_MINOR);
}

function asDefinition(crd: OpenCrd): CustomResourceDefinition {
  return crd as unknown as CustomResourceDefinition;
}

interface Result {
  readonly pair: Pair;
  readonly found: readonly CrdChange[];
}

/** Harmless changes must not have findings. */
function reported(results: readonly Result[]): number {
  const noisy = results.filter(({ found }) => found.length > 0);
  for (const { pair, found } of noisy) {
    keep(pair);
    console.log(`${pair.id} ${pair.change}: ${found.map(describe).join('; ')}`);
  }
  for (const { pair } of results) tally(pair.change);
  return noisy.length;
}

/** Counts the witnesses that the server does not accept before the change, or does not refuse after it. */
function wrongWitnesses(results: readonly Result[]): number {
  const files = { before: [] as JudgedFile[], after: [] as JudgedFile[] };
  const expected: { readonly name: string; readonly pair: Pair; readonly change: CrdChange }[] = [];
  for (const { pair, found } of results) {
    if (found.length === 0) tally(`silent (${pair.change})`);
    for (const [index, change] of found.entries()) {
      tally(change.kind);
      if (change.kind === 'unproven')
        console.log(`unproven ${pair.id} ${pair.change}: ${describe(change)}`);
      if (change.kind !== 'refused') continue;
      const file = `${pair.id}-${index}.yaml`;
      expected.push({ name: file, pair, change });
      const { object, ofStatus } = change.witness;
      const stored = change.witness.stored && print([change.witness.stored]);
      for (const side of ['before', 'after'] as const) {
        const content = print([crdOf(pair[side], ofStatus), object]);
        files[side].push({ file, content, stored });
      }
    }
  }
  const [before, after] = [ask(files.before), ask(files.after)];
  let wrong = 0;
  for (const { name, pair, change } of expected) {
    const outcomes = [before, after].map((lines) => lines.get(name)?.[1]?.outcome);
    const isRight =
      outcomes[0] === 'accepted' && outcomes[1] !== 'accepted' && outcomes[1] !== undefined;
    tally(isRight ? 'witness confirmed' : 'witness wrong');
    if (isRight) continue;
    wrong++;
    keep(pair);
    console.log(`${name} ${pair.change}: ${outcomes.join(' -> ')} ${describe(change)}`);
  }
  return wrong;
}

/** A CRD in which the status can be written like any other field, if a witness is about the status. */
function crdOf(crd: OpenCrd, ofStatus: boolean): OpenCrd {
  if (!ofStatus) return crd;
  const copy = structuredClone(crd);
  for (const { subresources } of copy.spec.versions) delete subresources?.status;
  return copy;
}

function print(objects: readonly (OpenCrd | Witness['object'])[]): string {
  // A manifest is JSON, apart from integers that a double cannot hold.
  const texts = objects.map((object) => jsonText(object as Witness['object'], 'as written'));
  return `# YAML\n${texts.join('\n---\n')}\n`;
}

/** The verdicts of the server on the objects of each file. Each file is a cluster of its own. */
function ask(files: readonly JudgedFile[]): ReadonlyMap<string, readonly Line[]> {
  const lines = new Map<string, Line[]>();
  for (const text of oracleLines(oracle, ['-isolate'], files)) {
    const line: Line = JSON.parse(text);
    lines.set(line.file, [...(lines.get(line.file) ?? []), line]);
  }
  return lines;
}

function describe(change: CrdChange): string {
  if (change.kind !== 'refused' && change.kind !== 'unproven')
    return `${change.kind} ${change.subject}`;
  const { suspect, steps, before, after } = change;
  return `${change.kind} ${suspect.keyword} at ${fieldText(steps)}: ${JSON.stringify([before, after])}`;
}

function tally(name: string): void {
  tallies.set(name, (tallies.get(name) ?? 0) + 1);
}

function keep({ id, before, after }: Pair): void {
  if (values.keep === undefined) return;
  mkdirSync(values.keep, { recursive: true });
  writeFileSync(join(values.keep, `${id}-before.json`), JSON.stringify(before, undefined, 1));
  writeFileSync(join(values.keep, `${id}-after.json`), JSON.stringify(after, undefined, 1));
}
