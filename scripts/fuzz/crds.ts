// Changes published CRDs at random and compares what kubeadmit and the API server say of them:
//   node scripts/run.mjs scripts/fuzz/crds.ts ORACLES FOLDER SEED COUNT [--updates] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of published manifests. With
// --updates there are two mutants each time, what is stored and what is sent. --keep writes those that
// differ. The same arguments give the same mutants. Rules in CEL are taken out before.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { describeDifference } from '../../test/conformance/agreement.ts';
import { compareFile } from '../../test/conformance/compare.ts';
import type { GoldenLine, ServerVerdict } from '../../test/conformance/golden.ts';
import { printManifest, readCrds } from './manifests.ts';
import { copyOf, mutateDefinition, thinOut } from './mutation/crds.ts';
import type { Manifest } from './mutation/families.ts';
import { Random } from './mutation/random.ts';
import type { Value } from './mutation/values.ts';

/** The largest length in characters. Longer texts are shortened before. */
const LONGEST = 6000;
/** The number of CRDs that are judged at once. */
const BATCH = 500;

type Line = Omit<GoldenLine, 'verdicts'> & ServerVerdict;

interface Mutant {
  readonly file: string;
  readonly change: string;
  readonly text: string;
  readonly stored: string | undefined;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { updates: { type: 'boolean' }, keep: { type: 'string' } },
});
const [oracles, folder, seed, count] = positionals;
if (oracles === undefined || folder === undefined || !(Number(count) > 0)) {
  throw new Error('usage: crds.ts ORACLES FOLDER SEED COUNT [--updates] [--keep FOLDER]');
}
const random = new Random(Number(seed));
const bases = readCrds(folder);
const tallies = new Map<string, number>();
let differing = 0;
for (let done = 0; done < Number(count); done += BATCH) {
  const mutants = Array.from({ length: Math.min(BATCH, Number(count) - done) }, (_, index) =>
    breed(done + index),
  );
  judgeBatch(mutants);
}
console.log(
  `${count} mutants of ${bases.length} CRDs, ${differing} differ;`,
  [...tallies].map(([outcome, times]) => `${times} ${outcome}`).join(', '),
);

function breed(index: number): Mutant {
  const manifest = copyOf(random.pick(bases));
  delete manifest.status;
  thinOut(manifest, LONGEST, random);
  rename(manifest, `m${index}`);
  const file = `m${index}.yaml`;
  if (values.updates !== true) {
    const change = mutateDefinition(manifest, random);
    return { file, change, text: printManifest(manifest, random), stored: undefined };
  }
  const stored = copyOf(manifest);
  const before = random.chance(0.8) ? mutateDefinition(stored, random) : 'stored as it is';
  const sent = random.chance(0.8) ? copyOf(stored) : manifest;
  stored.status = statusOf(stored);
  const after = random.chance(0.9) ? mutateDefinition(sent, random) : 'the same again';
  return {
    file,
    change: `${before} -> ${after}`,
    text: printManifest(sent, random),
    stored: printManifest(stored, random),
  };
}

/** Gives a CRD a group of its own, so that many of them can be judged together. */
function rename(manifest: Manifest, prefix: string): void {
  const { metadata, spec } = manifest;
  if (!isObject(spec) || !isObject(spec.names)) return;
  const group = `${prefix}.${spec.group}`;
  manifest.spec = { ...spec, group };
  manifest.metadata = {
    ...(isObject(metadata) ? metadata : {}),
    name: `${spec.names.plural}.${group}`,
  };
}

function statusOf({ spec }: Manifest): Manifest {
  const status: Manifest = { acceptedNames: { plural: '', kind: '' } };
  if (random.chance(0.5)) {
    status.conditions = [
      {
        type: 'Established',
        status: random.chance(0.8) ? 'True' : 'False',
        lastTransitionTime: '2024-01-01T00:00:00Z',
        reason: 'A',
        message: 'b',
      },
    ];
  }
  const versions = isObject(spec) ? spec.versions : undefined;
  const names = (Array.isArray(versions) ? versions : []).filter(isObject);
  const storage = names.filter(() => random.chance(0.7)).map(({ name }) => name ?? null);
  if (random.chance(0.7)) status.storedVersions = random.chance(0.9) ? storage : ['v0'];
  return status;
}

function isObject(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function judgeBatch(mutants: readonly Mutant[]): void {
  const work = mkdtempSync(join(tmpdir(), 'fuzz-crd-'));
  try {
    const [before, after] = ['stored', 'sent'].map((name) => join(work, name));
    if (before === undefined || after === undefined) return;
    mkdirSync(before);
    mkdirSync(after);
    for (const { file, text, stored } of mutants) {
      writeFileSync(join(after, file), text);
      if (stored !== undefined) writeFileSync(join(before, file), stored);
    }
    const judged = MINORS.map((minor): [Minor, Map<string, Line>] => {
      const args = values.updates ? ['-old', before, after] : [after];
      const oracle = join(oracles ?? '', `oracle-${minor}`);
      const output = execFileSync(oracle, args, { encoding: 'utf8', maxBuffer: 1e9 });
      const lines = output.split('\n').filter((line) => line !== '');
      return [
        minor,
        new Map(
          lines.map((line) => {
            const said: Line = JSON.parse(line);
            return [said.file.slice(after.length + 1), said];
          }),
        ),
      ];
    });
    for (const mutant of mutants) compare(mutant, judged);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function compare(mutant: Mutant, judged: readonly [Minor, Map<string, Line>][]): void {
  const verdicts = judged.flatMap(([minor, byFile]) => {
    const line = byFile.get(mutant.file);
    return line === undefined ? [] : [{ ...line, minors: [minor] }];
  });
  const outcome = verdicts.at(-1)?.outcome ?? 'lost';
  tallies.set(outcome, (tallies.get(outcome) ?? 0) + 1);
  const said = differencesOf(mutant, verdicts);
  if (said.size === 0) return;
  differing++;
  console.log(`${mutant.file}: ${mutant.change}`);
  for (const [text, minors] of said) console.log(`    ${minors.join(' ')}: ${text}`);
  if (values.keep === undefined) return;
  mkdirSync(values.keep, { recursive: true });
  const name = `${seed}-${mutant.file}`;
  writeFileSync(join(values.keep, name), mutant.text);
  if (mutant.stored !== undefined) {
    writeFileSync(join(values.keep, name.replace('.yaml', '.old.yaml')), mutant.stored);
  }
}

type Differences = Map<string, Minor[]>;

function differencesOf(
  { file, text, stored }: Mutant,
  verdicts: readonly (Line & { readonly minors: readonly Minor[] })[],
): Differences {
  const differences: Differences = new Map();
  const [first] = verdicts;
  if (first === undefined) return differences;
  const report = lint([{ name: file, content: text }], {
    kubernetesVersions: MINORS,
    pedantic: true,
    ...(stored === undefined ? {} : { base: [{ name: file, content: stored }] }),
  });
  const line = { ...first, file, verdicts };
  const { documents, stray } = compareFile([line], text, report);
  for (const difference of documents.flatMap((document) => document.differences)) {
    note(
      differences,
      `${difference.weight}; ${describeDifference(difference).join('; ')}`,
      difference.minor,
    );
  }
  for (const { message, minors } of stray) {
    for (const minor of minors) note(differences, `stray: ${message}`, minor);
  }
  return differences;
}

function note(differences: Differences, text: string, minor: Minor): void {
  differences.set(text, [...(differences.get(text) ?? []), minor]);
}
