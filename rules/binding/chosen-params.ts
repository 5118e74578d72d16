import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { isDns1123Label } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'binding/chosen-params',
  kinds: BINDING_KINDS,
  severity: 'info',
  summary: 'A binding names its parameter, and fails closed without it.',
  details: `
\`paramRef\` says which objects of the policy's \`paramKind\` a binding goes by. An empty \`selector\` is all of them in
the namespace, and a request must then pass with each: whoever may create such an object changes what the policy
demands. With \`parameterNotFoundAction: Allow\` the policy is off while there is none, so deleting the object
switches it off without a trace; with \`Deny\` requests are refused.

\`namespace\` is where the objects are; without it, the namespace of the request. A name that no namespace can have
finds nothing.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    every: {
      text: 'an empty selector takes every object of the kind, whoever creates it',
      help: 'name the object, or ask for labels that only its owner sets',
      rows: ['lint-binding-selector-empty'],
    },
    allow: {
      text: 'with Allow the policy is off while its parameter does not exist',
      help: 'write Deny, so that deleting the parameter does not switch the policy off',
      rows: ['lint-binding-param-allow-missing'],
    },
    namespace: {
      text: "no namespace can be called '{namespace}', so no parameter is found",
      help: 'write lower-case letters, digits and dashes, up to 63 characters',
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
    if (selectsEverything(selector)) report('every', selector);
    const action = paramRef.get('parameterNotFoundAction');
    if (action.value === 'Allow') report('allow', action);
    const field = paramRef.get('namespace');
    const { value: namespace = '' } = field;
    if (namespace !== '' && !isDns1123Label(namespace)) report('namespace', field, { namespace });
  },
});
