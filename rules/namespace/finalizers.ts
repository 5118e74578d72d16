import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { isStandardFinalizer } from '../../src/analysis/metadata/standard-finalizers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'namespace/finalizers',
  on: 'object',
  kinds: ['Namespace'],
  severity: 'error',
  summary: 'The finalizers in the spec of a Namespace have a domain.',
  details: `
A Namespace is removed once its \`spec.finalizers\` are empty. The server adds the finalizer \`kubernetes\` itself, so a manifest
needs none. Any other finalizer has the form of a label key with a domain, such as \`example.com/cleanup\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/namespace-v1/#NamespaceSpec',
  messages: { invalid: { ...VALUE_MESSAGES.invalid, rows: ['namespace-finalizers'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        spec:
          finalizers: [cleanup]
          #            ^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata: { name: shop }
        spec:
          finalizers: [kubernetes, example.com/cleanup]
      `,
    ],
  },
  check(resource, { report }) {
    const finalizers = resource.root.get('spec').get('finalizers');
    for (const finalizer of finalizers.items()) {
      if (finalizer.pruned) continue;
      const problem = finalizerProblem(finalizer.value ?? '');
      if (problem !== undefined) {
        reportInvalid(report, finalizer, problem, { path: finalizers.path });
      }
    }
  },
});

function finalizerProblem(name: string): string | undefined {
  const isPlain = !name.includes('/') && !isStandardFinalizer(name);
  return (
    labelKeyProblem(name) ?? (isPlain ? 'it has no domain, as in example.com/cleanup' : undefined)
  );
}
