import {
  type LimitAmount,
  type LimitAmounts,
  limitsOf,
  writtenAmount,
} from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { compareQuantities } from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'limit-range/pod-below-container',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'The max of type Pod is not less than what a single container gets or needs.',
  details: `
A \`max\` of type \`Pod\` limits the sum of all containers of a pod. If it is less than the \`min\` of type \`Container\`, no
pod can satisfy both. If it is less than the \`default\` of type \`Container\`, every pod without limits is denied.

Often the amounts of the two types were swapped.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    default: {
      text: 'max {max} of {name} for a Pod is less than default {amount} of a Container: pods without limits are denied',
      help: 'lower the default of type Container, or raise the max of type Pod',
      rows: ['lint-lr-pod-max-below-container'],
      dependsOn: ['spec.limits'],
    },
    min: {
      text: 'max {max} of {name} for a Pod is less than min {amount} of a Container: every pod is denied',
      help: 'lower the min of type Container, or raise the max of type Pod',
      rows: ['lint-lr-pod-max-below-container'],
      dependsOn: ['spec.limits'],
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
              max:
                cpu: 1
                #    ^ expect: default
                memory: 1Gi
                #       ^^^ expect: min
            - type: Container
              min: { memory: 2Gi }
              default: { cpu: 2, memory: 4Gi }
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
              max: { cpu: 4 }
            - type: Container
              min: { cpu: 100m }
              default: { cpu: 1 }
      `,
    ],
  },
  check(resource, { report }) {
    const limits = limitsOf(resource);
    const containers = limits.filter(({ type }) => type === 'Container');
    const largest = {
      min: largestOf(containers.map(({ min }) => min)),
      default: largestOf(containers.map((limit) => limit.default)),
    };
    for (const limit of limits) {
      if (limit.type !== 'Pod') continue;
      for (const [name, max] of limit.max) {
        for (const message of ['min', 'default'] as const) {
          const amount = largest[message].get(name);
          if (amount === undefined || compareQuantities(amount.amount, max.amount) <= 0) continue;
          const written = writtenAmount(resource, amount);
          report({
            message: message,
            at: max.field,
            values: { name, max: max.text, amount: written.text },
            related: [
              { span: written.field.location().span, message: 'the amount for containers' },
            ],
          });
          break;
        }
      }
    }
  },
});

function largestOf(maps: readonly LimitAmounts[]): LimitAmounts {
  const largest = new Map<string, LimitAmount>();
  for (const [name, amount] of maps.flatMap((map) => [...map])) {
    const known = largest.get(name);
    if (known === undefined || compareQuantities(amount.amount, known.amount) > 0) {
      largest.set(name, amount);
    }
  }
  return largest;
}
