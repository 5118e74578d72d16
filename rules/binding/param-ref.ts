import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { PATH_SEGMENT_PROBLEMS } from '../../src/analysis/metadata/path-segment-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { pathSegmentProblems } from '../../src/server/kubernetes/formats/path-segment.ts';

export default defineRule({
  id: 'binding/param-ref',
  on: 'object',
  kinds: BINDING_KINDS,
  severity: 'error',
  summary: 'The paramRef of a binding has either a name or a selector.',
  details: `
\`paramRef\` determines which objects of the policy's \`paramKind\` are the parameters of the policy: the one with a
\`name\`, or all that match a label \`selector\`. The API server requires exactly one of the two fields. An empty
selector \`{}\` counts, and selects all objects of the kind. A name contains neither \`/\` nor \`%\`; the namespace
belongs in \`namespace\`.

If both fields are set, the server reports an error for each.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    neither: {
      text: 'spec.paramRef must have a name or a selector',
      help: 'add the name of the parameters object, or a selector for several objects',
      cause: 'FieldValueRequired',
      rows: ['binding-param-ref-name-or-selector-required'],
    },
    both: {
      text: 'name and selector of paramRef exclude each other',
      help: 'keep name for one object, or selector for several objects',
      cause: 'FieldValueForbidden',
      rows: ['binding-param-ref-name-and-selector'],
      explains: ['binding/param-ref#both'],
      dependsOn: ['spec.paramRef'],
    },
    name: {
      text: "'{name}' is not a valid name: {problem}",
      help: 'write only the name of the object, and its namespace in paramRef.namespace',
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
      report({
        message: 'name',
        at: nameField,
        values: { name, problem: PATH_SEGMENT_PROBLEMS[problem] },
      });
    }
    if (name !== '' && !selector.absent) {
      report({ message: 'both', at: nameField, side: 'key' });
      report({ message: 'both', at: selector, side: 'key' });
    }
    if (name === '' && !nameField.pruned && selector.absent)
      report({ message: 'neither', at: paramRef });
  },
});
