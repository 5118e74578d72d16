import {
  type LimitAmount,
  type LimitAmounts,
  limitsOf,
  writtenAmount,
} from '../../src/analysis/quota/limit-range-items.ts';
import { compareQuantities } from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/pod-below-container',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'A pod may have as much as one of its containers.',
  details: `
A \`max\` of type \`Pod\` is for the sum of the containers of a pod. If it is less than the \`min\` of type \`Container\`,
no pod can meet both. If it is less than the \`default\` of containers, every pod is refused that says nothing
of its own.

Mostly the numbers of the two types were swapped.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    default: {
      text: 'a pod may have {max} of {name}, but a container gets {amount} by default, so it is refused',
      help: 'lower the default of containers, or raise the max of pods',
      rows: ['lint-lr-pod-max-below-container'],
    },
    min: {
      text: 'a pod may have {max} of {name}, but a container must have {amount}, so every pod is refused',
      help: 'lower the min of containers, or raise the max of pods',
      rows: ['lint-lr-pod-max-below-container'],
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
          report(
            message,
            max.field,
            { name, max: max.text, amount: written.text },
            { related: [{ span: written.field.location().span, message: 'of containers' }] },
          );
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
