// Changes published CRDs at random, and compares what kubeadmit says of the changes with what the API server does:
//   node scripts/run.mjs scripts/fuzz/crd-changes.ts ORACLE FOLDER SEED COUNT [--harmless] [--keep FOLDER]
// ORACLE is a program of test/oracle/build.sh, FOLDER one of published manifests. Each change is one that refuses
// something, unless another keyword refuses it already; with --harmless, one that refuses nothing. A witness is right if
// the server accepts it by the CRD before the change and refuses it by the one after it. --keep writes the pairs of CRDs
// of which something is wrong. The same arguments give the same changes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CrdChange, Witness } from '../../src/server/compatibility/change.ts';
import { compareDefinitions } from '../../src/server/compatibility/compare.ts';
import { jsonText } from '../../src/server/crd/json-text.ts';
import { fieldText } from '../../src/server/crd/schema-steps.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { CustomResourceDefinition } from '../../src/server/kubernetes/types.generated.ts';
import { readCrds } from './manifests.ts';
import { BREAKS, declaringSchemas, HARMLESS, type OpenSchema } from './mutation/schema-changes.ts';
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

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { harmless: { type: 'boolean' }, keep: { type: 'string' } },
});
const [oracle, folder, seed, count] = positionals;
if (oracle === undefined || folder === undefined || !(Number(count) > 0)) {
  throw new Error('usage: crd-changes.ts ORACLE FOLDER SEED COUNT [--harmless] [--keep FOLDER]');
}
const random = new Random(Number(seed));
const changes = values.harmless === true ? HARMLESS : BREAKS;
// The value of the reader has the described type, apart from mistakes, which the oracle finds.
const read = readCrds(folder) as unknown as (OpenCrd | Partial<OpenCrd>)[];
const crds = read.filter(
  (crd): crd is OpenCrd => Array.isArray(crd.spec?.versions) && crd.spec.versions.length > 0,
);
const tallies = new Map<string, number>();
const work = mkdtempSync(join(tmpdir(), 'fuzz-crd-changes-'));
try {
  const pairs = acceptedPairs(Number(count));
  const results = pairs.map((pair) => ({ pair, found: compare(pair) }));
  const wrong = values.harmless === true ? reported(results) : wrongWitnesses(results);
  console.log(
    `${pairs.length} changes of ${crds.length} CRDs, ${wrong} wrong;`,
    [...tallies].map(([name, times]) => `${times} ${name}`).join(', '),
  );
} finally {
  rmSync(work, { recursive: true });
}

/** Changed CRDs that the server accepts before and after the change. */
function acceptedPairs(wanted: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let round = 0; pairs.length < wanted && round < 20; round++) {
    const made = Array.from({ length: wanted }, (_, index) => makePair(`${round}-${index}`));
    const drafts = made.filter((pair) => pair !== undefined);
    const files = drafts.flatMap(({ id, before, after }) => [
      { name: `${id}-before.yaml`, objects: [before] },
      { name: `${id}-after.yaml`, objects: [after] },
    ]);
    const lines = ask(`crds-${round}`, files);
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
    for (const one of random.draw(all, 60)) {
      const change = apply(one, random);
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
  const files = { before: [] as File[], after: [] as File[], stored: [] as File[] };
  const expected: { readonly name: string; readonly pair: Pair; readonly change: CrdChange }[] = [];
  for (const { pair, found } of results) {
    if (found.length === 0) tally(`silent (${pair.change})`);
    for (const [index, change] of found.entries()) {
      tally(change.kind);
      if (change.kind === 'unproven')
        console.log(`unproven ${pair.id} ${pair.change}: ${describe(change)}`);
      if (change.kind !== 'refused') continue;
      const name = `${pair.id}-${index}.yaml`;
      expected.push({ name, pair, change });
      const { object, stored, ofStatus } = change.witness;
      files.before.push({ name, objects: [crdOf(pair.before, ofStatus), object] });
      files.after.push({ name, objects: [crdOf(pair.after, ofStatus), object] });
      if (stored !== undefined) files.stored.push({ name, objects: [stored] });
    }
  }
  const before = ask('before', files.before, files.stored);
  const after = ask('after', files.after, files.stored);
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

interface File {
  readonly name: string;
  readonly objects: readonly (OpenCrd | Witness['object'])[];
}

/** The verdicts of the server on the objects of each file. Each file is a cluster of its own. */
function ask(
  title: string,
  files: readonly File[],
  stored: readonly File[] = [],
): ReadonlyMap<string, readonly Line[]> {
  const write = (name: string, all: readonly File[]): string => {
    const to = join(work, name);
    mkdirSync(to);
    for (const { name: file, objects } of all) {
      // A manifest is JSON, apart from integers that a double cannot hold.
      const texts = objects.map((object) => jsonText(object as Witness['object'], 'as written'));
      writeFileSync(join(to, file), `# YAML\n${texts.join('\n---\n')}\n`);
    }
    return to;
  };
  const sent = write(title, files);
  const args = stored.length > 0 ? ['-old', write(`${title}-stored`, stored)] : [];
  const output = execFileSync(oracle ?? '', ['-isolate', ...args, sent], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const lines = new Map<string, Line[]>();
  for (const text of output.split('\n').filter((one) => one !== '')) {
    const line: Line = JSON.parse(text);
    const name = line.file.slice(sent.length + 1);
    lines.set(name, [...(lines.get(name) ?? []), line]);
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
