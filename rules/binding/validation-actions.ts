import { defineRule, yaml } from '../../src/rule/rule.ts';

const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];

export default defineRule({
  id: 'binding/validation-actions',
  kinds: ['ValidatingAdmissionPolicyBinding'],
  severity: 'error',
  summary: 'A binding says once each what a failed validation leads to: Deny or Warn, and Audit.',
  details: `
\`validationActions\` of a ValidatingAdmissionPolicyBinding is a set of \`Deny\` (the request is refused),
\`Warn\` (the client sees a warning) and \`Audit\` (the audit event gets an annotation). The API server
wants at least one, none twice, and not \`Deny\` together with \`Warn\`: who is refused learns why from
the refusal.

Write \`[Deny]\` or \`[Deny, Audit]\` to enforce, \`[Warn, Audit]\` to try a policy out.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-actions',
  messages: {
    required: {
      text: 'the binding has no validationActions, so nothing would happen when a validation fails',
      help: 'add validationActions: [Deny], or [Warn, Audit] to try the policy out',
      cause: 'FieldValueRequired',
      rows: ['vapb-validation-actions-required'],
    },
    unsupported: {
      text: "there is no validation action '{action}'; there are Audit, Deny and Warn",
      cause: 'FieldValueNotSupported',
      rows: ['vapb-validation-action-unsupported'],
    },
    duplicate: {
      text: "'{action}' is listed twice",
      help: 'leave one of them out',
      cause: 'FieldValueDuplicate',
      rows: ['vapb-validation-action-duplicate'],
    },
    denyAndWarn: {
      text: 'Deny and Warn are listed together; a refused request already says why',
      help: 'keep Deny to refuse, or Warn to let the request pass with a warning',
      cause: 'FieldValueInvalid',
      rows: ['vapb-validation-actions-deny-warn'],
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
          validationActions: [Warn, Deny]
          #                         ^^^^ expect: denyAndWarn
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions:
            - deny # expect: unsupported
            - Audit
            - Audit # expect: duplicate
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec: # expect: required
          policyName: replicas
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
    const list = resource.root.get('spec').get('validationActions');
    if (list.pruned) return;
    const actions = list.items();
    if (actions.length === 0) report('required', list);
    const seen = new Set<string>();
    for (const action of actions) {
      const text = action.value ?? '';
      if (!ACTIONS.includes(text)) report('unsupported', action, { action: text });
      if (seen.has(text)) report('duplicate', action, { action: text });
      seen.add(text);
    }
    if (seen.has('Deny') && seen.has('Warn')) {
      const [, second] = actions.filter(({ value }) => value === 'Deny' || value === 'Warn');
      report('denyAndWarn', second ?? list, {}, { path: list.path });
    }
  },
});
