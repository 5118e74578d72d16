import { applyConfigurationErrors } from '../../src/analysis/cel/types/apply-configurations.ts';
import { structFieldLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { suggestPath } from '../../src/analysis/cel/types/field-suggestions.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/patch-field',
  on: 'object-and-kinds',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'Apply configurations set only fields that the objects have.',
  details: `
When a policy is created, the types \`Object\`, \`Object.spec\` and so on accept any field, because the objects are not known, and the type
checker does not check a MutatingAdmissionPolicy. For each request, the API server merges the configuration into the object by its
schema, and fails for a field that the schema does not have: \`field not declared in schema\`.

The fields are those of the built-in kinds in the chosen version of Kubernetes, and of the CRDs of the run.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-apply-configuration',
  messages: {
    misspelled: {
      text: '{path} is not a field of {kinds}, so each request fails; did you mean {meant}?',
      help: 'use {meant}',
      rows: ['lint-map-unknown-field'],
    },
    unknown: {
      text: '{path} is not a field of {kinds}, so each request fails',
      help: 'use a field that the objects have',
      rows: ['lint-map-unknown-field'],
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
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          reinvocationPolicy: Never
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{metadata: Object.metadata{team: "shop"}}'
                #                                             ^^^^ expect: unknown
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{spec: Object.spec{serviceAcountName: "shop"}}'
                #                                     ^^^^^^^^^^^^^^^^^ expect: misspelled
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
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          reinvocationPolicy: Never
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: >
                  Object{
                    metadata: Object.metadata{labels: Object.metadata.labels{team: "shop"}},
                    spec: Object.spec{serviceAccountName: "shop"}
                  }
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    for (const { compilation, kinds, reason } of applyConfigurationErrors(resource, customKinds)) {
      if (reason.kind !== 'unknown-field') continue;
      const { field, parent, path } = reason;
      const location = structFieldLocation(compilation, field);
      const parentPath = path.split('.').slice(0, -1).join('.');
      const meant =
        parent.kind === 'object'
          ? suggestPath({ path: parentPath, object: parent }, field.name)
          : undefined;
      const values = { path, kinds: describeKinds(kinds) };
      if (meant === undefined) report({ message: 'unknown', at: location, values });
      else report({ message: 'misspelled', at: location, values: { ...values, meant } });
    }
  },
});
