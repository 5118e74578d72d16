// Makes custom resources from the schemas of published CRDs, changes half of them at random, and compares what kubeadmit
// and the API server say of them:
//   node scripts/run.mjs scripts/fuzz/custom-resources.ts ORACLES FOLDER SEED COUNT
//     [--minors 1.30,1.36] [--rotate] [--updates] [--invented] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of published manifests. With --updates
// there are two objects each time, what is stored and what is sent. With --rotate each batch is compared for one minor, the
// next batch for the next minor. With --invented the CRDs are made up as well. --keep writes those that differ, each with its CRD.
// The same arguments give the same objects.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lint } from '../../src/lint/lint.ts';
import {
  type CustomDefinition,
  customDefinition,
} from '../../src/server/custom-resources/definition.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import type { CustomResourceDefinition } from '../../src/server/kubernetes/types.generated.ts';
import { isProgramGroup } from '../../src/sources/project/program-group.ts';
import { describeDifference } from '../../test/conformance/agreement.ts';
import { compareFile } from '../../test/conformance/compare.ts';
import type { GoldenLine } from '../../test/conformance/golden.ts';
import { printManifest, readCrds } from './manifests.ts';
import { type Draft, Inventor, mutateResource } from './mutation/custom-resources.ts';
import type { Manifest } from './mutation/families.ts';
import { inventDefinition } from './mutation/invented-crds.ts';
import { Random } from './mutation/random.ts';
import { Literal, type Value } from './mutation/values.ts';
import { serverVerdicts } from './server-verdicts.ts';

/** The number of CRDs that are used at once, and the number of objects that are made from each. */
const CRDS = 25;
const OBJECTS = 10;
/** The number of generated CRDs. The server refuses some of them. */
const INVENTED = 400;

interface Invention {
  readonly file: string;
  readonly change: string;
  readonly text: string;
  readonly stored: string | undefined;
  readonly crd: Manifest;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minors: { type: 'string' },
    rotate: { type: 'boolean' },
    updates: { type: 'boolean' },
    invented: { type: 'boolean' },
    keep: { type: 'string' },
  },
});
const [oracles, folder, seed, count] = positionals;
if (oracles === undefined || folder === undefined || !(Number(count) > 0)) {
  throw new Error(
    'usage: custom-resources.ts ORACLES FOLDER SEED COUNT [--minors] [--rotate] [--updates] [--invented] [--keep FOLDER]',
  );
}
const allMinors = MINORS.filter(
  (minor) => values.minors === undefined || values.minors.split(',').includes(minor),
);
const random = new Random(Number(seed));
const inventor = new Inventor(random);
const crds = values.invented === true ? inventCrds() : distinct(readCrds(folder));
const tallies = new Map<string, number>();
let made = 0;
let differing = 0;
for (let batch = 0; made < Number(count); batch++) {
  const next = allMinors[batch % allMinors.length];
  const minors = values.rotate === true && next !== undefined ? [next] : allMinors;
  const chosen = [...new Set(random.draw(crds, CRDS))];
  const inventions = chosen.flatMap((crd) => invent(crd));
  judgeBatch(chosen, inventions, minors);
}
console.log(
  `${made} custom resources of ${crds.length} CRDs, ${differing} differ;`,
  [...tallies].map(([outcome, times]) => `${times} ${outcome}`).join(', '),
);

/** CRDs that are made up, and accepted in all minors. */
function inventCrds(): Manifest[] {
  const invented = Array.from({ length: INVENTED }, (_, index) => inventDefinition(index, random));
  const { documents } = lint(
    invented.map((crd, index) => ({ name: `${index}`, content: JSON.stringify(crd) })),
    { kubernetesVersions: MINORS },
  );
  return invented.filter((_, index) =>
    documents.some(
      ({ file, verdicts }) =>
        file === `${index}` && Object.values(verdicts).every((verdict) => verdict === 'accepted'),
    ),
  );
}

/** The first CRD of each name, without those that only document configuration files. */
function distinct(all: readonly Manifest[]): Manifest[] {
  const byName = new Map<string, Manifest>();
  for (const crd of all) {
    const { metadata, spec } = asDefinition(crd);
    const name = metadata?.name ?? '';
    if (!byName.has(name) && !isProgramGroup(spec?.group ?? '')) byName.set(name, crd);
  }
  return [...byName.values()];
}

/** Treats the value of a reader as its described type. Mistakes do not matter here. */
function asDefinition(crd: Manifest): CustomResourceDefinition {
  return crd as unknown as CustomResourceDefinition;
}

function invent(crd: Manifest): Invention[] {
  const definition = customDefinition(asDefinition(crd));
  return Array.from({ length: OBJECTS }, () => {
    const name = `example${made}`;
    const object = makeObject(definition, name);
    const file = `m${made}-${definition.plural}.yaml`;
    made++;
    const first = mutateSometimes(object, 0.5);
    if (values.updates !== true) {
      const head = mutateHead(object, definition);
      const text = printManifest(random.chance(0.05) ? listOf(object) : object, random);
      return { file, change: `${first}${head}`, crd, text, stored: undefined };
    }
    object.metadata = { ...membersOf(object.metadata), name };
    const stored = printManifest(object, random);
    const second = mutateSometimes(object, 0.8);
    // An update has the name of the stored object.
    object.metadata = { ...membersOf(object.metadata), name };
    const text = printManifest(object, random);
    return { file, change: `${first} -> ${second}`, crd, text, stored };
  });
}

/** Sometimes uses another version or kind, or none. Returns a description of the change. */
function mutateHead(object: Draft, { group, versions, kind }: CustomDefinition): string {
  if (!random.chance(0.03)) return '';
  const [key, value] = random.pick<readonly [string, Value]>([
    ...versions.map(({ name }) => ['apiVersion', `${group}/${name}`] as const),
    ...[`${group}/v9`, group, `other.${group}/v1`, 'v1', '', null, 1].map(
      (text) => ['apiVersion', text] as const,
    ),
    ...[kind.toLowerCase(), `${kind}s`, `${kind}List`, '', null, 1].map(
      (text) => ['kind', text] as const,
    ),
  ]);
  object[key] = value;
  return `, ${key} ${value}`;
}

/** A list of an object and one that is almost the same. */
function listOf(object: Draft): Draft {
  const metadata = { ...membersOf(object.metadata), name: 'other' };
  const items = [object, { ...object, metadata }];
  return random.chance(0.5)
    ? { apiVersion: 'v1', kind: 'List', items }
    : { apiVersion: object.apiVersion ?? null, kind: `${object.kind}List`, items };
}

function mutateSometimes(object: Draft, probability: number): string {
  return random.chance(probability) ? mutateResource(object, random) : 'unchanged';
}

/** The members of metadata; a cluster has no object with a generation below zero. */
function membersOf(value: Value | undefined): { readonly [key: string]: Value } {
  if (typeof value !== 'object' || value === null || value instanceof Literal) return {};
  const { generation, ...members } = Object.fromEntries(Object.entries(value));
  return members;
}

function makeObject({ group, kind, versions }: CustomDefinition, name: string): Draft {
  const version = random.pick(versions);
  return {
    apiVersion: `${group}/${version.name}`,
    kind,
    metadata: { name, ...(random.chance(0.2) ? { labels: { app: 'x' } } : {}) },
    ...inventor.object(version.schema ?? {}),
  };
}

function judgeBatch(
  chosen: readonly Manifest[],
  inventions: readonly Invention[],
  minors: readonly Minor[],
): void {
  const work = mkdtempSync(join(tmpdir(), 'fuzz-custom-'));
  try {
    const [definitions, sent, before] = ['crds', 'sent', 'stored'].map((name) => join(work, name));
    if (definitions === undefined || sent === undefined || before === undefined) return;
    for (const path of [definitions, sent, before]) mkdirSync(path);
    const defining = chosen.map((crd, index) => {
      const name = join(definitions, `${index}.yaml`);
      const content = `# YAML\n${JSON.stringify(crd)}\n`;
      writeFileSync(name, content);
      return { name, content };
    });
    for (const { file, text, stored } of inventions) {
      writeFileSync(join(sent, file), text);
      if (stored !== undefined) writeFileSync(join(before, file), stored);
    }
    const options = ['-crds', definitions, ...(values.updates ? ['-old', before] : [])];
    const verdicts = serverVerdicts(oracles ?? '', minors, options, sent);
    const report = lint(
      inventions.map(({ file, text }) => ({ name: file, content: text })),
      {
        kubernetesVersions: minors,
        pedantic: true,
        crds: defining,
        ...(values.updates ? { base: storedSources(inventions) } : {}),
      },
    );
    for (const invention of inventions) {
      compare(invention, verdicts.get(invention.file) ?? [], report);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

function storedSources(inventions: readonly Invention[]) {
  return inventions.flatMap(({ file, stored }) =>
    stored === undefined ? [] : [{ name: file, content: stored }],
  );
}

function compare(
  invention: Invention,
  lines: readonly GoldenLine[],
  report: ReturnType<typeof lint>,
): void {
  const { file, text, change } = invention;
  for (const { verdicts } of lines) {
    const outcome = verdicts.at(-1)?.outcome ?? 'lost';
    tallies.set(outcome, (tallies.get(outcome) ?? 0) + 1);
  }
  if (lines.length === 0) return;
  const own = {
    documents: report.documents.filter((document) => document.file === file),
    findings: report.findings.filter((finding) => finding.file === file),
  };
  const { documents, stray } = compareFile(lines, text, own);
  const differences = documents.flatMap((document) => document.differences);
  if (differences.length === 0 && stray.length === 0) return;
  differing++;
  console.log(`${file}: ${change}`);
  for (const difference of differences) {
    const described = describeDifference(difference).join('; ');
    console.log(`    ${difference.minor} ${difference.weight}: ${described}`);
  }
  for (const { message } of stray) console.log(`    stray: ${message}`);
  if (values.keep === undefined) return;
  mkdirSync(values.keep, { recursive: true });
  const name = join(values.keep, `${seed}-${file}`);
  writeFileSync(name, text);
  writeFileSync(name.replace('.yaml', '.crd.yaml'), JSON.stringify(invention.crd));
  if (invention.stored !== undefined) {
    writeFileSync(name.replace('.yaml', '.old.yaml'), invention.stored);
  }
}
