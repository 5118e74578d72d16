import { policyOfLabels } from '../../src/analysis/pod-security/policy.ts';
import { isOfKind, type Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod-security/namespace-labels',
  on: 'object',
  kinds: ['Namespace'],
  severity: 'error',
  summary: 'The labels of a Namespace for Pod Security have values that the server can read.',
  details: `
The labels \`pod-security.kubernetes.io/enforce\`, \`audit\` and \`warn\` have one of the levels \`privileged\`, \`baseline\` and \`restricted\`.
Another label gives the version of the standards, such as \`pod-security.kubernetes.io/enforce-version: v1.36\`, or \`latest\`.

The admission plugin PodSecurity, which every API server runs by default, refuses a Namespace with other values. This is no
part of the validation of the object, so the verdict on it stays.
`,
  reference:
    'https://kubernetes.io/docs/concepts/security/pod-security-admission/#pod-security-admission-labels-for-namespaces',
  messages: {
    invalid: {
      text: "the admission plugin PodSecurity refuses the label {label}: '{value}'",
      help: '{problem}',
      plugin: 'PodSecurity',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels:
            pod-security.kubernetes.io/enforce: strict # expect: invalid
            pod-security.kubernetes.io/enforce-version: "1.25" # expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels:
            pod-security.kubernetes.io/enforce: restricted
            pod-security.kubernetes.io/enforce-version: v1.36
            pod-security.kubernetes.io/audit-version: latest
      `,
    ],
  },
  check(resource, { report }) {
    const before = resource.stored?.resource;
    const stored = before !== undefined && isOfKind(before, 'Namespace') ? problemsIn(before) : [];
    const problems = problemsIn(resource);
    // An update may keep the labels that the stored Namespace has.
    if (JSON.stringify(problems) === JSON.stringify(stored)) return;
    const labels = resource.root.get('metadata').get('labels');
    for (const { label, value, problem } of problems) {
      const at = labels.entry(label);
      if (at !== undefined) report({ message: 'invalid', at, values: { label, value, problem } });
    }
  },
});

function problemsIn({ root }: Resource<'Namespace'>) {
  const labels = new Map(Object.entries(root.get('metadata').get('labels').value ?? {}));
  const { problems } = policyOfLabels(labels);
  return problems.map((problem) => ({ ...problem, value: labels.get(problem.label) ?? '' }));
}
