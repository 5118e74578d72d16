import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The actions that admit a request. */
const OPEN_ACTIONS: readonly string[] = ['Warn', 'Audit'];

/** The name of a binding that does not enforce its policy on purpose. */
const TRIAL_NAME = /\b(audit|warn|dry-?run)\b/;

export default defineRule({
  id: 'binding/not-enforced',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicyBinding'],
  severity: 'info',
  summary: 'A binding that enforces its policy has the action Deny.',
  details: `
Only \`Deny\` denies a request. With \`Warn\` the client gets a warning, with \`Audit\` the audit event gets an
annotation, and the request is admitted. This is a good way to introduce a policy: find out which requests it would
deny, then add \`Deny\`.

A binding with the word \`audit\`, \`warn\` or \`dryrun\` in its name, such as \`replicas-audit\`, is not reported.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-actions',
  messages: {
    open: {
      text: 'without Deny, the policy is not enforced: requests that fail a validation are admitted',
      help: 'replace Warn with Deny, or add Deny to Audit, when the policy is to be enforced',
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
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas-audit }
        spec:
          policyName: replicas
          validationActions: [Audit]
      `,
    ],
  },
  check(resource, { report }) {
    const name = resource.root.get('metadata').get('name').value ?? '';
    const actions = resource.root.get('spec').get('validationActions');
    const values = actions.value ?? [];
    const isOpen = values.length > 0 && values.every((value) => OPEN_ACTIONS.includes(value));
    if (isOpen && !TRIAL_NAME.test(name)) report({ message: 'open', at: actions });
  },
});
