import { limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/pod-defaults',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'A limit of type Pod has no defaults.',
  details: `
Defaults apply to single containers. A limit of type \`Pod\` is for the sum of all containers of a pod, so the API
server refuses \`default\` and \`defaultRequest\` in it.

Move them to a limit of type \`Container\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    forbidden: {
      text: '{map} is not allowed in a limit of type Pod: defaults apply to containers',
      help: 'move default and defaultRequest to a limit of type Container',
      cause: 'FieldValueForbidden',
      rows: ['lr-pod-default-forbidden', 'lr-pod-default-request-forbidden'],
      explains: ['limit-range/pod-defaults#forbidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
              default: { cpu: 500m }
            # ^^^^^^^ expect: forbidden
              defaultRequest: { cpu: 100m }
            # ^^^^^^^^^^^^^^ expect: forbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Pod
              max: { cpu: 2 }
            - type: Container
              default: { cpu: 500m }
              defaultRequest: { cpu: 100m }
      `,
    ],
  },
  check(resource, { report }) {
    for (const limit of limitsOf(resource)) {
      if (limit.type !== 'Pod') continue;
      for (const map of ['default', 'defaultRequest'] as const) {
        if (limit[map].size > 0)
          report({ message: 'forbidden', at: limit.item.get(map), values: { map }, side: 'key' });
      }
    }
  },
});
