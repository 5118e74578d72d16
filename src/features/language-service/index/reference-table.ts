import { NAMESPACE_NAME_LABEL } from '../../../analysis/requests/namespace-reach.ts';

/** A field that names another object. */
interface ReferenceField {
  /** The kinds of objects with the field; undefined for all kinds. */
  readonly kinds?: ReadonlySet<string>;
  /** The end of the path of the mapping with the reference. `*` is an item of a list. */
  readonly at: readonly string[];
  /** The field of the mapping with the name; `*` for the items of a list. */
  readonly name: string;
  /** The field of the mapping with the namespace; undefined for the namespace of the object itself. */
  readonly namespace?: string;
  /** The kind that is named, or the field of the mapping with the kind. */
  readonly kind: { readonly is: string } | { readonly field: string };
}

const BINDINGS = new Set(['RoleBinding', 'ClusterRoleBinding']);
const WEBHOOKS = new Set(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']);

/** A reference to a Service in any namespace. */
const SERVICE = { name: 'name', namespace: 'namespace', kind: { is: 'Service' } } as const;

/** A reference to an object of any kind and namespace. */
const OBJECT = { name: 'name', namespace: 'namespace', kind: { field: 'kind' } } as const;

/** The specs of pods: of a Pod itself, and of templates. */
const POD_SPECS = [{ kinds: new Set(['Pod']), at: ['spec'] }, { at: ['template', 'spec'] }];

/** The specs of claims: of a PersistentVolumeClaim itself, and of templates. */
const CLAIM_SPECS = [
  { kinds: new Set(['PersistentVolumeClaim']), at: ['spec'] },
  { at: ['volumeClaimTemplates', '*', 'spec'] },
  { at: ['volumeClaimTemplate', 'spec'] },
];

/** The lists of rules about resources. */
export const RULE_LISTS: readonly string[] = ['rules', 'resourceRules', 'excludeResourceRules'];

/** The fields that name other objects. The first one that fits a place counts. */
export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  named('ValidatingAdmissionPolicyBinding', ['spec'], 'policyName', 'ValidatingAdmissionPolicy'),
  named('MutatingAdmissionPolicyBinding', ['spec'], 'policyName', 'MutatingAdmissionPolicy'),
  { ...SERVICE, kinds: WEBHOOKS, at: ['webhooks', '*', 'clientConfig', 'service'] },
  {
    ...SERVICE,
    kinds: new Set(['CustomResourceDefinition']),
    at: ['spec', 'conversion', 'webhook', 'clientConfig', 'service'],
  },
  { ...SERVICE, kinds: new Set(['APIService']), at: ['spec', 'service'] },
  named('FlowSchema', ['spec', 'priorityLevelConfiguration'], 'name', 'PriorityLevelConfiguration'),
  {
    kinds: new Set(['FlowSchema']),
    at: ['spec', 'rules', '*', 'subjects', '*', 'serviceAccount'],
    name: 'name',
    namespace: 'namespace',
    kind: { is: 'ServiceAccount' },
  },
  ...[
    ['patches', '*', 'target'],
    ['patchesJson6902', '*', 'target'],
    ['replacements', '*', 'source'],
    ['targets', '*', 'select'],
    ['targets', '*', 'reject', '*'],
  ].map((at) => ({
    kinds: new Set(['Kustomization', 'Component']),
    at,
    ...OBJECT,
  })),
  named('FlowSchema', ['resourceRules', '*', 'namespaces'], '*', 'Namespace'),
  { at: ['matchLabels'], name: NAMESPACE_NAME_LABEL, kind: { is: 'Namespace' } },
  named(
    'ResourceQuota',
    ['scopeSelector', 'matchExpressions', '*', 'values'],
    '*',
    'PriorityClass',
  ),
  { kinds: BINDINGS, at: ['roleRef'], name: 'name', kind: { field: 'kind' } },
  {
    kinds: BINDINGS,
    at: ['subjects', '*'],
    ...OBJECT,
  },
  ...['backend', 'defaultBackend'].map((backend) =>
    named('Ingress', [backend, 'service'], 'name', 'Service'),
  ),
  {
    kinds: new Set(['HorizontalPodAutoscaler']),
    at: ['spec', 'scaleTargetRef'],
    name: 'name',
    kind: { field: 'kind' },
  },
  { at: ['volumes', '*', 'configMap'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['volumes', '*', 'secret'], name: 'secretName', kind: { is: 'Secret' } },
  {
    at: ['volumes', '*', 'persistentVolumeClaim'],
    name: 'claimName',
    kind: { is: 'PersistentVolumeClaim' },
  },
  { at: ['projected', 'sources', '*', 'configMap'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['projected', 'sources', '*', 'secret'], name: 'name', kind: { is: 'Secret' } },
  { at: ['valueFrom', 'configMapKeyRef'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['valueFrom', 'secretKeyRef'], name: 'name', kind: { is: 'Secret' } },
  { at: ['envFrom', '*', 'configMapRef'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['envFrom', '*', 'secretRef'], name: 'name', kind: { is: 'Secret' } },
  { at: ['imagePullSecrets', '*'], name: 'name', kind: { is: 'Secret' } },
  ...POD_SPECS.flatMap((spec): readonly ReferenceField[] => [
    { ...spec, name: 'serviceAccountName', kind: { is: 'ServiceAccount' } },
    { ...spec, name: 'priorityClassName', kind: { is: 'PriorityClass' } },
    { ...spec, name: 'runtimeClassName', kind: { is: 'RuntimeClass' } },
    { ...spec, name: 'nodeName', kind: { is: 'Node' } },
  ]),
  named('Ingress', ['spec'], 'ingressClassName', 'IngressClass'),
  named('Ingress', ['tls', '*'], 'secretName', 'Secret'),
  named('StatefulSet', ['spec'], 'serviceName', 'Service'),
  ...CLAIM_SPECS.flatMap((spec): readonly ReferenceField[] => [
    { ...spec, name: 'storageClassName', kind: { is: 'StorageClass' } },
    { ...spec, name: 'volumeAttributesClassName', kind: { is: 'VolumeAttributesClass' } },
    { ...spec, name: 'volumeName', kind: { is: 'PersistentVolume' } },
  ]),
  { at: [], name: 'namespace', kind: { is: 'Namespace' } },
];

/** A field of the objects of one kind with the name of an object of another one. */
function named(owner: string, at: readonly string[], name: string, kind: string): ReferenceField {
  return { kinds: new Set([owner]), at, name, kind: { is: kind } };
}

/** A field that selects pods of the namespace of its object by their labels. */
interface PodSelectorField {
  readonly field: readonly string[];
  /** `labels` for a mapping with all labels of the pods, without expressions. */
  readonly form: 'labels' | 'selector';
}

/** The fields that select pods, by kind. */
export const POD_SELECTORS: ReadonlyMap<string, PodSelectorField> = new Map([
  ['Service', { field: ['spec', 'selector'], form: 'labels' }],
  ['NetworkPolicy', { field: ['spec', 'podSelector'], form: 'selector' }],
  ['PodDisruptionBudget', { field: ['spec', 'selector'], form: 'selector' }],
]);

/** A part of an object that others name. */
export type EntryKind =
  | 'key'
  | 'port'
  | 'port-number'
  | 'container-port'
  | 'container-port-number'
  | 'volume'
  | 'container';

/** A field with parts of an object that others name. */
interface EntryField {
  readonly kind: EntryKind;
  /** The path of a mapping with one part by each key, or of the parts; `*` is an item of a list. */
  readonly at: readonly string[];
  /** The field with the name or the number of a part; undefined if the keys are the names. */
  readonly name?: string;
  /** The field of a part that is shown with its name. */
  readonly detail?: string;
}

/** The paths of the specs of pods in the kinds of Kubernetes. */
const POD_SPEC_PATHS = [
  ['spec'],
  ['spec', 'template', 'spec'],
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
];

/** The fields with parts of objects that others name. */
export const ENTRY_FIELDS: readonly EntryField[] = [
  { kind: 'key', at: ['data'] },
  { kind: 'key', at: ['binaryData'] },
  { kind: 'key', at: ['stringData'] },
  { kind: 'port', at: ['spec', 'ports', '*'], name: 'name', detail: 'port' },
  { kind: 'port-number', at: ['spec', 'ports', '*'], name: 'port', detail: 'name' },
  ...POD_SPEC_PATHS.flatMap((spec): readonly EntryField[] => [
    { kind: 'volume', at: [...spec, 'volumes', '*'], name: 'name' },
    { kind: 'container', at: [...spec, 'containers', '*'], name: 'name', detail: 'image' },
    { kind: 'container', at: [...spec, 'initContainers', '*'], name: 'name', detail: 'image' },
    ...['containers', 'initContainers'].flatMap((containers): readonly EntryField[] => {
      const at = [...spec, containers, '*', 'ports', '*'];
      return [
        { kind: 'container-port', at, name: 'name', detail: 'containerPort' },
        { kind: 'container-port-number', at, name: 'containerPort', detail: 'name' },
      ];
    }),
  ]),
  // The volumes that a StatefulSet makes of its templates.
  { kind: 'volume', at: ['spec', 'volumeClaimTemplates', '*', 'metadata'], name: 'name' },
];

/** A field that names a part of an object. */
export interface EntryReference {
  readonly kinds?: ReadonlySet<string>;
  /** The end of the path of the field. `*` is an item of a list. */
  readonly at: readonly string[];
  /** The kinds of the parts that it can name. */
  readonly entries: readonly EntryKind[];
  /**
   * The object with the part: that with the field, the pods that it selects, or the object that another field names.
   * The way to that field is a number of steps up, then steps down.
   */
  readonly owner:
    | 'self'
    | 'selected-pods'
    | { readonly up: number; readonly name: readonly string[] };
}

const CONTAINER_PORTS = ['container-port', 'container-port-number'] as const;

/** The fields that name parts of objects. The first one that fits a place counts. */
export const ENTRY_REFERENCES: readonly EntryReference[] = [
  ...['configMapKeyRef', 'secretKeyRef'].map((reference) => ({
    at: [reference, 'key'],
    entries: ['key' as const],
    owner: { up: 1, name: ['name'] },
  })),
  ...['configMap', 'secret'].map((source) => ({
    at: ['projected', 'sources', '*', source, 'items', '*', 'key'],
    entries: ['key' as const],
    owner: { up: 3, name: ['name'] },
  })),
  { at: ['configMap', 'items', '*', 'key'], entries: ['key'], owner: { up: 3, name: ['name'] } },
  { at: ['secret', 'items', '*', 'key'], entries: ['key'], owner: { up: 3, name: ['secretName'] } },
  {
    kinds: new Set(['Ingress']),
    at: ['service', 'port', 'name'],
    entries: ['port'],
    owner: { up: 2, name: ['name'] },
  },
  {
    kinds: new Set(['Ingress']),
    at: ['service', 'port', 'number'],
    entries: ['port-number'],
    owner: { up: 2, name: ['name'] },
  },
  ...[
    ['clientConfig', 'service', 'port'],
    ['spec', 'service', 'port'],
  ].map((at) => ({ at, entries: ['port-number' as const], owner: { up: 1, name: ['name'] } })),
  { at: ['volumeMounts', '*', 'name'], entries: ['volume'], owner: 'self' },
  { at: ['volumeDevices', '*', 'name'], entries: ['volume'], owner: 'self' },
  ...['httpGet', 'tcpSocket'].map((handler) => ({
    at: [handler, 'port'],
    entries: CONTAINER_PORTS,
    owner: 'self' as const,
  })),
  { at: ['resourceFieldRef', 'containerName'], entries: ['container'], owner: 'self' },
  {
    kinds: new Set(['Service']),
    at: ['ports', '*', 'targetPort'],
    entries: CONTAINER_PORTS,
    owner: 'selected-pods',
  },
];
