import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'binding/not-enforced',
  kinds: ['ValidatingAdmissionPolicyBinding'],
  severity: 'info',
  summary: 'A binding that must hold denies.',
  details: `
Only \`Deny\` refuses a request. With \`Warn\` its user gets a warning, with \`Audit\` the failure stands in the audit
log, and the request goes on. That is a good way to begin with a new policy: look at what it would refuse, then
add \`Deny\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-actions',
  messages: {
    open: {
      text: 'with {actions} alone nothing is refused',
      help: 'add Deny once the policy is to be enforced',
      rows: ['lint-binding-audit-only'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Warn, Audit]
          #                  ^^^^^^^^^^^^^ expect: open
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny, Audit]
      `,
    ],
  },
  check(resource, { report }) {
    const field = resource.root.get('spec').get('validationActions');
    const actions = field.value ?? [];
    const known = ['Warn', 'Audit'].filter((action) => actions.includes(action));
    if (known.length === 0 || actions.some((action) => !known.includes(action))) return;
    report('open', field, { actions: known.join(' and ') });
  },
});
