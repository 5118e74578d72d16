/** A field that names another object. */
export interface ReferenceField {
  /** The kinds of objects with the field; undefined for all kinds. */
  readonly kinds?: ReadonlySet<string>;
  /** The end of the path of the mapping with the reference. `*` is an item of a list. */
  readonly at: readonly string[];
  /** The field of the mapping with the name. */
  readonly name: string;
  /** The field of the mapping with the namespace; undefined for the namespace of the object itself. */
  readonly namespace?: string;
  /** The kind that is named, or the field of the mapping with the kind. */
  readonly kind: { readonly is: string } | { readonly field: string };
}

const BINDINGS = new Set(['RoleBinding', 'ClusterRoleBinding']);
const WEBHOOKS = new Set(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']);

/** The fields that name other objects. The first one that fits a place counts. */
export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  {
    kinds: new Set(['ValidatingAdmissionPolicyBinding']),
    at: ['spec'],
    name: 'policyName',
    kind: { is: 'ValidatingAdmissionPolicy' },
  },
  {
    kinds: new Set(['MutatingAdmissionPolicyBinding']),
    at: ['spec'],
    name: 'policyName',
    kind: { is: 'MutatingAdmissionPolicy' },
  },
  {
    kinds: WEBHOOKS,
    at: ['webhooks', '*', 'clientConfig', 'service'],
    name: 'name',
    namespace: 'namespace',
    kind: { is: 'Service' },
  },
  {
    kinds: new Set(['CustomResourceDefinition']),
    at: ['spec', 'conversion', 'webhook', 'clientConfig', 'service'],
    name: 'name',
    namespace: 'namespace',
    kind: { is: 'Service' },
  },
  {
    kinds: new Set(['APIService']),
    at: ['spec', 'service'],
    name: 'name',
    namespace: 'namespace',
    kind: { is: 'Service' },
  },
  {
    kinds: new Set(['FlowSchema']),
    at: ['spec', 'priorityLevelConfiguration'],
    name: 'name',
    kind: { is: 'PriorityLevelConfiguration' },
  },
  {
    kinds: new Set(['FlowSchema']),
    at: ['spec', 'rules', '*', 'subjects', '*', 'serviceAccount'],
    name: 'name',
    namespace: 'namespace',
    kind: { is: 'ServiceAccount' },
  },
  { kinds: BINDINGS, at: ['roleRef'], name: 'name', kind: { field: 'kind' } },
  {
    kinds: BINDINGS,
    at: ['subjects', '*'],
    name: 'name',
    namespace: 'namespace',
    kind: { field: 'kind' },
  },
  {
    kinds: new Set(['Ingress']),
    at: ['backend', 'service'],
    name: 'name',
    kind: { is: 'Service' },
  },
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
  { at: ['valueFrom', 'configMapKeyRef'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['valueFrom', 'secretKeyRef'], name: 'name', kind: { is: 'Secret' } },
  { at: ['envFrom', '*', 'configMapRef'], name: 'name', kind: { is: 'ConfigMap' } },
  { at: ['envFrom', '*', 'secretRef'], name: 'name', kind: { is: 'Secret' } },
  { at: ['imagePullSecrets', '*'], name: 'name', kind: { is: 'Secret' } },
  {
    kinds: new Set(['Pod']),
    at: ['spec'],
    name: 'serviceAccountName',
    kind: { is: 'ServiceAccount' },
  },
  { at: ['template', 'spec'], name: 'serviceAccountName', kind: { is: 'ServiceAccount' } },
  {
    kinds: new Set(['Pod']),
    at: ['spec'],
    name: 'priorityClassName',
    kind: { is: 'PriorityClass' },
  },
  { at: ['template', 'spec'], name: 'priorityClassName', kind: { is: 'PriorityClass' } },
  { at: ['metadata'], name: 'namespace', kind: { is: 'Namespace' } },
];

/** A field that selects pods of the namespace of its object by their labels. */
export interface PodSelectorField {
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
