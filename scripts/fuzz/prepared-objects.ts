// Compares the objects that policies see with those that the API server shows them, object by object:
//   node scripts/run.mjs scripts/fuzz/prepared-objects.ts ORACLES FOLDER SEED COUNT [--minors 1.36,1.37] [--kinds Pod,Job]
//     [--updates] [--keep FOLDER]
// ORACLES is the folder with oracle-1.30 ... (test/oracle/build.sh), FOLDER one of manifests. Each object of a built-in
// kind that the server accepts is created, and a policy writes all of it, and where there are mutating policies also
// the object after a change, which the server reads again. Objects get COUNT random parts of others of their kind; with
// a COUNT of 0 they are compared as they are. With --updates an object replaces the one that it was made from. --keep
// writes what differs. The same arguments give the same objects.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admit } from '../../src/features/admit/admit.ts';
import { findKind, resolveKind } from '../../src/server/kubernetes/kinds.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import {
  canonical,
  type OracleLine,
  readOracleLine,
} from '../../test/conformance/admission-answers.ts';
import { fuzzArguments, minorsOf } from './fuzz-arguments.ts';
import { printManifest, readObjects } from './manifests.ts';
import { copyOf } from './mutation/crds.ts';
import type { Manifest } from './mutation/families.ts';
import { graftObject } from './mutation/grafts.ts';
import { type JudgedFile, oracleLines } from './oracle-lines.ts';
import { Random } from './random.ts';

/** In characters. An annotation has at most 10 kilobytes. */
const LONGEST = 3000;
/** The number of objects that are judged at once. */
const BATCH = 400;

const { oracles, folder, seed, count, values } = fuzzArguments(
  'prepared-objects.ts ORACLES FOLDER SEED COUNT [--minors ...]',
  ['oracles', 'folder'],
  {
    minors: { type: 'string' },
    kinds: { type: 'string' },
    updates: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
);
const kinds = values.kinds?.split(',');
const minors = minorsOf(values.minors);
const random = new Random(seed);

const EVERYTHING = {
  resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
};

const POLICIES = [
  policy('ValidatingAdmissionPolicy', {
    // The oracle shows the annotations with the decision about a validation.
    validations: [{ expression: 'true' }],
    auditAnnotations: [
      { key: 'object', valueExpression: "'%s'.format([dyn(object)])" },
      { key: 'old', valueExpression: "'%s'.format([dyn(oldObject)])" },
    ],
  }),
  binding('ValidatingAdmissionPolicyBinding', { validationActions: ['Audit'] }),
];

const MUTATING = [
  policy('MutatingAdmissionPolicy', {
    reinvocationPolicy: 'Never',
    mutations: [
      {
        patchType: 'JSONPatch',
        jsonPatch: {
          expression: "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'seen': 'yes'}}]",
        },
      },
    ],
  }),
  binding('MutatingAdmissionPolicyBinding', {}),
];

interface Sent extends JudgedFile {
  readonly content: string;
}

/** The parts of a decision that are compared. */
interface Seen {
  readonly object: string;
  readonly mutated: string;
}

let compared = 0;
let differing = 0;
const bases = readBases();
const sent = bases.map((base, index) => breed(base, index));
for (let at = 0; at < sent.length; at += BATCH) {
  for (const minor of minors) judge(sent.slice(at, at + BATCH), minor);
}
console.log(`${bases.length} objects, ${compared} compared, ${differing} differ`);

function policy(kind: string, spec: object): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: kind === 'MutatingAdmissionPolicy' ? 'change' : 'show' },
    spec: { matchConstraints: EVERYTHING, ...spec },
  };
}

function binding(kind: string, spec: object): object {
  const name = kind.startsWith('Mutating') ? 'change' : 'show';
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    spec: { policyName: name, ...spec },
  };
}

function readBases(): readonly Manifest[] {
  return readObjects(folder, (_, kind) => isWanted(kind)).filter((manifest) => {
    const text = JSON.stringify(manifest);
    // The oracle is a field manager of its own.
    return text.length <= LONGEST && !text.includes('"managedFields"');
  });
}

/** Reports whether objects of a kind are compared: built-in kinds, except for those that policies are made from. */
function isWanted(kind: string): boolean {
  if (findKind(kind) === undefined || kind.includes('AdmissionPolicy')) return false;
  return kinds === undefined || kinds.includes(kind);
}

function breed(base: Manifest, index: number): Sent {
  const manifest = copyOf(base);
  const donors = bases.filter(
    ({ kind, apiVersion }) => kind === base.kind && apiVersion === base.apiVersion,
  );
  for (let done = 0; done < count; done++) graftObject(manifest, donors, random);
  const file = `m${index}.yaml`;
  const content = printManifest(manifest, random);
  return values.updates
    ? { file, content, stored: printManifest(base, random) }
    : { file, content };
}

function judge(all: readonly Sent[], minor: Minor): void {
  const { outcome } = resolveKind(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy',
    minor,
  );
  const hasMutations = outcome === 'served';
  const policies = [...POLICIES, ...(hasMutations ? MUTATING : [])]
    .map((object) => JSON.stringify(object))
    .join('\n---\n');
  const operation = values.updates ? 'UPDATE' : 'CREATE';
  const lines = new Map(ask(all, policies, minor).map((line) => [line.file, line]));
  for (const source of all) {
    const line = lines.get(source.file);
    if (line === undefined || line.outcome !== 'accepted') continue;
    const { requests } = admit([{ name: source.file, content: source.content }], {
      kubernetesVersion: minor,
      operation,
      policies: [{ name: 'policies.yaml', content: policies }],
      ...(source.stored !== undefined && { old: [{ name: source.file, content: source.stored }] }),
    });
    const [request] = requests;
    // It is something else than an object, such as a patch.
    if (request === undefined) continue;
    compared++;
    const theirs = seenByServer(line);
    const ours = {
      object: masked(
        request.published
          .map(({ key, value }) => `${key} ${value}`)
          .sort()
          .join('\n'),
      ),
      mutated: request.mutation === undefined ? '' : masked(canonical(request.mutation.after)),
    };
    const different = differencesOf(ours, theirs);
    if (different.length === 0) continue;
    differing++;
    console.log(`${source.file} ${minor} ${request.document.kind} ${request.document.name}`);
    for (const difference of different) console.log(`    ${difference}`);
    if (values.keep === undefined) continue;
    mkdirSync(values.keep, { recursive: true });
    writeFileSync(join(values.keep, `${minor}-${source.file}`), source.content);
  }
}

function ask(all: readonly Sent[], policies: string, minor: Minor): readonly OracleLine[] {
  const operation = values.updates ? 'UPDATE' : 'CREATE';
  const options = ['-evaluate', '-isolate', '-operation', operation];
  // Each file is a cluster of its own, so that each has the policies.
  const files = all.map((object) => ({
    ...object,
    content: `# YAML\n${object.content}\n---\n${policies}`,
  }));
  return oracleLines(join(oracles, `oracle-${minor}`), options, files)
    .map(readOracleLine)
    .filter(({ document }) => document === 0);
}

function seenByServer({ admission = [], mutated }: OracleLine): Seen {
  const annotations = admission.flatMap(({ auditAnnotations = {} }) =>
    Object.entries(auditAnnotations).map(([key, value]) => `${key} ${value}`),
  );
  return {
    object: masked(annotations.sort().join('\n')),
    mutated: mutated === undefined ? '' : masked(canonical(mutated)),
  };
}

/** A text in which generated values are equal: identifiers, the time of the request, allocated addresses and ports. */
function masked(text: string): string {
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  return text
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replaceAll(new RegExp(`${today}T\\d\\d:\\d\\d:\\d\\dZ|2000-01-01T00:00:00Z`, 'g'), 'NOW')
    .replace(/\b10\.(?:9[6-9]|10\d|11[01])\.\d+\.\d+\b/g, 'ADDRESS')
    .replace(/\b3[0-2]\d{3}\b/g, 'PORT');
}

function differencesOf(ours: Seen, theirs: Seen): readonly string[] {
  return (['object', 'mutated'] as const).flatMap((part) => {
    const [own, other] = [ours[part], theirs[part]];
    if (own === other) return [];
    let at = 0;
    while (at < own.length && own[at] === other[at]) at++;
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 90);
    return [`${part} ours   ${around(own)}`, `${part} server ${around(other)}`];
  });
}
