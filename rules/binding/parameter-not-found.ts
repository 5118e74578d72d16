import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const ACTIONS: readonly string[] = ['Allow', 'Deny'];

export default defineRule({
  id: 'binding/parameter-not-found',
  kinds: BINDING_KINDS,
  severity: 'error',
  summary: 'paramRef says what happens when there are no parameters: Deny or Allow.',
  details: `
Parameters may be deleted, or not be there yet. \`parameterNotFoundAction\` says what the binding
does then: \`Deny\` leaves it to the policy's \`failurePolicy\`, which usually refuses the request,
\`Allow\` lets it pass as if there were no binding. The choice decides whether deleting an object
switches a policy off, so the API server has no default for it in v1 and refuses a \`paramRef\`
without it.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    required: {
      text: 'paramRef has no parameterNotFoundAction, and there is no default',
      help: 'add parameterNotFoundAction: Deny, or Allow to let requests pass without parameters',
      cause: 'FieldValueRequired',
      rows: ['binding-parameter-not-found-action-required'],
    },
    unsupported: {
      text: "parameterNotFoundAction is '{value}'; it must be Deny or Allow",
      cause: 'FieldValueNotSupported',
      rows: ['binding-parameter-not-found-action-unsupported'],
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
          validationActions: [Deny]
          paramRef: # expect: required
            name: limits
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limits
            parameterNotFoundAction: deny
            #                        ^^^^ expect: unsupported
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limits
            parameterNotFoundAction: Deny
      `,
    ],
  },
  check(resource, { report }) {
    const paramRef = resource.root.get('spec').get('paramRef');
    if (paramRef.value === undefined) return;
    const action = paramRef.get('parameterNotFoundAction');
    const { value } = action;
    if (isEmptyText(action)) report('required', action);
    else if (value !== undefined && !ACTIONS.includes(value))
      report('unsupported', action, { value });
  },
});
