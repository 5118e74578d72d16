import type { Cause } from '../../result/finding.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';

/** A field that cannot change. */
export interface FixedField {
  readonly path: readonly string[];
  readonly cause: Cause;
  /** The path that the server reports, if it is not the path of the field. */
  readonly field?: string;
}

/** A field at a path whose change is reported as an invalid value. */
export const invalid = (...path: readonly string[]): FixedField => ({
  path,
  cause: 'FieldValueInvalid',
});

const forbidden = (...path: readonly string[]): FixedField => ({
  path,
  cause: 'FieldValueForbidden',
});

/** The fields that cannot change, by kind. Source: the functions `Validate*Update` in `pkg/apis` of Kubernetes. */
const FIXED_FIELDS: ReadonlyMap<string, readonly FixedField[]> = new Map<
  KindName,
  readonly FixedField[]
>([
  ['Secret', [invalid('type')]],
  ['PriorityClass', [forbidden('value'), invalid('preemptionPolicy')]],
  ['IngressClass', [invalid('spec', 'controller')]],
  ['IPAddress', [invalid('spec', 'parentRef')]],
  ['EndpointSlice', [invalid('addressType')]],
  ['VolumeAttachment', [invalid('spec')]],
  ['RuntimeClass', [invalid('handler')]],
  ['ClusterTrustBundle', [invalid('spec', 'signerName')]],
  ['PodCertificateRequest', [invalid('spec')]],
  ['StorageVersionMigration', [invalid('spec')]],
  ['LeaseCandidate', [invalid('spec', 'leaseName')]],
  ['VolumeAttributesClass', [forbidden('driverName'), forbidden('parameters')]],
  [
    'CSIDriver',
    [
      { ...invalid('spec', 'attachRequired'), field: 'spec.attachedRequired' },
      invalid('spec', 'volumeLifecycleModes'),
    ],
  ],
  [
    'ResourceSlice',
    [invalid('spec', 'pool', 'name'), invalid('spec', 'driver'), invalid('spec', 'nodeName')],
  ],
  ['ResourceClaim', [invalid('spec')]],
  ['ResourceClaimTemplate', [invalid('spec')]],
  ['RoleBinding', [invalid('roleRef')]],
  ['ClusterRoleBinding', [invalid('roleRef')]],
  ['CSIStorageCapacity', [invalid('nodeTopology'), invalid('storageClassName')]],
  ['ControllerRevision', [invalid('data')]],
]);

/** The fields of an Event of events.k8s.io/v1 that cannot change, and their paths in the server. */
const FIXED_FIELDS_OF_EVENTS: readonly FixedField[] = [
  { ...invalid('regarding'), field: 'involvedObject' },
  invalid('reason'),
  { ...invalid('note'), field: 'message' },
  { ...invalid('deprecatedSource'), field: 'source' },
  { ...invalid('deprecatedFirstTimestamp'), field: 'firstTimestamp' },
  { ...invalid('deprecatedLastTimestamp'), field: 'lastTimestamp' },
  { ...invalid('deprecatedCount'), field: 'count' },
  invalid('type'),
  invalid('eventTime'),
  invalid('action'),
  invalid('related'),
  invalid('reportingController'),
  invalid('reportingInstance'),
];

/** Source: `ValidateStorageClassUpdate` in `pkg/apis/storage/validation/validation.go` of Kubernetes. */
function fixedFieldsOfStorageClass(minor: Minor): readonly FixedField[] {
  const fixed = serverHas('storage-class-changes-invalid', minor) ? invalid : forbidden;
  return [
    fixed('parameters'),
    fixed('provisioner'),
    fixed('reclaimPolicy'),
    invalid('volumeBindingMode'),
  ];
}

/** The fields of objects of a kind that cannot change, whatever else they have. */
export function fixedFieldsOfKind(
  kind: string,
  apiVersion: string,
  minor: Minor,
): readonly FixedField[] {
  if (kind === 'StorageClass') return fixedFieldsOfStorageClass(minor);
  if (kind !== 'Event') return FIXED_FIELDS.get(kind) ?? [];
  return apiVersion === 'v1' ? [] : FIXED_FIELDS_OF_EVENTS;
}

const SELECTOR = ['selector'] as const;

/** The fields of the specs of workloads that cannot change. */
export const FIXED_IN_WORKLOADS = {
  ReplicaSet: SELECTOR,
  Deployment: SELECTOR,
  DaemonSet: SELECTOR,
  StatefulSet: ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'],
  Job: [
    'selector',
    'completionMode',
    'podFailurePolicy',
    'backoffLimitPerIndex',
    'managedBy',
    'successPolicy',
  ],
} as const;
