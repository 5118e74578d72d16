import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const ACTIONS: readonly string[] = ['Allow', 'Deny'];

export default defineRule({
  id: 'binding/parameter-not-found',
  on: 'object',
  kinds: BINDING_KINDS,
  severity: 'error',
  summary: 'The paramRef of a binding has the parameterNotFoundAction Deny or Allow.',
  details: `
\`parameterNotFoundAction\` determines what happens when the parameters do not exist, because they were deleted or
not created yet. With \`Deny\`, the policy's \`failurePolicy\` applies, which denies the request by default. With
\`Allow\`, the request is admitted as if there were no binding.

The field determines whether deleting an object turns a policy off. It is required, and has no default in v1.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    required: {
      text: 'spec.paramRef.parameterNotFoundAction is required',
      help: 'add parameterNotFoundAction: Deny, or Allow to admit requests without parameters',
      cause: 'FieldValueRequired',
      rows: ['binding-parameter-not-found-action-required'],
    },
    unsupported: {
      text: "unknown parameterNotFoundAction '{value}'",
      help: 'use Deny or Allow',
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
    if (isEmptyText(action)) report({ message: 'required', at: action });
    else if (value !== undefined && !ACTIONS.includes(value))
      report({ message: 'unsupported', at: action, values: { value } });
  },
});
