import { changeErrors } from '../../src/analysis/change-errors.ts';
import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/fixed-values',
  on: 'object',
  kinds: [
    'Secret',
    'ConfigMap',
    'Service',
    'PriorityClass',
    'IngressClass',
    'IPAddress',
    'ServiceCIDR',
    'EndpointSlice',
    'PersistentVolumeClaim',
    'StorageClass',
    'VolumeAttributesClass',
    'PersistentVolume',
    'VolumeAttachment',
    'RuntimeClass',
    'ClusterTrustBundle',
    'PodCertificateRequest',
    'StorageVersionMigration',
    'LeaseCandidate',
    'CSIDriver',
    'CSINode',
    'CSIStorageCapacity',
    'ResourceClaim',
    'ResourceClaimTemplate',
    'ResourceSlice',
    'ControllerRevision',
    'RoleBinding',
    'ClusterRoleBinding',
    'Event',
    'Node',
    'Eviction',
    'EvictionRequest',
    'ResourcePoolStatusRequest',
    'PodGroup',
    'CompositePodGroup',
    'Workload',
  ],
  severity: 'error',
  summary: 'An update changes no value that is fixed when the object is created.',
  details: `
Some values cannot change as long as the object exists: the type of a Secret, the data of a Secret or ConfigMap with
\`immutable: true\`, the value of a PriorityClass, the controller of an IngressClass, the parameters and policies of a
StorageClass, the \`clusterIP\` of a Service, the \`providerID\` of a Node, the data of a ControllerRevision, the role of a RoleBinding or ClusterRoleBinding, what an Event of
events.k8s.io/v1 says, the spec of a ResourceClaim or ResourceClaimTemplate, the pool, driver and node of a ResourceSlice, the
target of an EvictionRequest, and most of the spec of a PersistentVolumeClaim. A claim that is bound can request more storage, but never less.

Delete the object and create it again, or create one with another name and use that.

This rule needs the stored object: \`--base\` says where it is.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/configmap/#configmap-immutable',
  messages: {
    fixed: {
      text: '{field} cannot change: {reason}',
      help: 'keep the stored value, or create an object with another name',
      cause: 'FieldValueForbidden',
      rows: [
        'fixed-secret-type',
        'lease-candidate-lease',
        'fixed-immutable-data',
        'fixed-priority-class',
        'fixed-storage-class',
        'fixed-claim',
        'fixed-service',
        'fixed-volume',
        'fixed-event',
        'fixed-node',
        'fixed-revision',
        'fixed-certificates',
        'fixed-role',
        'fixed-device-claim',
        'fixed-slice',
        'fixed-eviction',
        'fixed-pool-request',
        'fixed-pod-group',
        'fixed-workload',
      ],
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
          apiVersion: v1
          kind: ConfigMap
          metadata: { name: settings }
          immutable: true
          data: { color: blue }
        `,
        changed: yaml`
          apiVersion: v1
          kind: ConfigMap
          metadata: { name: settings }
          immutable: true
          data: { color: green }
          #     ^^^^^^^^^^^^^^^^ expect: fixed
        `,
      },
      {
        stored: yaml`
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: { name: readers, namespace: shop }
          roleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: Role
            name: reader
          subjects: [{ kind: ServiceAccount, name: shop, namespace: shop }]
        `,
        changed: yaml`
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: { name: readers, namespace: shop }
          roleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: Role
            name: editor
            #     ^^^^^^ expect: fixed
          subjects: [{ kind: ServiceAccount, name: shop, namespace: shop }]
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: settings-2 }
        immutable: true
        data: { color: blue }
      `,
    ],
  },
  check(resource, { report }) {
    const { stored } = resource;
    if (stored === undefined) return;
    for (const error of changeErrors(resource)) {
      if (error.kind !== 'fixed') continue;
      const { cause, at, field, before, reason } = error;
      const values = { field: at.path, reason };
      const related = [placeBefore(stored, before)];
      report({ message: 'fixed', cause, at, path: field, values, related });
    }
  },
});
