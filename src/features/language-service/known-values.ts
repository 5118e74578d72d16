import { QUOTA_RESOURCES } from '../../analysis/quota/resource-names.ts';
import { RBAC_GROUP } from '../../analysis/rbac/group.ts';
import { NAMESPACE_NAME_LABEL } from '../../analysis/requests/namespace-reach.ts';
import type { Path } from '../../yaml/index.ts';
import { endsWith } from './index/targets.ts';

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'];
const ALLOCATION_MODES = ['ExactCount', 'All'];
const TAINT_EFFECTS = ['NoSchedule', 'NoExecute', 'None'];
const CLAIM_FATES = ['Retain', 'Delete'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const SCHEMA_TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

const FLOW_VERBS = 'get list watch create update patch delete deletecollection proxy *'.split(' ');
const SCHEMA_FORMATS =
  'byte cidr date date-time double duration email float hostname int32 int64 ipv4 ipv6 uri uuid'.split(
    ' ',
  );

/**
 * All values that the server allows for fields whose types declare none, or more: by the name of the struct
 * without its group and version, and the field. Those of a list are the values of its items.
 *
 * Source: the errors `Unsupported value` of the server, which a test compares.
 */
const ALLOWED_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['CSIDriverSpec.fsGroupPolicy', ['ReadWriteOnceWithFSType', 'File', 'None']],
  ['CSIDriverSpec.volumeLifecycleModes', ['Persistent', 'Ephemeral']],
  ['Container.restartPolicy', ['Always', 'OnFailure', 'Never']],
  ['ContainerResizePolicy.resourceName', ['cpu', 'memory']],
  ['ContainerResizePolicy.restartPolicy', ['NotRequired', 'RestartContainer']],
  ['ContainerRestartRule.action', ['Restart', 'RestartAllContainers']],
  ['ContainerRestartRuleOnExitCodes.operator', ['In', 'NotIn']],
  ['CustomResourceColumnDefinition.type', ['string', 'integer', 'number', 'boolean', 'date']],
  ['CustomResourceConversion.strategy', ['None', 'Webhook']],
  ['CustomResourceDefinitionSpec.scope', ['Namespaced', 'Cluster']],
  ['DeviceRequest.allocationMode', ALLOCATION_MODES],
  ['DeviceSubRequest.allocationMode', ALLOCATION_MODES],
  ['DeviceTaint.effect', TAINT_EFFECTS],
  ['DeviceToleration.effect', TAINT_EFFECTS],
  ['DeviceToleration.operator', ['Exists', 'Equal']],
  ['FlowDistinguisherMethod.type', ['ByUser', 'ByNamespace']],
  ['HPAScalingPolicy.type', ['Pods', 'Percent']],
  ['HPAScalingRules.selectPolicy', ['Max', 'Min', 'Disabled']],
  ['IngressClassParametersReference.scope', ['Cluster', 'Namespace']],
  ['JSONSchemaProps.type', SCHEMA_TYPES],
  ['JSONSchemaProps.x-kubernetes-list-type', ['atomic', 'set', 'map']],
  ['JSONSchemaProps.x-kubernetes-map-type', ['granular', 'atomic']],
  ['MutatingWebhook.sideEffects', SIDE_EFFECTS],
  ['LimitResponse.type', ['Queue', 'Reject']],
  ['MetricSpec.type', ['Resource', 'ContainerResource', 'Pods', 'Object', 'External']],
  ['MetricTarget.type', ['Utilization', 'AverageValue', 'Value']],
  ['NonResourcePolicyRule.verbs', FLOW_VERBS],
  ['ParamRef.parameterNotFoundAction', ['Allow', 'Deny']],
  ['PersistentVolumeClaimSpec.accessModes', ACCESS_MODES],
  ['PersistentVolumeSpec.accessModes', ACCESS_MODES],
  [
    'PodCertificateProjection.keyType',
    ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'],
  ],
  ['PodFailurePolicyOnPodConditionsPattern.status', ['True', 'False', 'Unknown']],
  ['PodSecurityContext.seLinuxChangePolicy', ['MountOption', 'Recursive']],
  ['PriorityLevelConfigurationSpec.type', ['Limited', 'Exempt']],
  ['ResourcePolicyRule.verbs', FLOW_VERBS],
  ['ServiceSpec.trafficDistribution', ['PreferSameZone', 'PreferSameNode', 'PreferClose']],
  ['StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted', CLAIM_FATES],
  ['StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled', CLAIM_FATES],
  ['Validation.reason', ['Invalid', 'Forbidden', 'Unauthorized', 'RequestEntityTooLarge']],
  ['ValidatingWebhook.sideEffects', SIDE_EFFECTS],
  [
    'ValidationRule.reason',
    ['FieldValueInvalid', 'FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate'],
  ],
]);

const CONTAINER_RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];
const LIMITED_RESOURCES = [...CONTAINER_RESOURCES, 'storage'];

/** The labels that each node has. Source: https://kubernetes.io/docs/reference/node/node-labels/ */
const NODE_LABELS = [
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
];

/**
 * The usual keys of maps: by the name of the struct without its group and version, and the field. Others are allowed.
 */
const USUAL_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['LimitRangeItem.default', CONTAINER_RESOURCES],
  ['LimitRangeItem.defaultRequest', CONTAINER_RESOURCES],
  ['LimitRangeItem.max', LIMITED_RESOURCES],
  ['LimitRangeItem.maxLimitRequestRatio', LIMITED_RESOURCES],
  ['LimitRangeItem.min', LIMITED_RESOURCES],
  ['Overhead.podFixed', ['cpu', 'memory']],
  ['PersistentVolumeSpec.capacity', ['storage']],
  ['PodSpec.nodeSelector', NODE_LABELS],
  ['ResourceQuotaSpec.hard', [...QUOTA_RESOURCES]],
  ['ResourceRequirements.limits', CONTAINER_RESOURCES],
  ['ResourceRequirements.requests', CONTAINER_RESOURCES],
  ['VolumeResourceRequirements.limits', ['storage']],
  ['VolumeResourceRequirements.requests', ['storage']],
]);

/** The values that the server allows for a field of a struct; empty if they are not listed. */
export function allowedValues(definition: string, field: string): readonly string[] {
  return ALLOWED_VALUES.get(nameOf(definition, field)) ?? [];
}

/** The usual keys of a map that is a field of a struct; empty if there are none. */
export function usualKeys(definition: string, field: string): readonly string[] {
  return USUAL_KEYS.get(nameOf(definition, field)) ?? [];
}

const SET_BY_SERVER =
  'creationTimestamp deletionGracePeriodSeconds deletionTimestamp generation managedFields resourceVersion selfLink uid';
const REFUSED_KEYWORDS =
  '$ref $schema additionalItems definitions dependencies id patternProperties';

/** The fields that the server sets, and the keywords of schemas that it refuses in CRDs. */
const RARELY_WRITTEN: ReadonlySet<string> = new Set([
  ...SET_BY_SERVER.split(' ').map((field) => `ObjectMeta.${field}`),
  ...REFUSED_KEYWORDS.split(' ').map((field) => `JSONSchemaProps.${field}`),
]);

/** Reports whether manifests rarely have a field of a struct. */
export function isRarelyWritten(definition: string, field: string): boolean {
  return RARELY_WRITTEN.has(nameOf(definition, field));
}

/** The name of a field without the group and version of its struct, such as `Validation.reason`. */
function nameOf(definition: string, field: string): string {
  return `${definition.slice(definition.lastIndexOf('.') + 1)}.${field}`;
}

interface UsualValues {
  /** The kinds of objects with the field; undefined for all kinds. */
  readonly kinds?: ReadonlySet<string>;
  /** The end of the path of the field. `*` is an item of a list. */
  readonly at: readonly string[];
  readonly values: readonly string[];
}

const POD_SECURITY = 'pod-security.kubernetes.io/';
const POD_SECURITY_MODES = ['enforce', 'audit', 'warn'];

/** The labels of a Namespace that Pod Security reads. */
const POD_SECURITY_LABELS: readonly string[] = POD_SECURITY_MODES.flatMap((mode) => [
  `${POD_SECURITY}${mode}`,
  `${POD_SECURITY}${mode}-version`,
]);

/** The labels that Kubernetes recommends for the objects of an application. */
const APPLICATION_LABELS = [
  'name',
  'instance',
  'version',
  'component',
  'part-of',
  'managed-by',
].map((name) => `app.kubernetes.io/${name}`);

/** The fields with usual values, which need not be all that are allowed. The first one that fits a place counts. */
const USUAL_VALUES: readonly UsualValues[] = [
  { at: ['nodeSelectorTerms', '*', 'matchExpressions', '*', 'key'], values: NODE_LABELS },
  {
    at: ['nodeSelectorTerms', '*', 'matchExpressions', '*', 'operator'],
    values: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
  },
  { at: ['matchExpressions', '*', 'operator'], values: ['In', 'NotIn', 'Exists', 'DoesNotExist'] },
  { at: ['nodeSelector', 'kubernetes.io/os'], values: ['linux', 'windows'] },
  { at: ['nodeSelector', 'kubernetes.io/arch'], values: ['amd64', 'arm64'] },
  {
    at: ['tolerations', '*', 'key'],
    values: [
      'node-role.kubernetes.io/control-plane',
      'node.kubernetes.io/not-ready',
      'node.kubernetes.io/unreachable',
    ],
  },
  { at: ['scaleTargetRef', 'kind'], values: ['Deployment', 'StatefulSet', 'ReplicaSet'] },
  { at: ['roleRef', 'kind'], values: ['ClusterRole', 'Role'] },
  { at: ['roleRef', 'apiGroup'], values: [RBAC_GROUP] },
  { at: ['subjects', '*', 'kind'], values: ['ServiceAccount', 'User', 'Group'] },
  { at: ['subjects', '*', 'apiGroup'], values: [RBAC_GROUP] },
  {
    at: ['fieldRef', 'fieldPath'],
    values: [
      'metadata.annotations',
      'metadata.labels',
      'metadata.name',
      'metadata.namespace',
      'metadata.uid',
      'spec.nodeName',
      'spec.serviceAccountName',
      'status.hostIP',
      'status.hostIPs',
      'status.podIP',
      'status.podIPs',
    ],
  },
  {
    at: ['resourceFieldRef', 'resource'],
    values: ['limits', 'requests'].flatMap((amounts) =>
      CONTAINER_RESOURCES.map((resource) => `${amounts}.${resource}`),
    ),
  },
  {
    at: ['topologyKey'],
    values: [
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
      'topology.kubernetes.io/region',
    ],
  },
  { at: ['capabilities', 'drop', '*'], values: ['ALL'] },
  ...['admissionReviewVersions', 'conversionReviewVersions'].map((field) => ({
    at: [field, '*'],
    values: ['v1', 'v1beta1'],
  })),
  { kinds: new Set(['CustomResourceDefinition']), at: ['format'], values: SCHEMA_FORMATS },
  { kinds: new Set(['Service']), at: ['spec', 'clusterIP'], values: ['None'] },
  {
    kinds: new Set(['Secret']),
    at: ['type'],
    values: [
      'Opaque',
      'bootstrap.kubernetes.io/token',
      'kubernetes.io/basic-auth',
      'kubernetes.io/dockercfg',
      'kubernetes.io/dockerconfigjson',
      'kubernetes.io/service-account-token',
      'kubernetes.io/ssh-auth',
      'kubernetes.io/tls',
    ],
  },
  ...POD_SECURITY_MODES.map((mode) => ({
    kinds: new Set(['Namespace']),
    at: ['labels', `${POD_SECURITY}${mode}`],
    values: ['privileged', 'baseline', 'restricted'],
  })),
];

/** The usual keys of the labels of the objects of a kind, or of the namespaces that a field of them selects. */
export function usualLabels(kind: string, field: Path): readonly string[] {
  const ofNamespaces = [...APPLICATION_LABELS, ...POD_SECURITY_LABELS];
  if (field.includes('namespaceSelector')) return [NAMESPACE_NAME_LABEL, ...ofNamespaces];
  return kind === 'Namespace' ? ofNamespaces : APPLICATION_LABELS;
}

/** The usual values of a field of the objects of a kind whose values no schema lists; empty if there are none. */
export function usualValues(kind: string, field: Path): readonly string[] {
  const found = USUAL_VALUES.find(
    ({ kinds, at }) => (kinds?.has(kind) ?? true) && endsWith(field, at),
  );
  return found?.values ?? [];
}
