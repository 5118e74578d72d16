import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/generation',
  kinds: ['LimitRange', 'ResourceQuota', 'APIService'],
  severity: 'error',
  summary: 'A generation is not negative.',
  details: `
The server counts in \`metadata.generation\` how often the spec of an object has changed. What a manifest says there is
overwritten for most kinds; of LimitRange, ResourceQuota and APIService the server keeps it when the object
is created, and refuses a negative number.

Leave the field out.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/#System',
  messages: {
    negative: {
      text: 'generation is {value}; it cannot be negative',
      help: 'leave the field out',
      cause: 'FieldValueInvalid',
      rows: ['meta-generation-negative'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          generation: -1
          #           ^^ expect: negative
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const generation = resource.root.get('metadata').get('generation');
    const { value } = generation;
    if (value !== undefined && value < 0) report('negative', generation, { value });
  },
});
