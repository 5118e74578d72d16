import { applyConfigurationErrors } from '../../src/analysis/cel/types/apply-configurations.ts';
import { structNameLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/patch-type-name',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'Each object in an apply configuration is called after the field that it stands in.',
  details: `
The objects of an apply configuration have types that are named after their place: what \`spec\` of
\`Object\` is given is an \`Object.spec\`, what \`template\` of that is given an \`Object.spec.template\`, and so on.
Lists and maps on the way have no name: the items of \`spec.containers\` are \`Object.spec.containers\`.

Any name compiles. When a request comes, the server compares names and places, and refuses the request where
they differ: \`type mismatch: unexpected type name\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-apply-configuration',
  messages: {
    name: {
      text: '{name} stands in the field of {expected}, so that each request fails',
      help: 'write {expected}',
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
  checkInWorkspace(resource, workspace, { report }) {
    for (const { compilation, literal, reason } of applyConfigurationErrors(resource, workspace)) {
      if (reason.kind !== 'type-name') continue;
      const location = structNameLocation(compilation, literal);
      report('name', location, { name: literal.name, expected: reason.expected });
    }
  },
});
