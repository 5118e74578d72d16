import { labelProblem, suggestName } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/namespace',
  on: 'metadata',
  severity: 'error',
  summary: 'The namespace of an object is a valid name of a namespace.',
  details: `
The name of a namespace is a DNS label: up to 63 lowercase letters, digits and dashes, without dots. It starts and
ends with a letter or digit. For any other name, an API server with the default admission plugins responds
that the namespace is not found.

Without \`metadata.namespace\`, kubectl creates the object in the namespace of its current context.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names',
  messages: {
    format: {
      text: "'{namespace}' is not a valid name of a namespace: {problem}",
      help: 'use a name such as {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['meta-namespace-format', 'meta-namespace-dots', 'meta-namespace-length'],
      step: 'metadata',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          namespace: shop.prod
          #          ^^^^^^^^^ expect: format
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          namespace: shop-prod
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    if (!resource.isNamespaced) return;
    const field = resource.root.get('metadata').get('namespace');
    const namespace = field.value ?? '';
    const problem = namespace === '' ? undefined : labelProblem(namespace);
    if (problem !== undefined) {
      report({
        message: 'format',
        at: field,
        values: { namespace, problem, suggestion: suggestName(namespace, '-') },
      });
    }
  },
});
