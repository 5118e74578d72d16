import { applyConfigurationErrors } from '../../src/analysis/cel/types/apply-configurations.ts';
import { structNameLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/patch-type-name',
  on: 'object-and-kinds',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'The type names in an apply configuration are those of their fields.',
  details: `
The type name of an object in an apply configuration is the path of its field: \`spec\` of \`Object\` is an \`Object.spec\`, and its
\`template\` is an \`Object.spec.template\`. Lists and maps are not part of the name: the items of \`spec.containers\` are
\`Object.spec.containers\`.

All names compile. But for each request, the API server compares the names with the fields, and fails if they differ:
\`type mismatch: unexpected type name\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-apply-configuration',
  messages: {
    name: {
      text: 'the type name {name} must be {expected} in this field, so each request fails',
      help: 'use {expected}',
      rows: ['lint-map-type-path'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: accounts.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          reinvocationPolicy: Never
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{spec: Object.spec{template: Object.template{}}}'
                #                                               ^^^^^^^^^^^^^^^ expect: name
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: accounts.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          reinvocationPolicy: Never
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: >
                  Object{
                    spec: Object.spec{
                      template: Object.spec.template{
                        spec: Object.spec.template.spec{serviceAccountName: "shop"}
                      }
                    }
                  }
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    for (const { compilation, literal, reason } of applyConfigurationErrors(
      resource,
      customKinds,
    )) {
      if (reason.kind !== 'type-name') continue;
      const location = structNameLocation(compilation, literal);
      report({
        message: 'name',
        at: location,
        values: { name: literal.name, expected: reason.expected },
      });
    }
  },
});
