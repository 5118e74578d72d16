import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { allKinds } from '../../src/server/kubernetes/kinds.ts';
import { modules } from './modules.ts';

const POLICIES = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];
const BINDINGS = POLICIES.map((policy) => `${policy}Binding`);
const WEBHOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const ADMISSION = [...POLICIES, ...BINDINGS, ...WEBHOOKS];
const CRD = ['CustomResourceDefinition'];
const PODS = [
  ...['Pod', 'PodTemplate', 'ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet'],
  ...['DaemonSet', 'Job', 'CronJob'],
];
const UPDATED_PODS = PODS.filter((kind) => kind !== 'ReplicationController');

/** Tables with an entry for each of many kinds, which may name all kinds. */
const TABLES: readonly string[] = [
  'src/server/kubernetes/kind-table.ts',
  'src/features/example/built-in-examples.ts',
  'src/features/language-service/index/reference-table.ts',
];

/**
 * Facts about kinds are in {@link TABLES}, and their checks in `rules/`. These are the other places that may name
 * kinds: a folder or module, the kinds, and the reason.
 */
const PLACES: readonly (readonly [path: string, kinds: readonly string[], reason: string])[] = [
  [
    'src/server/decode/defaults',
    [
      ...['Pod', 'ReplicationController', 'Job', 'CronJob', 'PersistentVolume'],
      ...[
        'PersistentVolumeClaim',
        'HorizontalPodAutoscaler',
        'Ingress',
        'RuntimeClass',
        'ServiceAccount',
        'Namespace',
        'PriorityLevelConfiguration',
      ],
    ],
    'the defaults of structs, by their definitions',
  ],
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
    'src/server/admission/objects/',
    [
      ...['Pod', 'Deployment', 'DaemonSet', 'Job', 'Service', 'EndpointSlice', 'Namespace', 'Node'],
      ...['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'PersistentVolume', 'APIService'],
      ...['PersistentVolumeClaim', 'VolumeAttributesClass', 'CSIDriver', 'Secret', 'PriorityClass'],
      ...['ServiceAccount', 'ServiceCIDR', 'LimitRange', 'Event', 'CertificateSigningRequest'],
      ...['DeviceTaintRule', ...CRD],
    ],
    'the preparation and the conversions of objects, by kind',
  ],
  [
    'src/sources/project/completed-fields.ts',
    ['Namespace', 'Node', 'Pod', 'DaemonSet', 'Deployment', 'StatefulSet'],
    'the kind that kustomize renames, those that clusters make or Spark completes, and those that need a selector',
  ],
  [
    'src/sources/project/made-crds.ts',
    [...CRD, 'APIService'],
    'the CRDs of old releases, and extension servers',
  ],
  [
    'src/sources/installations/',
    ['Namespace', 'Pod', ...CRD],
    'the order in which objects are created',
  ],
  [
    'src/lint/kustomizations/kustomization-documents.ts',
    ['Namespace'],
    'the kind that a kustomization with a namespace renames',
  ],
  [
    'src/sources/project/kustomize/patch-directive.ts',
    ['ControllerRevision'],
    'the kind in which controllers keep patches',
  ],
  [
    'src/lint/kustomizations/check-kustomizations.ts',
    ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'],
    'the kinds whose number of replicas kustomize sets',
  ],
  [
    'src/sources/project/kustomize/kustomize-patch.ts',
    ['CronJob', 'ReplicationController', 'Service'],
    'the selectors and templates that kustomize adds labels to',
  ],
  [
    'src/sources/project/kustomize/kustomization.ts',
    ['ConfigMap', 'Secret'],
    'the objects that kustomize generates',
  ],
  [
    'src/sources/project/kustomize/kustomized-name.ts',
    ['APIService', 'Namespace', ...CRD],
    'the names that kustomize gives objects',
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
  ['src/analysis/admission/', [...ADMISSION, ...CRD], 'analysis of webhooks and policies'],
  ['src/analysis/autoscalers/', ['HorizontalPodAutoscaler'], 'the metrics of autoscalers'],
  ['src/analysis/cel/', [...POLICIES, ...CRD], 'analysis of the objects with CEL expressions'],
  ['src/analysis/crd/', CRD, 'analysis of CRDs'],
  [
    'src/analysis/devices/',
    ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
    'the requests for devices, the classes of them, and the devices',
  ],
  ['src/analysis/ingresses/', ['Ingress'], 'the paths of Ingresses'],
  [
    'src/analysis/pods/',
    ['ResourceSlice', ...PODS, 'PersistentVolume', 'PodCertificateRequest', 'RuntimeClass'],
    'the pods of all kinds that have them',
  ],
  [
    'src/analysis/workloads/',
    PODS.filter((kind) => !['Pod', 'PodTemplate', 'ReplicationController'].includes(kind)),
    'the selectors and the jobs of workloads',
  ],
  [
    'src/analysis/storage/',
    ['PersistentVolumeClaim', 'VolumeAttributesClass'],
    'the claims in pods and workloads',
  ],
  ['src/analysis/services/', ['Service'], 'the addresses and ports of Services'],
  ['src/analysis/data/', ['ConfigMap', 'Secret'], 'the entries of both kinds'],
  [
    'src/analysis/flow-control/',
    ['FlowSchema', 'PriorityLevelConfiguration', 'ServiceAccount'],
    'analysis of flow control and its subjects',
  ],
  [
    'src/analysis/installations/',
    [
      ...ADMISSION,
      ...['APIService', 'Namespace', 'Service', 'EndpointSlice', 'Pod', 'CronJob', 'DaemonSet'],
      ...['Deployment', 'Job', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'LimitRange'],
      ...['ConfigMap', 'PersistentVolumeClaim', 'Secret', 'ServiceAccount'],
    ],
    'analysis of workloads and what they need, Services and the requests that they need or answer',
  ],
  [
    'src/analysis/metadata/label-selector.ts',
    [
      ...ADMISSION,
      ...['ClusterRole', 'CSIStorageCapacity', 'NetworkPolicy', 'PersistentVolumeClaim'],
      ...['PodDisruptionBudget', 'StatefulSet'],
    ],
    'the order in which the server validates label selectors',
  ],
  ['src/analysis/metadata/names.ts', ['ClusterTrustBundle'], 'the names that start with a signer'],
  ['src/analysis/network-policy/', ['NetworkPolicy', 'Ingress'], 'analysis of network policies'],
  [
    'src/analysis/quota/',
    ['LimitRange', 'PriorityClass', 'ResourceQuota', 'VolumeAttributesClass'],
    'analysis of quotas and their scopes',
  ],
  [
    'src/analysis/pod-groups/',
    ['Workload', 'CompositePodGroup'],
    'the templates of groups of pods, and a feature gate',
  ],
  ['src/analysis/requests/', ADMISSION, 'analysis of the requests that resource rules match'],
  [
    'src/analysis/updates/',
    [
      ...[...WEBHOOKS, ...CRD, ...UPDATED_PODS, 'NetworkPolicy', 'PodDisruptionBudget'],
      ...['PriorityLevelConfiguration', 'ResourceQuota', 'ConfigMap', 'Secret', 'PriorityClass'],
      ...['Endpoints', 'EndpointSlice', 'Ingress', 'IngressClass', 'IPAddress', 'Service'],
      ...['ServiceCIDR', 'HorizontalPodAutoscaler', 'Lease', 'PersistentVolumeClaim'],
      ...['StorageClass', 'VolumeAttributesClass', 'CSIDriver', 'CSINode', 'CSIStorageCapacity'],
      ...['PersistentVolume', 'VolumeAttachment', 'RuntimeClass', 'ClusterTrustBundle'],
      ...['PodCertificateRequest', 'StorageVersionMigration', 'LeaseCandidate', 'StorageVersion'],
      ...['Event', 'Node', 'CertificateSigningRequest', 'ControllerRevision'],
      ...['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'DeviceTaintRule'],
      ...['ResourceSlice', 'RoleBinding', 'ClusterRoleBinding', 'Namespace'],
      ...['Eviction', 'EvictionRequest', 'ResourcePoolStatusRequest', 'PodGroup'],
      ...['CompositePodGroup', 'Workload', 'ReplicationController'],
    ],
    'the differences between updates and new objects',
  ],
  ['src/lint/', CRD, 'CRDs define kinds of the run'],
  ['src/lint/decide/', [...ADMISSION, 'Event', 'Namespace'], 'the cluster of policies'],
  ['src/features/admit/', ['Binding', 'Eviction'], 'the objects of requests to subresources'],
  ['src/lint/check/check-embedded.ts', ['ConfigMap'], 'the objects with manifests in their values'],
  ['src/report/summary.ts', CRD, 'the number of CRDs'],
  ['src/features/crds/', CRD, 'the CRDs that a repository keeps'],
  ['src/features/diff/', CRD, 'the changes of CRDs'],
  ['src/features/policy-tests/', [...POLICIES, 'Namespace'], 'the policies that are tested'],
  [
    'src/features/policy-tests/init/base-objects.ts',
    [
      ...['Pod', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Node'],
      ...['Service', 'Ingress', 'NetworkPolicy', 'ConfigMap', 'Secret', 'PersistentVolumeClaim'],
      ...['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding', 'HorizontalPodAutoscaler'],
      ...['PodDisruptionBudget', 'Binding'],
    ],
    'the smallest objects to test policies with',
  ],
  ['src/features/language-service/', CRD, 'the CRDs of a folder, and their expressions'],
  [
    'src/features/language-service/known-values.ts',
    [
      'Namespace',
      'Role',
      'ClusterRole',
      'ServiceAccount',
      'Service',
      'Secret',
      'Deployment',
      'StatefulSet',
      'ReplicaSet',
      ...CRD,
    ],
    'the usual values of fields',
  ],
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
    if (TABLES.includes(path)) return [];
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
  expect(TABLES.filter((table) => !named.get(table)?.size)).toEqual([]);
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
