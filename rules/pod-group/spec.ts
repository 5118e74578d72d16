import {
  type DeclaredMessage,
  reportDeclared,
} from '../../src/analysis/declared/declared-errors.ts';
import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod-group/spec',
  on: 'object',
  kinds: ['PodGroup', 'CompositePodGroup'],
  severity: 'error',
  summary: 'A group of pods has exactly one scheduling policy, and values that the server accepts.',
  details: `
A PodGroup is scheduled as a whole. Its \`schedulingPolicy\` is either \`basic\`, for pods that are scheduled one by one, or \`gang\` with
the number of pods that must fit at the same time. A CompositePodGroup consists of groups, and names the template in a Workload from
which it was made.

The server also checks the claims for devices (at most 4, each with either \`resourceClaimName\` or \`resourceClaimTemplateName\`), the key
of a topology, the mode of disruption, and the priority. Without the feature gate of a field it drops the field.

No server serves these kinds by default: they need the feature gate \`GenericWorkload\` or \`CompositePodGroup\`, and an entry in
\`--runtime-config\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/gang-scheduling/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['pod-group-required'] },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['pod-group-policy', 'pod-group-values', 'pod-group-gates'],
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-group-enum'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['pod-group-claims'] },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['pod-group-claims'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: PodGroup
        metadata: { name: workers, namespace: jobs }
        spec:
          schedulingPolicy:
            gang:
              minCount: -1
              #         ^^ expect: invalid
          preemptionPolicy: Always
          #                 ^^^^^^ expect: unsupported
          workloadRef: # expect: required
            workloadName: training
          resourceClaims:
            - { name: gpu, resourceClaimName: gpu-0 }
            - { name: gpu, resourceClaimName: gpu-1 } # expect: duplicate
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: PodGroup
        metadata: { name: workers, namespace: jobs }
        spec:
          schedulingPolicy: { basic: {}, gang: { minCount: 2 } }
          #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid
          schedulingConstraints:
            topology: [{ key: topology.example.com/rack }, { key: topology.example.com/row }]
            #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooMany
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: PodGroup
        metadata: { name: workers, namespace: jobs }
        spec:
          schedulingPolicy:
            gang: { minCount: 4 }
          resourceClaims:
            - { name: gpu, resourceClaimTemplateName: gpu }
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1alpha3
        kind: CompositePodGroup
        metadata: { name: training, namespace: jobs }
        spec:
          workloadRef: { workloadName: training, templateName: all }
          schedulingPolicy:
            gang: { minGroupCount: 2 }
      `,
    ],
  },
  check(resource, { report }) {
    reportDeclared<Exclude<DeclaredMessage, 'tooLong'>>(resource, report);
  },
});
