import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];

export default defineRule({
  id: 'binding/validation-actions',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicyBinding'],
  severity: 'error',
  summary: 'The validationActions of a binding are Deny or Warn, and Audit, each at most once.',
  details: `
\`validationActions\` of a ValidatingAdmissionPolicyBinding determines what happens when a validation fails: \`Deny\`
denies the request, \`Warn\` sends a warning to the client, \`Audit\` adds an annotation to the audit event. At least
one action is required, and each can be listed once. \`Deny\` and \`Warn\` cannot be combined, because the response to
a denied request contains the message already.

Write \`[Deny]\` or \`[Deny, Audit]\` to enforce a policy, and \`[Warn, Audit]\` to try it out.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-actions',
  messages: {
    required: {
      text: 'spec.validationActions must have at least one action',
      help: 'add validationActions: [Deny], or [Warn, Audit] to try the policy out',
      cause: 'FieldValueRequired',
      rows: ['vapb-validation-actions-required'],
    },
    unsupported: {
      text: "unknown validation action '{action}'",
      help: 'use Audit, Deny or Warn',
      cause: 'FieldValueNotSupported',
      rows: ['vapb-validation-action-unsupported'],
    },
    duplicate: {
      text: "'{action}' is listed twice",
      help: 'remove one of them',
      cause: 'FieldValueDuplicate',
      rows: ['vapb-validation-action-duplicate'],
    },
    denyAndWarn: {
      text: 'Deny and Warn cannot be combined: the response to a denied request already has the message',
      help: 'keep Deny to deny the request, or Warn to admit it with a warning',
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
    fixed: [
      {
        before: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicyBinding
          metadata: { name: names }
          spec:
            policyName: names
            validationActions: [Deny, Audit, Deny]
        `,
        after: yaml`
          apiVersion: admissionregistration.k8s.io/v1
          kind: ValidatingAdmissionPolicyBinding
          metadata: { name: names }
          spec:
            policyName: names
            validationActions: [Deny, Audit]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('spec').get('validationActions');
    if (list.pruned) return;
    const actions = list.items();
    if (actions.length === 0) report({ message: 'required', at: list });
    const seen = new Set<string>();
    for (const action of actions) {
      const text = action.value ?? '';
      if (!ACTIONS.includes(text))
        report({ message: 'unsupported', at: action, values: { action: text } });
      if (seen.has(text)) {
        report({
          message: 'duplicate',
          at: action,
          values: { action: text },
          fix: withoutEntry(resource, action),
        });
      }
      seen.add(text);
    }
    if (seen.has('Deny') && seen.has('Warn')) {
      const [, second] = actions.filter(({ value }) => value === 'Deny' || value === 'Warn');
      report({ message: 'denyAndWarn', at: second ?? list, path: list.path });
    }
  },
});
