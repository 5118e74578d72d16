import { limitsOf, writtenAmount } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/implied-defaults',
  kinds: ['LimitRange'],
  severity: 'info',
  summary: 'The defaults of containers are said, and there is none for the cpu limit.',
  details: `
A limit of type \`Container\` with a \`max\` and no \`default\` for a resource gets that \`max\` as its \`default\`, and the
\`default\` as its \`defaultRequest\`. So each container that says nothing of its own reserves the most that any
container may have, and nodes fill up with what nobody uses. Say \`defaultRequest\` (and \`default\`) beside \`max\`.

A default limit for \`cpu\` slows down every container that has none of its own as soon as it needs more, also
while the node has nothing else to do. Where that is not wanted, leave it to \`defaultRequest\`, which shares
the node out fairly, and give a default limit for \`memory\` only.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/limit-range/#constraints-on-resource-limits-and-requests',
  messages: {
    fromMax: {
      text: 'every container that says nothing of {name} gets the whole {amount} as its request and limit',
      help: 'add default and defaultRequest for {name}',
      rows: ['lint-lr-default-becomes-max'],
    },
    cpuLimit: {
      text: 'every container without a cpu limit of its own is held down to {amount}',
      help: 'leave cpu to defaultRequest if containers may use what is idle',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    for (const limit of limitsOf(resource)) {
      if (limit.type !== 'Container') continue;
      for (const [name, amount] of limit.default) {
        const written = writtenAmount(resource, amount);
        const request = limit.defaultRequest.get(name);
        if (written.map === 'max') {
          const reserved = request === undefined ? written : writtenAmount(resource, request);
          if (reserved.map !== 'max') continue;
          report('fromMax', written.field, { name, amount: written.text });
        } else if (name === 'cpu') report('cpuLimit', written.field, { amount: written.text });
      }
    }
  },
});
