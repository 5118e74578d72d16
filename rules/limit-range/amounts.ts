import { byteAmountProblem } from '../../src/analysis/quota/byte-amounts.ts';
import { LIMIT_MAPS, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { signOfQuantity } from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/amounts',
  kinds: ['LimitRange'],
  severity: 'warning',
  summary: 'Limits are amounts that a pod or a claim can have.',
  details: `
The API server takes any amount here. A negative \`max\` refuses everything, a negative \`min\` nothing.

Amounts of memory and storage are bytes, and a small \`m\` behind them means thousandths: \`128m\` is an eighth of
a byte. Write \`128Mi\` for mebibytes (or \`128M\` for millions of bytes). The same goes for amounts without a suffix
that are far too small for anything to run, such as \`512\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    negative: {
      text: '{amount} is less than nothing: {effect}',
      help: 'leave out the sign',
      rows: ['lint-lr-negative'],
    },
    milli: {
      text: '{amount} of {name} is {number} thousandths of a byte',
      help: 'write {number}Mi if mebibytes are meant',
      rows: ['lint-lr-memory-unit'],
    },
    small: {
      text: '{amount} of {name} is less than a mebibyte; nothing runs with that',
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
            report('negative', field, { amount: text, effect: EFFECTS[map] });
            continue;
          }
          // A ratio has no unit.
          if (map === 'maxLimitRequestRatio') continue;
          const problem = byteAmountProblem(name, text);
          if (problem === undefined) continue;
          const values = { amount: text, name };
          if (problem.kind === 'milli') {
            report('milli', field, { ...values, number: problem.number });
          } else if (map !== 'min') report('small', field, values);
        }
      }
    }
  },
});

const EFFECTS: Readonly<Record<(typeof LIMIT_MAPS)[number], string>> = {
  max: 'everything with a limit is refused',
  min: 'nothing is ever refused for it',
  default: 'every container that gets it is refused',
  defaultRequest: 'every container that gets it is refused',
  maxLimitRequestRatio: 'everything is refused',
};
