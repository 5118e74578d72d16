// Passes objects through admission policies, and compares what kubeadmit and the API server decide:
//   node scripts/run.mjs scripts/fuzz/admission.ts ORACLES SEED COUNT [--minors 1.30,1.36] [--data FOLDER]
//     [--mutating] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh). COUNT is the number of pairs of an object and a
// policy that matches it. With --data, half of the policies are those of published manifests in that folder, with the
// objects of the same folder; all others are made. With --mutating, all policies that are made are mutating ones.
// --keep writes the clusters that differ. The same arguments give the same pairs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import {
  type ComparableAnswer,
  comparableAnswer,
  comparableReport,
  differenceOf,
  type OracleLine,
  readOracleLine,
} from '../../test/conformance/admission-answers.ts';
import { admitLike, type Flags, flagsOf } from '../../test/conformance/admission-flags.ts';
import { ClusterInventor, type PublishedCluster } from './admission/clusters.ts';
import { publishedClusters } from './admission/published.ts';
import { fuzzArguments, minorsOf } from './fuzz-arguments.ts';
import { type JudgedFile, oracleLines } from './oracle-lines.ts';
import { Random } from './random.ts';

/** The number of clusters that are judged at once. */
const BATCH = 100;

/** The addresses and ports of Services that the server generates, and the uid in the selectors of Jobs. */
const GENERATED_VALUES =
  /"10\.(?:9[6-9]|1[01]\d)\.\d+\.\d+"|(?<="nodePort":)3[0-2]\d{3}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const { oracles, seed, count, values } = fuzzArguments(
  'admission.ts ORACLES SEED COUNT [--minors] [--data] [--mutating] [--keep]',
  ['oracles'],
  {
    minors: { type: 'string' },
    data: { type: 'string' },
    mutating: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
);
const minors = minorsOf(values.minors);
const random = new Random(seed);
const inventor = new ClusterInventor(random);
const published = values.data === undefined ? [] : publishedClusters(values.data);

interface Cluster extends JudgedFile {
  readonly content: string;
}

let pairs = 0;
let differing = 0;
let requests = 0;
let batches = 0;
while (pairs < count) {
  const flags = inventor.flags();
  // The oracle runs mutating policies on deletions, which the server does not.
  const hasMutations = flags.operation !== 'DELETE';
  if (values.mutating && !hasMutations) continue;
  const kinds = values.mutating ? 'mutating' : hasMutations ? 'both' : 'validating';
  const usable = hasMutations ? published : published.filter((policy) => !isMutating(policy));
  const clusters = Array.from({ length: BATCH }, (_, index): Cluster => {
    const file = `c${batches}-${index}.yaml`;
    const isPublished = usable.length > 0 && random.chance(0.5);
    const made = isPublished ? inventor.vary(random.pick(usable)) : inventor.cluster(kinds);
    const stored = flags.operation === 'UPDATE' ? made.old : undefined;
    return { file, content: made.text, stored };
  });
  for (const minor of minors) judge(clusters, flags, minor);
  batches++;
}
console.log(
  `${pairs} pairs for each of ${minors.join(', ')} in ${requests} requests; ${differing} differ`,
);

function isMutating({ policies }: PublishedCluster): boolean {
  return policies.some(({ kind }) => kind === 'MutatingAdmissionPolicy');
}

function judge(clusters: readonly Cluster[], flags: Flags, minor: Minor): void {
  const lines = ask(clusters, flags, minor);
  for (const cluster of clusters) compare(cluster, flags, minor, lines);
}

function ask(clusters: readonly Cluster[], flags: Flags, minor: Minor): readonly OracleLine[] {
  const options = ['-evaluate', '-isolate', ...flagsOf(flags)];
  return oracleLines(join(oracles, `oracle-${minor}`), options, clusters).map(readOracleLine);
}

/**
 * Reports whether the server gives an answer in one of several runs. The order of params that a selector selects
 * differs between runs.
 */
function isAnswerOfAnotherRun(
  ours: ComparableAnswer,
  of: OracleLine,
  cluster: Cluster,
  flags: Flags,
  minor: Minor,
): boolean {
  if (!cluster.content.includes('"paramRef":{"selector"')) return false;
  for (let run = 0; run < 8; run++) {
    const again = ask([cluster], flags, minor).find(
      ({ document, item }) => document === of.document && item === of.item,
    );
    if (again !== undefined && difference(ours, comparableAnswer(again, minor)) === undefined)
      return true;
  }
  return false;
}

/**
 * The oracle selects mutating policies by the object after the previous policies, the server by the object of the
 * request. So the effect of each of them is compared only if the effect of all of them together differs.
 */
function difference(ours: ComparableAnswer, theirs: ComparableAnswer): string | undefined {
  const [own, other] = [withoutGeneratedValues(ours), withoutGeneratedValues(theirs)];
  return own.request === other.request && own.mutated === other.mutated
    ? differenceOf({ ...own, mutations: [] }, { ...other, mutations: [] })
    : differenceOf(own, other);
}

function withoutGeneratedValues(answer: ComparableAnswer): ComparableAnswer {
  return { ...answer, mutated: answer.mutated.replaceAll(GENERATED_VALUES, 'generated') };
}

function compare(cluster: Cluster, flags: Flags, minor: Minor, lines: readonly OracleLine[]): void {
  const { file, content, stored } = cluster;
  const own = lines.filter((line) => line.file === file);
  const report = admitLike({ name: file, content }, stored, flags, minor);
  let isKept = false;
  for (const request of report.requests) {
    const { index, item } = request.document;
    const line = own.find(
      (verdict) => verdict.document === index && (verdict.item ?? null) === item,
    );
    // The server refuses the object itself, or knows no such request.
    if (line?.request === undefined && line?.admission === undefined) continue;
    // An object without a name cannot be deleted.
    if (flags.operation === 'DELETE' && line.name === undefined) continue;
    if (minor === minors[0] && (line.admission?.length ?? 0) > 0) {
      pairs += new Set(line.admission?.map(({ policy }) => policy)).size;
      requests++;
    }
    const ours = comparableReport(request);
    const different = difference(ours, comparableAnswer(line, minor));
    if (different === undefined) continue;
    if (isAnswerOfAnotherRun(ours, line, cluster, flags, minor)) continue;
    differing++;
    if (differing <= 40) {
      console.log(
        `--- ${file} document ${index} ${request.document.kind} ${minor} ${flagsOf(flags).join(' ')}\n${different.slice(0, 1500)}`,
      );
    }
    if (values.keep !== undefined && !isKept) {
      isKept = true;
      mkdirSync(values.keep, { recursive: true });
      writeFileSync(
        join(values.keep, `${minor}-${file}`),
        `# flags: ${flagsOf(flags).join(' ')}\n${content}`,
      );
      if (stored !== undefined) writeFileSync(join(values.keep, `${minor}-${file}.old`), stored);
    }
  }
}
