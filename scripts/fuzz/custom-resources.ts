// Makes custom resources from the schemas of published CRDs, changes half of them at random, and compares what
// kubeadmit and the API server say of them:
//   node scripts/run.mjs scripts/fuzz/custom-resources.ts ORACLES FOLDER SEED COUNT
//     [--minors 1.30,1.36] [--rotate] [--updates] [--invented] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of published manifests. With --updates
// there are two objects each time, what is stored and what is sent. With --rotate each batch is compared for one minor,
// the next batch for the next minor. With --invented the CRDs are made up as well. --keep writes those that differ,
// each with its CRD. The same arguments give the same objects.
import { lint } from '../../src/lint/lint.ts';
import {
  type CustomDefinition,
  customDefinition,
} from '../../src/server/custom-resources/definition.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import type { CustomResourceDefinition } from '../../src/server/kubernetes/types.generated.ts';
import { isProgramGroup } from '../../src/sources/project/program-group.ts';
import { makeFolder, removeFolder } from '../../test/folders.ts';
import { fuzzArguments, minorsOf } from './fuzz-arguments.ts';
import { printManifest, readCrds } from './manifests.ts';
import { type Draft, Inventor, mutateResource } from './mutation/custom-resources.ts';
import type { Manifest } from './mutation/families.ts';
import { inventDefinition } from './mutation/invented-crds.ts';
import { Literal, type Value } from './mutation/values.ts';
import { Random } from './random.ts';
import { type SentFile, VerdictComparison } from './verdict-comparison.ts';

/** The number of CRDs that are used at once, and the number of objects that are made from each. */
const CRDS = 25;
const OBJECTS = 10;
/** The number of generated CRDs. The server refuses some of them. */
const INVENTED = 400;

const { oracles, folder, seed, count, values } = fuzzArguments(
  'custom-resources.ts ORACLES FOLDER SEED COUNT [--minors] [--rotate] [--updates] [--invented] [--keep FOLDER]',
  ['oracles', 'folder'],
  {
    minors: { type: 'string' },
    rotate: { type: 'boolean' },
    updates: { type: 'boolean' },
    invented: { type: 'boolean' },
    keep: { type: 'string' },
  },
);
const allMinors = minorsOf(values.minors);
const random = new Random(seed);
const inventor = new Inventor(random);
const crds = values.invented === true ? inventCrds() : distinct(readCrds(folder));
const comparison = new VerdictComparison(values.keep, seed);
let made = 0;
for (let batch = 0; made < count; batch++) {
  const next = allMinors[batch % allMinors.length];
  const minors = values.rotate === true && next !== undefined ? [next] : allMinors;
  const chosen = [...new Set(random.draw(crds, CRDS))];
  const inventions = chosen.flatMap((crd) => invent(crd));
  judgeBatch(chosen, inventions, minors);
}
console.log(`${made} custom resources of ${crds.length} CRDs: ${comparison.summary}`);

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

function invent(crd: Manifest): SentFile[] {
  const definition = customDefinition(asDefinition(crd));
  const definedBy = JSON.stringify(crd);
  return Array.from({ length: OBJECTS }, () => {
    const name = `example${made}`;
    const object = makeObject(definition, name);
    const file = `m${made}-${definition.plural}.yaml`;
    made++;
    const first = mutateSometimes(object, 0.5);
    if (values.updates !== true) {
      const head = mutateHead(object, definition);
      const content = printManifest(random.chance(0.05) ? listOf(object) : object, random);
      return { file, change: `${first}${head}`, crd: definedBy, content };
    }
    object.metadata = { ...membersOf(object.metadata), name };
    const stored = printManifest(object, random);
    const second = mutateSometimes(object, 0.8);
    // An update has the name of the stored object.
    object.metadata = { ...membersOf(object.metadata), name };
    const content = printManifest(object, random);
    return { file, change: `${first} -> ${second}`, crd: definedBy, content, stored };
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
  inventions: readonly SentFile[],
  minors: readonly Minor[],
): void {
  const definitions = Object.fromEntries(
    chosen.map((crd, index) => [`${index}.yaml`, `# YAML\n${JSON.stringify(crd)}\n`]),
  );
  const crdFolder = makeFolder(definitions);
  try {
    const report = lint(
      inventions.map(({ file, content }) => ({ name: file, content })),
      {
        kubernetesVersions: minors,
        pedantic: true,
        mergeRepetitions: false,
        crds: Object.entries(definitions).map(([name, content]) => ({ name, content })),
        ...(values.updates ? { base: storedSources(inventions) } : {}),
      },
    );
    const servers = { oracles, minors, options: ['-crds', crdFolder] };
    comparison.judge(inventions, servers, () => report);
  } finally {
    removeFolder(crdFolder);
  }
}

function storedSources(inventions: readonly SentFile[]) {
  return inventions.flatMap(({ file, stored }) =>
    stored === undefined ? [] : [{ name: file, content: stored }],
  );
}
