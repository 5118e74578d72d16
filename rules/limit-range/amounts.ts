import { byteAmountProblem } from '../../src/analysis/quota/byte-amounts.ts';
import { LIMIT_MAPS, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { signOfQuantity } from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'limit-range/amounts',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'The amounts of a limit are not negative, and large enough for a pod or claim.',
  details: `
The API server accepts any amount. A negative \`max\` denies every pod with a limit, a negative \`min\` has no effect.

Memory and storage are measured in bytes. The suffix \`m\` means thousandths, so \`128m\` is an eighth of a byte. Write
\`128Mi\` for mebibytes, or \`128M\` for megabytes. Amounts without a suffix, such as \`512\`, are often too small for any
container.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    negative: {
      text: '{map} {amount} of {name} is negative: {effect}',
      help: 'remove the sign',
      rows: ['lint-lr-negative'],
    },
    milli: {
      text: '{amount} of {name} is {number} thousandths of a byte, which no container or claim can use',
      help: 'write {number}Mi for mebibytes',
      rows: ['lint-lr-memory-unit'],
      explainsInField: ['limit-range/pod-below-container'],
    },
    small: {
      text: '{amount} of {name} is less than a mebibyte, which is too small for any container or claim',
      help: 'add a suffix such as Mi or Gi',
      rows: ['lint-lr-memory-unit'],
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
              min:
                cpu: -100m
                #    ^^^^^ expect: negative
              max:
                memory: 128m
                #       ^^^^ expect: milli
            - type: Container
              default:
                memory: 512
                #       ^^^ expect: small
              max: { memory: 1Gi }
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
              default: { memory: 512Mi }
              defaultRequest: { cpu: 100m, memory: 256Mi }
      `,
    ],
  },
  check(resource, { report }) {
    const { document } = resource.origin;
    for (const limit of limitsOf(resource)) {
      for (const map of LIMIT_MAPS) {
        for (const [name, { field, amount, text }] of limit[map]) {
          if (document.locate(field.documentPath) === undefined) continue;
          if (signOfQuantity(amount) < 0) {
            report({
              message: 'negative',
              at: field,
              values: { map, amount: text, name, effect: EFFECTS[map] },
            });
            continue;
          }
          // A ratio has no unit.
          if (map === 'maxLimitRequestRatio') continue;
          const problem = byteAmountProblem(name, text);
          if (problem === undefined) continue;
          const values = { amount: text, name };
          if (problem.kind === 'milli') {
            report({ message: 'milli', at: field, values: { ...values, number: problem.number } });
          } else if (map !== 'min') report({ message: 'small', at: field, values });
        }
      }
    }
  },
});

const EFFECTS: Readonly<Record<(typeof LIMIT_MAPS)[number], string>> = {
  max: 'everything with a limit is denied',
  min: 'it has no effect',
  default: 'every container without a limit is denied',
  defaultRequest: 'every container without a request is denied',
  maxLimitRequestRatio: 'everything is denied',
};
