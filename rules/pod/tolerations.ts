import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { checkToleration } from '../../src/analysis/pods/tolerations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/tolerations',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Tolerations match taints by a key, a value and an effect.',
  details: `
A toleration lets a pod run on nodes with a taint. With \`operator: Equal\`, which is the default, the taint must have its \`key\`
and \`value\`; with \`Exists\` only the \`key\`, and there is no \`value\`. Only \`Exists\` may have no \`key\`: it tolerates every
taint. \`effect\` is \`NoSchedule\`, \`PreferNoSchedule\` or \`NoExecute\`; without it, all effects are tolerated.
\`tolerationSeconds\` is only for \`NoExecute\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#concepts',
  messages: {
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['pod-tolerations-invalid'],
    },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['pod-tolerations-unsupported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          tolerations:
            - operator: Equal
              #         ^^^^^ expect: invalid
              effect: NoSchedule
            - key: gpu
              operator: Exist
              #         ^^^^^ expect: unsupported
            - key: spot
              operator: Exists
              value: "true"
              #      ^^^^^^ expect: invalid
              effect: noschedule
              #       ^^^^^^^^^^ expect: unsupported
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          tolerations:
            - { key: gpu, operator: Exists, effect: NoSchedule }
            - { key: spot, value: "true" }
            - { key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60 }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            tolerations:
              - key: dedicated
                operator: Exist # any value
                effect: noSchedule
            containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            tolerations:
              - key: dedicated
                operator: Exists # any value
                effect: NoSchedule
            containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    for (const toleration of podOf(resource).spec.get('tolerations').items()) {
      checkToleration(report, toleration, server);
    }
  },
});
