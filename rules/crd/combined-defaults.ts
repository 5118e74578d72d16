import { schemaLocation, schemaPath } from '../../src/analysis/crd/schemas.ts';
import { type Location, locationAt, type RelatedSpan } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { jsonText } from '../../src/server/crd/values/json-text.ts';
import { type RejectedDefaults, rejectedDefaults } from './combined-defaults/rejected-defaults.ts';

export default defineRule({
  id: 'crd/combined-defaults',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The defaults of the properties of an object are valid together.',
  details: `
The API server validates a default against its own schema, but not against the schemas above it. Only when a custom
resource is created does it set all defaults and then evaluate the rules, \`allOf\`, \`anyOf\`, \`oneOf\`, \`not\` and
\`maxProperties\` of the objects that contain them. If these reject the defaults, every user must set one of the
properties that have a default, and gets an error about a value that is not in the manifest.

Only what defaults alone decide is reported. A rule that also reads a property without a default, or with an empty
string as default, may be there to require a value.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    rule: {
      text: 'this rule rejects every object that omits {names}: the defaults are {defaults}',
      help: 'change the defaults or the rule',
      rows: ['crd-lint-default-breaks-parent-rule'],
    },
    junctor: {
      text: '{keyword} rejects every object that omits {names}: the defaults are {defaults}',
      help: 'change the defaults or {keyword}',
    },
    maxProperties: {
      text: 'maxProperties is {most}, but defaults alone set {actual} properties: {names}',
      help: 'increase maxProperties, or remove defaults',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      maxProperties: 1
                      #              ^ expect: maxProperties
                      oneOf: # expect: junctor
                        - required: [min]
                        - required: [max]
                      x-kubernetes-validations:
                        - rule: self.min <= self.max
                          #     ^^^^^^^^^^^^^^^^^^^^ expect: rule
                      properties:
                        min: { type: integer, default: 3 }
                        max: { type: integer, default: 2 }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      x-kubernetes-validations:
                        - rule: self.min <= self.max
                        - rule: self.mode == 'None' || has(self.target)
                        - rule: self.image != ''
                      allOf:
                        - properties: { image: { pattern: ":" } }
                      properties:
                        min: { type: integer, default: 1 }
                        max: { type: integer, default: 2 }
                        mode: { type: string, default: All }
                        target: { type: string }
                        image: { type: string, default: "" }
      `,
    ],
  },
  check(resource, { report }) {
    for (const rejected of rejectedDefaults(resource)) {
      const location = locationOf(resource, rejected);
      const { by, node, segments } = rejected;
      const names = rejected.names.join(', ');
      const defaults = jsonText(rejected.defaults, 'as written');
      switch (by) {
        case 'rule':
          report({ message: 'rule', at: location, values: { names, defaults } });
          break;
        case 'junctor':
          report({
            message: 'junctor',
            at: location,
            values: { keyword: String(segments[0]), names, defaults },
          });
          break;
        case 'max-properties': {
          const { maxProperties: most = 0 } = node.schema;
          report({
            message: 'maxProperties',
            at: location,
            values: { most, actual: rejected.names.length, names },
          });
        }
      }
    }
  },
});

/** The location of the rule or keyword, with the defaults as related locations. */
function locationOf(
  resource: Resource<'CustomResourceDefinition'>,
  { judgement, node, segments, names }: RejectedDefaults,
): Location {
  const location = schemaLocation(resource, judgement, node, { segments, path: `.${segments[0]}` });
  const schema = schemaPath(judgement.version, node);
  const defaults = names.map((name): RelatedSpan => {
    const path = [...schema, 'properties', name, 'default'];
    return {
      span: locationAt(resource.origin, path, null).span,
      message: `the default of ${name}`,
    };
  });
  return { ...location, related: [...defaults, ...location.related] };
}
