import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { allKinds } from '../../src/server/kubernetes/kinds.ts';
import { modules } from './modules.ts';

const POLICIES = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];
const BINDINGS = POLICIES.map((policy) => `${policy}Binding`);
const CRD = ['CustomResourceDefinition'];

/** Tables with an entry for each of many kinds, and folders about single kinds, which may name all kinds. */
const ABOUT_KINDS: readonly string[] = [
  'src/server/kubernetes/kind-table.ts',
  'src/features/example/built-in-examples.ts',
  'src/features/language-service/index/reference-table.ts',
  'src/features/language-service/known-values.ts',
  'src/features/policy-tests/init/base-objects.ts',
  'src/server/decode/defaults',
  'src/server/admission/objects/',
  'src/sources/',
  'src/analysis/',
];

/** The other modules that may name kinds: a folder or module, the kinds, and the reason. */
const PLACES: readonly (readonly [path: string, kinds: readonly string[], reason: string])[] = [
  [
    'src/server/decode/annotations.ts',
    ['DaemonSet', 'Deployment'],
    'their beta fields as annotations',
  ],
  ['src/server/decode/metadata.ts', ['LimitRange'], 'a type with the metadata that all kinds have'],
  [
    'src/server/crd/values/embedded-metadata.ts',
    ['Event'],
    'the rule for names of embedded Events',
  ],
  ['src/server/custom-resources/examples/', ['ConfigMap'], 'an example of an embedded object'],
  ['src/server/expressions/types/', ['Namespace'], 'the variable namespaceObject'],
  ['src/server/admission/', [...POLICIES, 'Namespace'], 'the decisions of policies in a namespace'],
  [
    'src/lint/kustomizations/kustomization-documents.ts',
    ['Namespace'],
    'the kind that a kustomization with a namespace renames',
  ],
  [
    'src/lint/kustomizations/check-kustomizations.ts',
    ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'],
    'the kinds whose number of replicas kustomize sets',
  ],
  [
    'src/lint/check/part-effects.ts',
    ['MutatingWebhookConfiguration'],
    'the fields that webhooks set',
  ],
  ['src/hosts/node/render/', ['ConfigMap'], 'the values that objects of Flux take from others'],
  [
    'src/features/upgrade/',
    ['ValidatingAdmissionPolicyBinding', 'StatefulSet', ...CRD],
    'the fields that work differently in a newer minor',
  ],
  ['src/lint/', CRD, 'CRDs define kinds of the run'],
  ['src/lint/decide/', [...POLICIES, ...BINDINGS, 'Event', 'Namespace'], 'the cluster of policies'],
  ['src/features/admit/', ['Binding', 'Eviction'], 'the objects of requests to subresources'],
  ['src/lint/check/check-embedded.ts', ['ConfigMap'], 'the objects with manifests in their values'],
  ['src/report/summary.ts', CRD, 'the number of CRDs'],
  ['src/features/crds/', CRD, 'the CRDs that a repository keeps'],
  ['src/features/diff/', CRD, 'the changes of CRDs'],
  ['src/features/policy-tests/', [...POLICIES, 'Namespace'], 'the policies that are tested'],
  ['src/features/language-service/', CRD, 'the CRDs of a folder, and their expressions'],
  [
    'src/features/language-service/navigation/matched-objects.ts',
    ['Namespace'],
    'the objects that policies and webhooks match',
  ],
  [
    'src/features/language-service/navigation/object-lenses.ts',
    [...POLICIES, 'Pod'],
    'the lines above policies, and above objects that select pods',
  ],
  [
    'src/features/language-service/shape.ts',
    ['ConfigMap'],
    'any built-in object, of which custom resources have the first fields',
  ],
  ['src/hosts/cli/commands/admit.ts', CRD, 'the check for custom resources without a CRD'],
];

const names = new Set(allKinds().map(({ kind }) => kind));

/**
 * Returns the kinds that a module names in strings, also as the end of a definition such as `core.v1.Pod`, or as keys.
 */
function kindsNamedIn(path: string, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (name: string): void => {
    const kind = name.replace(/^[a-z]+\.v\w+\./, '');
    if (names.has(kind)) found.add(kind);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') note(value);
    },
    Property: ({ key }) => {
      if (key.type === 'Identifier') note(key.name);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const repository = join(import.meta.dirname, '../..');

const named: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...modules.keys()]
    .filter((path) => path.startsWith('src/') && !path.endsWith('.generated.ts'))
    .map((path) => [path, kindsNamedIn(path, readFileSync(join(repository, path), 'utf8'))]),
);

it('kinds are named in the table, in rules, and in code about these kinds only', () => {
  const elsewhere = [...named].flatMap(([path, kinds]) => {
    if (ABOUT_KINDS.some((place) => path.startsWith(place))) return [];
    const places = PLACES.filter(([place]) => path.startsWith(place));
    const allowed = new Set(places.flatMap(([, ofPlace]) => ofPlace));
    return [...kinds].filter((kind) => !allowed.has(kind)).map((kind) => `${path}: ${kind}`);
  });
  expect(elsewhere).toEqual([]);
});

it('lists no kind that a place does not name', () => {
  const needless = PLACES.flatMap(([place, kinds]) => {
    const inPlace = [...named].filter(([path]) => path.startsWith(place));
    const found = new Set(inPlace.flatMap(([, ofModule]) => [...ofModule]));
    return kinds.filter((kind) => !found.has(kind)).map((kind) => `${place}: ${kind}`);
  });
  expect(needless).toEqual([]);
  const unused = ABOUT_KINDS.filter(
    (place) => ![...named].some(([path, { size }]) => path.startsWith(place) && size > 0),
  );
  expect(unused).toEqual([]);
});

it.each([
  ["const a = ['Pod'];", ['Pod']],
  ["type A = Resource<'NetworkPolicy'>;", ['NetworkPolicy']],
  ['const a = { LimitRange: 1 };', ['LimitRange']],
  ["const a = 'core.v1.Secret';", ['Secret']],
  ['const a = Pod.spec;', []],
])('finds the kinds in %s', (text, kinds) => {
  expect([...kindsNamedIn('a.ts', text)]).toEqual(kinds);
});
