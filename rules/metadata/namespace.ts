import { namespaceProblem, suggestName } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/namespace',
  kinds: ['NetworkPolicy', 'PodDisruptionBudget', 'LimitRange', 'ResourceQuota'],
  severity: 'error',
  summary: 'A namespace is one that can exist.',
  details: `
Namespaces are named like a single DNS label: up to 63 lower-case letters, digits and dashes, with a
letter or digit at both ends; no dots. A server with its usual plugins says of any other name that there is no
such namespace.

Without \`metadata.namespace\` the object goes to the namespace that kubectl is set to.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names',
  messages: {
    format: {
      text: "no namespace can be named '{namespace}': {problem}",
      help: 'write a name such as {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['meta-namespace-format', 'meta-namespace-dots', 'meta-namespace-length'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
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
    const field = resource.root.get('metadata').get('namespace');
    const namespace = field.value ?? '';
    const problem = namespace === '' ? undefined : namespaceProblem(namespace);
    if (problem !== undefined) {
      report('format', field, { namespace, problem, suggestion: suggestName(namespace, '-') });
    }
  },
});
