import { applyConfigurationErrors } from '../../src/analysis/cel/types/apply-configurations.ts';
import { structFieldLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { hasAtomicItems } from '../../src/analysis/cel/types/type-positions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ApiType } from '../../src/server/expressions/types/api-types.ts';

export default defineRule({
  id: 'cel/patch-atomic',
  on: 'object-and-kinds',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'Apply configurations set no fields that can only be replaced as a whole.',
  details: `
An apply configuration is merged into the object: lists by the keys of their items, and maps by their keys. But some lists, maps
and objects are atomic: they can only be replaced as a whole. Examples are \`command\` and \`args\` of containers,
\`tolerations\`, \`nodeSelector\`, label selectors, the items of \`imagePullSecrets\`, and each list of a CRD without a list type.
Because this would remove existing values, the API server refuses the configuration for each request:
\`may not mutate atomic arrays, maps or structs\`.

Use a mutation with \`patchType: JSONPatch\` for these fields.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-apply-configuration',
  messages: {
    atomic: {
      text: '{path} of {kinds} is {shape}, which an apply configuration cannot set, so each request fails',
      help: 'use a mutation with patchType: JSONPatch for this field',
      rows: ['lint-map-apply-atomic'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: batch.example.com }
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
                expression: 'Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "batch"}]}}'
                #                                     ^^^^^^^^^^^ expect: atomic
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", args: ["-v"]}]}}'
                #                                                                                    ^^^^ expect: atomic
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: batch.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          reinvocationPolicy: Never
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: >
                  [JSONPatch{op: "add", path: "/spec/tolerations", value: [{"key": "batch", "operator": "Exists"}]}]
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: >
                  Object{spec: Object.spec{
                    containers: object.spec.containers.map(c,
                      Object.spec.containers{name: c.name, imagePullPolicy: "Always"})
                  }}
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    for (const { compilation, kinds, reason } of applyConfigurationErrors(resource, customKinds)) {
      if (reason.kind !== 'atomic') continue;
      const { field, path, type } = reason;
      const values = { path, kinds: describeKinds(kinds), shape: shapeOf(type) };
      report({ message: 'atomic', at: structFieldLocation(compilation, field), values });
    }
  },
});

function shapeOf(type: ApiType): string {
  return hasAtomicItems(type) ? 'a list of atomic objects' : `an atomic ${SHAPES[type.kind]}`;
}

const SHAPES: Readonly<Record<ApiType['kind'], string>> = {
  list: 'list',
  map: 'map',
  object: 'object',
  scalar: 'value',
};
