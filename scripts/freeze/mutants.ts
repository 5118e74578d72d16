// Makes the mutants of fixtures/mutants again, each family in a file of its own:
//   node scripts/run.mjs scripts/freeze/mutants.ts ORACLES SEED COUNT FAMILY...
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), COUNT the number of all families
// together (of which each has its share). The same arguments give the same mutants; those here were
// made with seed 7 and 500 of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { readCases, VERDICTS } from '../../test/conformance/cases.ts';
import { type GoldenLine, linesByFile, readJsonLines } from '../../test/conformance/golden.ts';
import { MUTANTS, type Mutant } from '../../test/conformance/mutant.ts';
import { splitParts } from '../../test/conformance/parts.ts';
import { FAMILIES, type Family, type Manifest } from '../fuzz/mutation/families.ts';
import { Literal, type Value } from '../fuzz/mutation/values.ts';
import { Random } from '../fuzz/random.ts';
import { mergeVerdicts, verdictsOn } from './manifest-verdicts.ts';

/** Bases larger than this would make the goldens large. */
const LONGEST_BASE = 1200;

interface Base {
  readonly name: string;
  readonly kind: string;
  readonly manifest: Manifest;
}

/** The documents of all cases that the server accepts without a warning. Large documents are not included. */
function readBases(): Base[] {
  const golden = linesByFile(readJsonLines<GoldenLine>(VERDICTS));
  return readCases()
    .filter(
      (testCase) =>
        !testCase.update && testCase.folder !== 'yaml' && testCase.folder !== 'customresource',
    )
    .flatMap((testCase) => {
      const parts = splitParts(testCase.text);
      return (golden.get(testCase.file) ?? []).flatMap(
        ({ document, item, kind, verdicts }): Base[] => {
          const newest = verdicts.find(({ minors }) => minors.includes(NEWEST_MINOR));
          const part = parts[document] ?? '';
          if (kind === undefined || item !== undefined || newest?.outcome !== 'accepted') return [];
          if (newest.duplicates !== undefined || part.length > LONGEST_BASE) return [];
          if (verdicts.some(({ warnings }) => warnings !== undefined)) return [];
          const manifest: Manifest = parse(part, { version: '1.1', logLevel: 'silent' });
          return [{ name: `${testCase.file}#${document}`, kind, manifest }];
        },
      );
    });
}

/** A manifest as text, with literals as they stand. */
function print(manifest: Manifest, asJson: boolean): string {
  const literals: string[] = [];
  const plain = JSON.stringify(manifest, (_, value: Value) => {
    if (!(value instanceof Literal)) return value;
    literals.push(value.text);
    return `@literal${literals.length - 1}@`;
  });
  const text = asJson ? plain : stringify(JSON.parse(plain), { version: '1.1', lineWidth: 0 });
  return text.replace(/["']?@literal(\d+)@["']?/g, (_, index) => literals[Number(index)] ?? '');
}

/** Mutants that nobody has judged yet. There are more than needed, because some will be discarded. */
function breed(name: string, family: Family, bases: readonly Base[], seed: number, count: number) {
  const random = new Random(seed);
  const own = bases.filter(({ kind }) => family.kinds.includes(kind));
  const bred = new Map<string, Pick<Mutant, 'file' | 'base' | 'change' | 'text'>>();
  for (let tries = 0; bred.size < count * 2 && tries < count * 50; tries++) {
    const base = random.pick(own);
    const manifest: Manifest = structuredClone(base.manifest);
    const change = family.mutate(manifest, random);
    if (change === undefined) continue;
    const text = print(manifest, random.chance(0.3));
    if (bred.has(text)) continue;
    bred.set(text, { file: `${name}-${bred.size}.yaml`, base: base.name, change, text });
  }
  return [...bred.values()];
}

function make(
  oracles: string,
  name: string,
  family: Family,
  seed: number,
  count: number,
): Mutant[] {
  const bred = breed(name, family, readBases(), seed, count);
  const files = bred.map(({ file, text }) => ({ file, content: text }));
  const judged = MINORS.map(
    (minor) => [minor, verdictsOn(join(oracles, `oracle-${minor}`), files)] as const,
  );
  const mutants = bred.flatMap(({ file, ...rest }): Mutant[] => {
    const verdicts = judged.flatMap(([minor, byFile]) => {
      const line = byFile.get(file);
      return line === undefined ? [] : [[minor, line] as const];
    });
    const [newest] = verdicts.slice(-1);
    const errors = verdicts.flatMap(([, line]) => line.errors ?? []);
    if (newest === undefined || errors.some(({ field }) => !family.about.test(field))) return [];
    const { apiVersion, kind } = newest[1];
    return [
      {
        file,
        document: 0,
        ...(apiVersion === undefined ? {} : { apiVersion }),
        ...(kind === undefined ? {} : { kind }),
        ...rest,
        verdicts: mergeVerdicts(verdicts),
      },
    ];
  });
  return mutants.slice(0, count);
}

const [oracles, seed, count, ...names] = process.argv.slice(2);
if (oracles === undefined || Number.isNaN(Number(seed)) || !(Number(count) > 0)) {
  throw new Error('usage: mutants.ts ORACLES SEED COUNT FAMILY...');
}
mkdirSync(MUTANTS, { recursive: true });
for (const name of names.length > 0 ? names : Object.keys(FAMILIES)) {
  const family = FAMILIES[name];
  if (family === undefined) throw new Error(`families are ${Object.keys(FAMILIES).join(', ')}`);
  const mutants = make(
    oracles,
    name,
    family,
    Number(seed),
    Math.round((Number(count) * family.share) / 100),
  );
  writeFileSync(
    join(MUTANTS, `${name}.jsonl`),
    mutants.map((mutant) => `${JSON.stringify(mutant)}\n`).join(''),
  );
  const outcomes = mutants.map(({ verdicts }) => verdicts.at(-1)?.outcome);
  const counts = ['accepted', 'rejected', 'undecodable'].map(
    (outcome) => `${outcomes.filter((found) => found === outcome).length} ${outcome}`,
  );
  console.log(`${name}: ${mutants.length} mutants, ${counts.join(', ')}`);
}
