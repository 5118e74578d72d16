import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { declaringSchemas } from '../../src/server/crd/schema/declaring-schemas.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import { describesMetadata, type SchemaNode } from '../../src/server/crd/schema-node.ts';
import {
  isMap,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/required-properties',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Each property that is required or validated is declared in the schema.',
  details: `
The API server prunes fields that the schema does not declare, and validates the rest. So a name in \`required\` that is
not among the \`properties\` is always missing, and every object is refused. Usually the property was renamed, or the
name is misspelled.

The same applies inside \`anyOf\`, \`oneOf\`, \`allOf\` and \`not\`, where properties must be declared outside: a branch that
requires an undeclared property never matches, and validations of such a property have no effect.

To require a property with a default has no effect: the default is applied first.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    undeclared: {
      text: "'{name}' is required but not declared: it is pruned, so every object is refused",
      help: 'declare the property, or remove it from required',
      rows: ['crd-lint-required-undeclared'],
    },
    defaulted: {
      text: "'{name}' is required but has a default, so it is never missing",
      help: 'remove the default if users must set the property, otherwise remove it from required',
      severity: 'info',
      rows: ['crd-lint-required-with-default'],
    },
    branch: {
      text: "'{name}' is required in {junctor} but not declared outside: it is pruned, so it is always missing",
      help: 'declare the property in the schema that contains {junctor}, or fix the name',
      rows: ['crd-lint-required-undeclared', 'crd-lint-junctor-undeclared-property'],
    },
    property: {
      text: "'{name}' is validated in {junctor} but not declared outside: it is pruned, so this has no effect",
      help: 'declare the property in the schema that contains {junctor}, or fix the name',
      rows: ['crd-lint-junctor-undeclared-property'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
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
                      required: [schedule, image]
                      #          ^^^^^^^^ expect: defaulted
                      #                    ^^^^^ expect: undeclared
                      properties:
                        schedule: { type: string, default: "@daily" }
                        source:
                          type: object
                          properties: { git: { type: string }, oci: { type: string } }
                          oneOf:
                            - required: [git]
                            - required: [url]
                            #            ^^^ expect: branch
                              properties: { url: { minLength: 1 } }
                              #                  ^^^^^^^^^^^^^^^^ expect: property
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
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
                      required: [schedule]
                      properties:
                        schedule: { type: string }
                        source:
                          type: object
                          properties: { git: { type: string }, oci: { type: string } }
                          oneOf:
                            - required: [git]
                            - required: [oci]
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const { tree } = judgement;
      const declaring = declaringSchemas(tree);
      for (const node of seen(tree, 'required')) {
        const declared = declaring(node);
        if (declared === undefined) continue;
        const isStructural = node.role === 'structural';
        for (const [index, name] of (node.schema.required ?? []).entries()) {
          const property = propertySchema(declared, name);
          const isDefaulted =
            isStructural && property?.default !== undefined && !isMapKey(name, node);
          if (!isDefaulted && (!prunes(declared) || isDeclared(name, declared, node))) continue;
          const location = () =>
            schemaLocation(resource, judgement, node, keyword('required', [index]));
          if (isDefaulted) report({ message: 'defaulted', at: location(), values: { name } });
          else if (isStructural)
            report({ message: 'undeclared', at: location(), values: { name } });
          else
            report({
              message: 'branch',
              at: location(),
              values: { name, junctor: junctorOf(node) },
            });
        }
      }
      for (const node of seen(tree, 'properties')) {
        // The server itself refuses them at the root.
        if (node.role !== 'nested' || isOfRoot(node)) continue;
        const declared = declaring(node);
        if (declared === undefined || !prunes(declared)) continue;
        for (const name in node.schema.properties) {
          if (isDeclared(name, declared, node)) continue;
          const location = schemaLocation(resource, judgement, node, keyword('properties', [name]));
          report({ message: 'property', at: location, values: { name, junctor: junctorOf(node) } });
        }
      }
    }
  },
});

/**
 * Reports whether a property is a key of the list that contains the object. Keys must be required or have a default.
 */
function isMapKey(name: string, { parent, keyword: under }: SchemaNode): boolean {
  return under === 'items' && parent?.schema['x-kubernetes-list-map-keys']?.includes(name) === true;
}

/** Reports whether only declared properties of the values are kept. */
function prunes(schema: StructuralSchema): boolean {
  return schema.type === 'object' && !isMap(schema) && !preservesUnknownFields(schema);
}

function isDeclared(name: string, schema: StructuralSchema, node: SchemaNode): boolean {
  if (propertySchema(schema, name) !== undefined) return true;
  let described = node;
  // A branch describes the same object as the schema that contains it.
  while (described.parent !== undefined && !VALUE_KEYWORDS.has(described.keyword ?? '')) {
    described = described.parent;
  }
  return describesMetadata(described, name);
}

/** The keywords whose schemas describe another value than the schema that contains them. */
const VALUE_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'additionalProperties',
]);

function junctorOf(node: SchemaNode): string {
  let step: SchemaNode | undefined = node;
  while (step?.parent?.role === 'nested') step = step.parent;
  return step?.keyword ?? '';
}

function isOfRoot(node: SchemaNode): boolean {
  let step: SchemaNode | undefined = node;
  while (step?.role === 'nested') step = step.parent;
  return step?.isRoot === true;
}
