// Compares what kubeadmit and the API server say of objects of built-in kinds:
//   node scripts/run.mjs scripts/fuzz/built-in-kinds.ts ORACLES FOLDER SEED COUNT [--minors 1.30,1.36] [--kinds Pod,Job]
//     [--grafts | --mistakes | --single] [--updates] [--keep FOLDER] [--server='-runtime-config api/all=true']
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of published manifests. These, and
// objects made from the types, are changed at random COUNT times; with a COUNT of 0, all that is published is compared
// as it is. With --grafts only published objects are changed, by parts of others of their kind, so that they still
// decode. With --single one or two fields of published objects that the server accepts are changed, all fields equally
// often. With --mistakes objects get several values that are at the limits of what servers accept, or beyond. With
// --updates a mutant is the update of the object that was changed, which is one that the server accepts, as it stores
// it. --keep writes what differs. --server has flags of the server (test/oracle/README.md); objects of all versions
// that it serves are made. The same arguments give the same mutants.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from '../../src/lint/lint.ts';
import {
  allKinds,
  type KindFacts,
  resolveKind,
  servedVersions,
} from '../../src/server/kubernetes/kinds.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine } from '../../test/conformance/golden.ts';
import { serverOptions } from '../../test/lint/server-flags.ts';
import { fuzzArguments, minorsOf } from './fuzz-arguments.ts';
import { manifestFiles, printManifest, readObjects } from './manifests.ts';
import { inventObject, mutateObject } from './mutation/built-in-kinds.ts';
import { copyOf } from './mutation/crds.ts';
import { isManifest, type Manifest } from './mutation/families.ts';
import { graftObject } from './mutation/grafts.ts';
import { makeMistakes } from './mutation/odd-values.ts';
import { SingleFields } from './mutation/single-fields.ts';
import { Random } from './random.ts';
import { serverVerdicts } from './server-verdicts.ts';
import { type SentFile, VerdictComparison } from './verdict-comparison.ts';

/** In characters; of longer manifests there is little to learn. */
const LONGEST = 6000;
/** The number of documents that are judged at once. */
const BATCH = 1000;
/**
 * The number of objects of each kind that are made from the types; of updates, those that the server accepts are
 * changed.
 */
const INVENTED = 30;
/** The uid that a server gives a stored Job. */
const JOB_UID = '123e4567-e89b-42d3-a456-426614174000';

const { oracles, folder, seed, count, values } = fuzzArguments(
  'built-in-kinds.ts ORACLES FOLDER SEED COUNT [--minors ...] [--keep FOLDER]',
  ['oracles', 'folder'],
  {
    minors: { type: 'string' },
    kinds: { type: 'string' },
    grafts: { type: 'boolean', default: false },
    mistakes: { type: 'boolean', default: false },
    single: { type: 'boolean', default: false },
    updates: { type: 'boolean', default: false },
    keep: { type: 'string' },
    server: { type: 'string', default: '' },
  },
);
const kinds = values.kinds?.split(',');
const minors = minorsOf(values.minors);
const files = manifestFiles(folder);
const isFromBases = values.grafts || values.updates;
const flags = values.server.split(' ').filter((flag) => flag !== '');
const server = serverOptions(flags);
/** The apiVersions and kinds that some minor serves. */
const served = allKinds()
  .filter(({ kind, readOnly }) => !readOnly && (kinds?.includes(kind) ?? true))
  .flatMap((facts) =>
    [...facts.versions.keys()]
      .filter((apiVersion) => minors.some((minor) => isServed(facts, apiVersion, minor)))
      .map((apiVersion) => [apiVersion, facts.kind] as const),
  );
const comparison = new VerdictComparison(values.keep, seed, isOfInterest);
if (count === 0) {
  for (let at = 0; at < files.length; at += BATCH) {
    judge(
      files.slice(at, at + BATCH).map((file) => ({
        file: file.replaceAll('/', '__'),
        change: file,
        content: readFileSync(join(folder, file)),
      })),
    );
  }
} else {
  const random = new Random(seed);
  const published = readBases();
  const bases = values.updates ? storedObjects(published, random) : published;
  if (isFromBases && !bases.some(isServedNow)) throw new Error(`nothing to change in ${folder}`);
  console.log(`${bases.length} objects to change`);
  const single = values.single
    ? new SingleFields(values.updates ? bases : acceptedOf(bases), bases)
    : undefined;
  if (single !== undefined) console.log(`${single.size} fields to change`);
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    judge(Array.from({ length: size }, (_, index) => breed(bases, done + index, random, single)));
  }
}
console.log(comparison.summary);

function isServed(facts: KindFacts, apiVersion: string, minor: Minor): boolean {
  return servedVersions(facts, {
    minor,
    runtimeConfig: server.runtimeConfig ?? new Map(),
    featureGates: server.featureGates ?? new Map(),
  }).includes(apiVersion);
}

function isServedNow({ apiVersion, kind }: Manifest): boolean {
  return served.some((pair) => pair[0] === apiVersion && pair[1] === kind);
}

/** The published objects of the kinds. */
function readBases(): readonly Manifest[] {
  return readObjects(folder, isWanted).filter(
    (manifest) => JSON.stringify(manifest).length <= LONGEST,
  );
}

/** The objects that the servers of all minors accept. */
function acceptedOf(bases: readonly Manifest[]): readonly Manifest[] {
  const files = bases.map((base, index) => ({
    file: `b${index}.yaml`,
    content: printManifest(base, new Random(0)),
  }));
  const verdicts = serverVerdicts({ oracles, minors, options: [...flags, '-isolate'] }, files);
  return bases.filter((_, index) =>
    verdicts
      .get(`b${index}.yaml`)
      ?.every((line) => line.verdicts.every(({ outcome }) => outcome === 'accepted')),
  );
}

/** Published and made objects as a server has them after it has accepted them. */
function storedObjects(published: readonly Manifest[], random: Random): readonly Manifest[] {
  const made = served.flatMap(([apiVersion, kind]) =>
    Array.from({ length: INVENTED }, () => inventObject(apiVersion, kind, random)),
  );
  return acceptedOf([...published, ...made]).map(asStored);
}

/** An object without the status, which a create drops, and with the selector and labels that a server gives a Job. */
function asStored({ status, ...object }: Manifest): Manifest {
  const { kind, spec } = object;
  if (kind !== 'Job' || !isManifest(spec) || spec.manualSelector === true) return object;
  const template = isManifest(spec.template) ? spec.template : {};
  const metadata = metadataOf(template);
  const name = metadataOf(object).name ?? 'a';
  const selected = { 'batch.kubernetes.io/controller-uid': JOB_UID };
  const given = { ...selected, 'controller-uid': JOB_UID };
  const names = { 'batch.kubernetes.io/job-name': name, 'job-name': name };
  const labels = { ...(isManifest(metadata.labels) ? metadata.labels : {}), ...given, ...names };
  return {
    ...object,
    spec: {
      ...spec,
      selector: { matchLabels: selected },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  };
}

function breed(
  bases: readonly Manifest[],
  index: number,
  random: Random,
  single: SingleFields | undefined,
): SentFile {
  const { base, manifest, change } = single?.mutant(random) ?? mutant(bases, random);
  const file = `m${index}.yaml`;
  if (values.updates) {
    // An update is of the object with the same name. The server gives a LimitRange without a name one.
    const { name: written, namespace } = metadataOf(base);
    const name = written === '' ? undefined : written;
    // The server compares data of any form as bytes, which a client writes in one way.
    const head = '# YAML\n';
    const [content = '', stored = ''] = [manifest, base].map(
      (one) =>
        head +
        printManifest(
          {
            ...one,
            metadata: {
              ...metadataOf(one),
              name: name ?? 'a',
              ...(namespace !== undefined && { namespace }),
            },
          },
          random,
        ),
    );
    return { file, change, content, stored };
  }
  const { kind } = manifest;
  const list: Manifest =
    random.chance(0.5) || typeof kind !== 'string'
      ? { apiVersion: 'v1', kind: 'List', items: [manifest] }
      : {
          ...manifest,
          kind: `${kind}List`,
          items: [{ ...manifest, kind: null, apiVersion: null }],
        };
  const content = printManifest(random.chance(0.05) ? list : manifest, random);
  return { file, change, content };
}

function mutant(
  bases: readonly Manifest[],
  random: Random,
): { base: Manifest; manifest: Manifest; change: string } {
  const base = pickBase(bases, random);
  const manifest = copyOf(base);
  const change = random.chance(0.9) ? mutate(manifest, bases, random) : 'as it is';
  return { base, manifest, change };
}

/** An object of some kind, all kinds equally often: a published one, or one that is made from its types. */
function pickBase(bases: readonly Manifest[], random: Random): Manifest {
  for (;;) {
    const [apiVersion, kind] = random.pick(served);
    const ofKind = bases.filter((base) => base.kind === kind && base.apiVersion === apiVersion);
    if (ofKind.length > 0 && (isFromBases || random.chance(0.5))) return random.pick(ofKind);
    if (!isFromBases) return inventObject(apiVersion, kind, random);
  }
}

function metadataOf({ metadata }: Manifest): Manifest {
  return isManifest(metadata) ? metadata : {};
}

function mutate(manifest: Manifest, bases: readonly Manifest[], random: Random): string {
  if (!values.grafts && !values.mistakes) return mutateObject(manifest, random);
  const { apiVersion, kind } = manifest;
  const donors = bases.filter((base) => base.kind === kind && base.apiVersion === apiVersion);
  return (values.grafts ? graftObject : makeMistakes)(manifest, donors, random);
}

function judge(all: readonly SentFile[]): void {
  comparison.judge(
    all,
    { oracles, minors, options: [...flags, '-isolate'] },
    ({ file, content, stored }) =>
      lint([{ name: file, content }], {
        kubernetesVersions: minors,
        pedantic: true,
        ...server,
        ...(stored === undefined ? {} : { base: [{ name: file, content: stored }] }),
      }),
  );
}

function isOfInterest({ apiVersion, kind }: GoldenLine): boolean {
  return apiVersion === undefined || kind === undefined || isWanted(apiVersion, kind);
}

/** Reports whether objects of a kind are compared: those that are asked for, or all built-in ones. */
function isWanted(apiVersion: string, kind: string): boolean {
  if (kinds !== undefined) return kinds.includes(kind);
  const { outcome } = resolveKind(apiVersion, kind, NEWEST_MINOR);
  return outcome === 'served' || outcome === 'unserved';
}
