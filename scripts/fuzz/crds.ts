// Changes published CRDs at random and compares what kubeadmit and the API server say of them:
//   node scripts/run.mjs scripts/fuzz/crds.ts ORACLES FOLDER SEED COUNT [--updates] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of published manifests. With
// --updates there are two mutants each time, what is stored and what is sent. --keep writes those that
// differ. The same arguments give the same mutants. Rules in CEL are taken out before.
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { fuzzArguments } from './fuzz-arguments.ts';
import { printManifest, readCrds } from './manifests.ts';
import { copyOf, mutateDefinition, thinOut } from './mutation/crds.ts';
import { isManifest, type Manifest } from './mutation/families.ts';
import { Random } from './random.ts';
import { type SentFile, VerdictComparison } from './verdict-comparison.ts';

/** The largest length in characters. Longer texts are shortened before. */
const LONGEST = 6000;
/** The number of CRDs that are judged at once. */
const BATCH = 500;

const { oracles, folder, seed, count, values } = fuzzArguments(
  'crds.ts ORACLES FOLDER SEED COUNT [--updates] [--keep FOLDER]',
  ['oracles', 'folder'],
  { updates: { type: 'boolean' }, keep: { type: 'string' } },
);
const random = new Random(seed);
const bases = readCrds(folder);
const comparison = new VerdictComparison(values.keep, seed);
for (let done = 0; done < count; done += BATCH) {
  const mutants = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
    breed(done + index),
  );
  comparison.judge(mutants, { oracles, minors: MINORS });
}
console.log(`${count} mutants of ${bases.length} CRDs: ${comparison.summary}`);

function breed(index: number): SentFile {
  const manifest = copyOf(random.pick(bases));
  delete manifest.status;
  thinOut(manifest, LONGEST, random);
  rename(manifest, `m${index}`);
  const file = `m${index}.yaml`;
  if (values.updates !== true) {
    const change = mutateDefinition(manifest, random);
    return { file, change, content: printManifest(manifest, random) };
  }
  const stored = copyOf(manifest);
  const before = random.chance(0.8) ? mutateDefinition(stored, random) : 'stored as it is';
  const sent = random.chance(0.8) ? copyOf(stored) : manifest;
  stored.status = statusOf(stored);
  const after = random.chance(0.9) ? mutateDefinition(sent, random) : 'the same again';
  return {
    file,
    change: `${before} -> ${after}`,
    content: printManifest(sent, random),
    stored: printManifest(stored, random),
  };
}

/** Gives a CRD a group of its own, so that many of them can be judged together. */
function rename(manifest: Manifest, prefix: string): void {
  const { metadata, spec } = manifest;
  if (!isManifest(spec) || !isManifest(spec.names)) return;
  const group = `${prefix}.${spec.group}`;
  manifest.spec = { ...spec, group };
  manifest.metadata = {
    ...(isManifest(metadata) ? metadata : {}),
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
  const versions = isManifest(spec) ? spec.versions : undefined;
  const names = (Array.isArray(versions) ? versions : []).filter(isManifest);
  const storage = names.filter(() => random.chance(0.7)).map(({ name }) => name ?? null);
  if (random.chance(0.7)) status.storedVersions = random.chance(0.9) ? storage : ['v0'];
  return status;
}
