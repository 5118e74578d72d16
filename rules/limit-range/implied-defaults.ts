import { limitsOf, writtenAmount } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/implied-defaults',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'info',
  summary:
    'The default requests and limits of containers are explicit, without a default cpu limit.',
  details: `
If a limit of type \`Container\` has a \`max\` and no \`default\` for a resource, the API server copies \`max\` to \`default\`, and
\`default\` to \`defaultRequest\`. So each container without a request and limit requests the maximum, and nodes are
full although most of the resource is unused. Set \`defaultRequest\` and \`default\` in addition to \`max\`.

With a \`default\` for \`cpu\`, each container without a cpu limit is throttled at that value, even if the node has idle
cpu. If this is not intended, set only \`defaultRequest\` for \`cpu\`, by which containers share the cpu of a node.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/limit-range/#constraints-on-resource-limits-and-requests',
  messages: {
    fromMax: {
      text: 'containers without a request and limit for {name} get the maximum of {amount} for both',
      help: 'add default and defaultRequest for {name}',
      rows: ['lint-lr-default-becomes-max'],
    },
    cpuLimit: {
      text: 'containers without a cpu limit are throttled at {amount}',
      help: 'set only defaultRequest for cpu, if containers may use idle cpu',
      rows: ['lint-lr-default-cpu-limit'],
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
            - type: Container
              max:
                memory: 8Gi
                #       ^^^ expect: fromMax
              default:
                cpu: 500m
                #    ^^^^ expect: cpuLimit
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              max: { memory: 8Gi }
              default: { memory: 512Mi }
              defaultRequest: { cpu: 100m, memory: 256Mi }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    for (const limit of limitsOf(resource)) {
      if (limit.type !== 'Container') continue;
      for (const [name, amount] of limit.default) {
        const written = writtenAmount(resource, amount);
        const request = limit.defaultRequest.get(name);
        if (written.map === 'max') {
          const reserved = request === undefined ? written : writtenAmount(resource, request);
          if (reserved.map !== 'max') continue;
          report({ message: 'fromMax', at: written.field, values: { name, amount: written.text } });
        } else if (name === 'cpu')
          report({ message: 'cpuLimit', at: written.field, values: { amount: written.text } });
      }
    }
  },
});
