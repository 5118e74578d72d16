import { byteAmountProblem } from '../../src/analysis/quota/byte-amounts.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/byte-amounts',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'Memory and storage are not counted in thousandths of bytes.',
  details: `
Amounts of memory and storage are bytes, and a small \`m\` behind them means thousandths: \`512m\` is half a byte, and
nothing can be created with that. Write \`512Mi\` for mebibytes, or \`512M\` for millions of bytes.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    milli: {
      text: '{amount} of {name} is {number} thousandths of a byte',
      help: 'write {number}Mi if mebibytes are meant',
      rows: ['lint-rq-memory-unit'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            limits.memory: 512m
            #              ^^^^ expect: milli
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            limits.memory: 512Mi
            limits.cpu: 500m
      `,
    ],
  },
  check(resource, { report }) {
    for (const { key: name, field } of resource.root.get('spec').get('hard').entries()) {
      if (field.value === undefined) continue;
      const problem = byteAmountProblem(name, String(field.value));
      if (problem?.kind !== 'milli') continue;
      report('milli', field, { amount: String(field.value), name, number: problem.number });
    }
  },
});
