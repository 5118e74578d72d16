import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Label } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'binding/chosen-params',
  on: 'object',
  kinds: BINDING_KINDS,
  severity: 'info',
  summary:
    'A binding refers to parameters that others cannot create, and denies requests without them.',
  details: `
\`paramRef\` determines which objects of the policy's \`paramKind\` are the parameters of the policy. An empty
\`selector\` selects all of them in the namespace, and a request must pass the validations with each. So everyone
who can create such an object can change what the policy enforces.

With \`parameterNotFoundAction: Allow\`, the policy is not enforced as long as the parameters do not exist. Whoever
deletes the object turns the policy off, and nothing reports it. With \`Deny\`, requests are denied instead.

\`namespace\` is the namespace of the parameters; by default the namespace of the request. If no namespace can
have that name, no parameters are found.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    every: {
      text: 'an empty selector selects all objects of the kind, no matter who created them',
      help: 'use paramRef.name, or select labels that only the owner of the parameters sets',
      rows: ['lint-binding-selector-empty'],
    },
    allow: {
      text: 'with Allow, the policy is not enforced as long as its parameters do not exist',
      help: 'use Deny, so that nobody can turn the policy off by deleting the parameters',
      rows: ['lint-binding-param-allow-missing'],
    },
    namespace: {
      text: "'{namespace}' is not a valid name of a namespace, so the binding finds no parameters",
      help: 'use up to 63 lowercase letters, digits and dashes',
      severity: 'warning',
      rows: ['lint-binding-param-ref-namespace-format'],
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
          paramRef:
            selector: {}
            #         ^^ expect: every
            namespace: Shop
            #          ^^^^ expect: namespace
            parameterNotFoundAction: Allow
            #                        ^^^^^ expect: allow
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
            name: replicas
            namespace: shop
            parameterNotFoundAction: Deny
      `,
    ],
  },
  check(resource, { report }) {
    const paramRef = resource.root.get('spec').get('paramRef');
    const selector = paramRef.get('selector');
    if (selectsEverything(selector)) report({ message: 'every', at: selector });
    const action = paramRef.get('parameterNotFoundAction');
    if (action.value === 'Allow') report({ message: 'allow', at: action });
    const field = paramRef.get('namespace');
    const { value: namespace = '' } = field;
    if (namespace !== '' && !isDns1123Label(namespace))
      report({ message: 'namespace', at: field, values: { namespace } });
  },
});
