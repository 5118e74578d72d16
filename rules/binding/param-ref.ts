import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { PATH_SEGMENT_PROBLEMS } from '../../src/analysis/metadata/path-segment-messages.ts';
import { pathSegmentProblems } from '../../src/kubernetes/formats/path-segment.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'binding/param-ref',
  kinds: BINDING_KINDS,
  severity: 'error',
  summary: 'paramRef points to parameters either by name or by selector.',
  details: `
\`paramRef\` tells which objects of the policy's \`paramKind\` the policy is judged with: one by
\`name\`, or all that a label \`selector\` matches. The API server wants exactly one of the two; an
empty selector \`{}\` counts as one, and matches all objects of the kind. A name may have neither
slash nor percent sign: the namespace goes into \`namespace\`.

With both, the server reports the conflict twice, at the name and at the selector.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    neither: {
      text: 'paramRef has neither name nor selector, so it points to nothing',
      help: 'add the name of the parameter object, or a selector for several',
      cause: 'FieldValueRequired',
      rows: ['binding-param-ref-name-or-selector-required'],
    },
    both: {
      text: '{field} does not go with {other}; the server takes one of them',
      help: 'keep name for one parameter object, selector for several',
      cause: 'FieldValueForbidden',
      rows: ['binding-param-ref-name-and-selector'],
    },
    name: {
      text: "no object can be named '{name}': {problem}",
      help: 'write the name alone; the namespace goes into paramRef.namespace',
      cause: 'FieldValueInvalid',
      rows: ['binding-param-ref-name-format'],
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
          paramRef: # expect: neither
            parameterNotFoundAction: Deny
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: shop/limits
            #     ^^^^^^^^^^^ expect: name
            parameterNotFoundAction: Deny
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limits # expect: both
            selector: # expect: both
              matchLabels: { team: shop }
            parameterNotFoundAction: Deny
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
            namespace: shop
            parameterNotFoundAction: Deny
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            selector:
              matchLabels: { team: shop }
            parameterNotFoundAction: Deny
      `,
    ],
  },
  check(resource, { report }) {
    const paramRef = resource.root.get('spec').get('paramRef');
    if (paramRef.value === undefined) return;
    const nameField = paramRef.get('name');
    const selector = paramRef.get('selector');
    const name = nameField.value ?? '';
    for (const problem of pathSegmentProblems(name)) {
      report('name', nameField, { name, problem: PATH_SEGMENT_PROBLEMS[problem] });
    }
    if (name !== '' && !selector.absent) {
      report('both', nameField, { field: 'name', other: 'selector' }, { side: 'key' });
      report('both', selector, { field: 'selector', other: 'name' }, { side: 'key' });
    }
    if (name === '' && !nameField.pruned && selector.absent) report('neither', paramRef);
  },
});
