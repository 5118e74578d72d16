import { schemaLocation, schemaPath } from '../../src/analysis/crd/schemas.ts';
import { type Location, locationAt, type RelatedSpan } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { type RefusedFilling, refusedFillings } from './combined-defaults/filled-objects.ts';

export default defineRule({
  id: 'crd/combined-defaults',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'What defaults make of an object is allowed by the schemas above them.',
  details: `
The API server holds a default against the schema that it stands in, and against nothing above that. Only when a
custom resource is created does it fill in all defaults and then look at the rules, \`allOf\`, \`anyOf\`, \`oneOf\`, \`not\`
and \`maxProperties\` of the objects around them. If these refuse what the defaults have made, everybody has
to give the property that has a default, and is told of a value that they never wrote.

Reported is only what defaults alone decide. A rule that also reads a property without a default may be there to
demand that property.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    rule: {
      text: 'this rule refuses every object that leaves {names} to its default: {filling}',
      help: 'change the default, or the rule',
      rows: ['crd-lint-default-breaks-parent-rule'],
    },
    junctor: {
      text: '{keyword} refuses every object that leaves {names} to its default: {filling}',
      help: 'change the default, or {keyword}',
    },
    maxProperties: {
      text: 'maxProperties is {most}, and defaults alone give each object {actual} properties: {names}',
      help: 'raise maxProperties, or take defaults away',
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
                      properties:
                        min: { type: integer, default: 1 }
                        max: { type: integer, default: 2 }
                        mode: { type: string, default: All }
                        target: { type: string }
      `,
    ],
  },
  check(resource, { report }) {
    for (const refused of refusedFillings(resource)) {
      const location = locationOf(resource, refused);
      const { by, node, segments, filling } = refused;
      const names = refused.names.join(', ');
      const shown = JSON.stringify(filling, plainNumbers);
      if (by === 'rule') report('rule', location, { names, filling: shown });
      else if (by === 'junctor') {
        report('junctor', location, { keyword: String(segments[0]), names, filling: shown });
      } else {
        const { maxProperties: most = 0 } = node.schema;
        report('maxProperties', location, { most, actual: refused.names.length, names });
      }
    }
  },
});

/** The place of what refuses it, with the defaults beside. */
function locationOf(
  resource: Resource<'CustomResourceDefinition'>,
  { judgement, node, segments, names }: RefusedFilling,
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

function plainNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
