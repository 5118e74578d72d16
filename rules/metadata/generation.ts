import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'metadata/generation',
  on: 'object',
  kinds: [
    'LimitRange',
    'ResourceQuota',
    'APIService',
    'Namespace',
    'ServiceAccount',
    'ConfigMap',
    'Secret',
    'Lease',
    'Event',
    'ControllerRevision',
    'Node',
    'CertificateSigningRequest',
    'Service',
    'Endpoints',
    'IPAddress',
    'ServiceCIDR',
    'PersistentVolumeClaim',
    'StorageClass',
    'VolumeAttributesClass',
    'CSIDriver',
    'CSINode',
    'CSIStorageCapacity',
    'PersistentVolume',
    'Pod',
    'VolumeAttachment',
    'RuntimeClass',
    'Role',
    'ClusterRole',
    'RoleBinding',
    'ClusterRoleBinding',
    'ResourceClaim',
    'ResourceClaimTemplate',
    'HorizontalPodAutoscaler',
    'ClusterTrustBundle',
    'PodCertificateRequest',
    'StorageVersionMigration',
    'LeaseCandidate',
    'StorageVersion',
    'PodSchedulingContext',
    'ResourcePoolStatusRequest',
    'PodGroup',
    'CompositePodGroup',
    'Workload',
  ],
  severity: 'error',
  summary: 'The generation of an object is not negative.',
  details: `
The server increments \`metadata.generation\` each time the spec of an object changes. For most kinds, it overwrites the
value in the manifest. For kinds whose changes it does not count, such as ResourceQuota and ConfigMap, it keeps the value when
the object is created, and refuses a negative number.

Remove the field.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/#System',
  messages: {
    negative: {
      text: 'generation is {value}; it must not be negative',
      help: 'remove metadata.generation',
      cause: 'FieldValueInvalid',
      step: 'metadata',
      rows: ['meta-generation-negative', 'meta-generation-kept', 'service-account-generation'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          generation: -1
          #           ^^ expect: negative
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report, minor }) {
    if (isOfKind(resource, 'Pod') && serverHas('pod-generation', minor)) return;
    if (isOfKind(resource, 'HorizontalPodAutoscaler') && serverHas('autoscaler-generation', minor))
      return;
    const generation = resource.root.get('metadata').get('generation');
    const { value } = generation;
    if (value !== undefined && value < 0)
      report({ message: 'negative', at: generation, values: { value } });
  },
});
