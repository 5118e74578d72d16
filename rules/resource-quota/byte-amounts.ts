import { byteAmountProblem } from '../../src/analysis/quota/byte-amounts.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/byte-amounts',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'The amounts of memory and storage of a quota are not thousandths of a byte.',
  details: `
Memory and storage are measured in bytes. The suffix \`m\` means thousandths, so \`512m\` is half a byte, and every pod
or claim exceeds that quota. Write \`512Mi\` for mebibytes, or \`512M\` for megabytes.
`,
  reference:
    'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  messages: {
    milli: {
      text: '{name} {amount} is {number} thousandths of a byte, which every pod or claim exceeds',
      help: 'write {number}Mi for mebibytes',
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
      report({
        message: 'milli',
        at: field,
        values: { amount: String(field.value), name, number: problem.number },
      });
    }
  },
});
