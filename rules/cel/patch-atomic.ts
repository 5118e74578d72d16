import { applyConfigurationErrors } from '../../src/analysis/cel/types/apply-configurations.ts';
import { structFieldLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { hasAtomicItems } from '../../src/analysis/cel/types/type-positions.ts';
import type { ApiType } from '../../src/expressions/types/api-types.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/patch-atomic',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'Apply configurations leave alone what can only be replaced as a whole.',
  details: `
An apply configuration is merged into the object: lists by the keys of their items, maps key by key. Some
lists, maps and objects are atomic: they are never merged, but replaced as a whole, as \`command\` and
\`args\` of containers, \`tolerations\`, \`nodeSelector\` and label selectors are, and each list of a CRD that says
nothing of its type. So are the items of \`imagePullSecrets\`. Since that would throw away what the configuration does not have, the server
refuses it when a request comes: \`may not mutate atomic arrays, maps or structs\`.

Use a mutation with \`patchType: JSONPatch\` for such fields.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-apply-configuration',
  messages: {
    atomic: {
      text: '{path} of {kinds} is {shape}, which an apply configuration must not set, so that each request fails',
      help: 'set it with a mutation of patchType JSONPatch',
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
  checkInWorkspace(resource, workspace, { report }) {
    for (const { compilation, kinds, reason } of applyConfigurationErrors(resource, workspace)) {
      if (reason.kind !== 'atomic') continue;
      const { field, path, type } = reason;
      const values = { path, kinds: describeKinds(kinds), shape: shapeOf(type) };
      report('atomic', structFieldLocation(compilation, field), values);
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
