// Makes the sets of manifests that docs/development/benchmarks.md is about:
//   npm run bench -- make-sets --out FOLDER [--seed 1] SAMPLE...
// A SAMPLE is a folder of published manifests, such as a clone of a repository. Each set becomes a folder of FOLDER.
// The same seed and samples make the same sets.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.ts';
import { type SampleDocument, splitDocuments, variant } from './sample-documents.ts';

/** Files that each begin with a document of certain kinds, and are completed with other documents of the samples. */
interface SetShape {
  readonly name: string;
  readonly files: number;
  readonly documents: number;
  readonly bytes: number;
  /** The kinds of the first document of each file; any kind if absent. */
  readonly kinds?: readonly string[];
}

const POLICIES = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'];
const WEBHOOKS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];
/** Documents below this size complete files that are large enough already. */
const SMALL_BYTES = 6_000;
const LARGE_CRD_BYTES = 1_600_000;

/** The numbers of published manifests, from searches for these kinds in public repositories. */
const SHAPES: readonly SetShape[] = [
  { name: 'crds', files: 100, documents: 226, bytes: 13.6e6, kinds: ['CustomResourceDefinition'] },
  { name: 'policies', files: 662, documents: 2172, bytes: 21e6, kinds: POLICIES },
  { name: 'webhooks', files: 356, documents: 4101, bytes: 71e6, kinds: WEBHOOKS },
  { name: 'small', files: 2104, documents: 3169, bytes: 3.1e6 },
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const { out } = values;
if (out === undefined || positionals.length === 0) {
  throw new Error('usage: npm run bench -- make-sets --out FOLDER [--seed 1] SAMPLE...');
}

const documents = positionals.flatMap(documentsOf);
const uses = new Map<SampleDocument, number>();
const random = new Random(Number(values.seed));

writeSet('network-policy', [fileOf([middleOf(ofKinds(['NetworkPolicy']))])]);
writeSet('policy', [fileOf(policyWithBinding())]);
writeSet('ten', tenKinds());
writeSet('one-crd', [fileOf([nearest(ofKinds(['CustomResourceDefinition']), LARGE_CRD_BYTES)])]);
for (const shape of SHAPES) writeSet(shape.name, filesOf(shape));

/** The documents of a folder, each content once. */
function documentsOf(folder: string): readonly SampleDocument[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
  const found = names.flatMap((name) => splitDocuments(readFileSync(join(folder, name), 'utf8')));
  return [...new Map(found.map((document) => [document.text, document])).values()];
}

function ofKinds(kinds: readonly string[]): readonly SampleDocument[] {
  return documents.filter(({ kind }) => kinds.includes(kind));
}

/** The document of median size. */
function middleOf(found: readonly SampleDocument[]): SampleDocument {
  const sorted = found.toSorted((a, b) => a.text.length - b.text.length);
  return existing(sorted[Math.floor(sorted.length / 2)]);
}

function nearest(found: readonly SampleDocument[], bytes: number): SampleDocument {
  const distance = ({ text }: SampleDocument) => Math.abs(text.length - bytes);
  return existing(found.toSorted((a, b) => distance(a) - distance(b))[0]);
}

/** The policy of median size among the policies with a binding, and its binding. */
function policyWithBinding(): readonly SampleDocument[] {
  const bindings = ofKinds(['ValidatingAdmissionPolicyBinding']);
  const bindingOf = ({ name }: SampleDocument) =>
    bindings.find(({ text }) => new RegExp(`^  policyName: ["']?${name}["']?$`, 'm').test(text));
  const policy = middleOf(
    ofKinds(['ValidatingAdmissionPolicy']).filter(
      (policy) => isServed(policy) && bindingOf(policy),
    ),
  );
  return [policy, existing(bindingOf(policy))];
}

/** Ten small documents, each of another kind; of kinds that kubeadmit validates as far as the samples have them. */
function tenKinds(): readonly string[] {
  const kinds = [...POLICIES, ...WEBHOOKS, 'CustomResourceDefinition', 'NetworkPolicy']
    .concat(['PodDisruptionBudget', 'ResourceQuota', 'LimitRange', 'APIService'])
    .concat(documents.map(({ kind }) => kind));
  return [...new Set(kinds)]
    .map((kind) => ofKinds([kind]).filter((document) => isSmall(document) && isServed(document)))
    .filter((found) => found.length > 0)
    .slice(0, 10)
    .map((found) => fileOf([middleOf(found)]));
}

function filesOf(shape: SetShape): readonly string[] {
  const leads = shuffled(
    shape.kinds === undefined ? documents.filter(isSmall) : ofKinds(shape.kinds),
  );
  const small = documents.filter(isSmall);
  const isOfSmallFiles = shape.bytes / shape.files < SMALL_BYTES;
  const large = isOfSmallFiles ? small : documents.filter((document) => !isSmall(document));
  let bytes = 0;
  let count = 0;
  return Array.from({ length: shape.files }, (_, index) => {
    const share = (index + 1) / shape.files;
    const wanted = Math.round(share * shape.documents) - count;
    const lead = existing(leads[index % leads.length]);
    const chosen = [lead];
    let size = lead.text.length;
    while (chosen.length < wanted) {
      const document = random.pick(bytes + size < shape.bytes * share ? large : small);
      // A file of small documents stays a small file.
      if (isOfSmallFiles && size + document.text.length > SMALL_BYTES) break;
      chosen.push(document);
      size += document.text.length;
    }
    bytes += size;
    count += chosen.length;
    return fileOf(chosen);
  });
}

function isSmall({ text }: SampleDocument): boolean {
  return text.length < SMALL_BYTES;
}

/**
 * Reports whether the document has a stable version. Most other versions are not served, and only an error is reported.
 */
function isServed({ text }: SampleDocument): boolean {
  return /^apiVersion: *(?:[\w.-]+\/)?v1$/m.test(text);
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Joins documents. One that has been used before gets another name, so that no two objects of the sets are equal. */
function fileOf(chosen: readonly SampleDocument[]): string {
  const texts = chosen.map((document) => {
    const use = uses.get(document) ?? 0;
    uses.set(document, use + 1);
    return variant(document, use);
  });
  return texts.join('---\n');
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the samples have too few manifests');
  return value;
}

function writeSet(name: string, files: readonly string[]): void {
  const folder = join(existing(out), name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, text] of files.entries()) {
    writeFileSync(join(folder, `${String(index).padStart(4, '0')}.yaml`), text);
  }
  const bytes = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const count = files.reduce((sum, text) => sum + text.split(/^---$/m).length, 0);
  const megabytes = (bytes / 1e6).toFixed(bytes < 1e5 ? 4 : 1);
  console.log(`${name}: ${files.length} files, ${count} documents, ${megabytes} MB`);
}
