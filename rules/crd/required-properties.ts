import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { declaringSchemas } from '../../src/crd/declaring-schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import { describesMetadata, type SchemaNode } from '../../src/crd/schema-node.ts';
import {
  isMap,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/required-properties',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Each name in required is that of a property that the schema has.',
  details: `
The API server prunes what the schema does not declare, and validates what is left. So a name in \`required\` that is
none of the \`properties\` can never be there: each object is refused, whatever its author writes. Most often the
property has been renamed or the name is misspelled.

A property with a default is never missing, so requiring it says nothing: the default is filled in first.

Below \`anyOf\`, \`oneOf\`, \`allOf\` and \`not\` it makes the branch one that never fits.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    undeclared: {
      text: "'{name}' is required, but no property: it is pruned, so no object is ever valid",
      help: 'declare the property, or take the name out of required',
      rows: ['crd-lint-required-undeclared'],
    },
    defaulted: {
      text: "'{name}' is required and has a default, so it is never missing",
      help: 'remove the default if authors are to choose, else take the name out of required',
      severity: 'info',
      rows: ['crd-lint-required-with-default'],
    },
    branch: {
      text: "'{name}' is no property outside of {junctor}: it is pruned, so this can never be there",
      help: 'declare the property beside {junctor}, or correct the name',
      rows: ['crd-lint-required-undeclared', 'crd-lint-junctor-undeclared-property'],
    },
    property: {
      text: "the property '{name}' is declared only below {junctor}: it is pruned, so nothing is checked",
      help: 'declare the property beside {junctor}, or correct the name',
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
          if (isDefaulted) report('defaulted', location(), { name });
          else if (isStructural) report('undeclared', location(), { name });
          else report('branch', location(), { name, junctor: junctorOf(node) });
        }
      }
      for (const node of seen(tree, 'properties')) {
        // Of the root the server says so itself.
        if (node.role !== 'nested' || isOfRoot(node)) continue;
        const declared = declaring(node);
        if (declared === undefined || !prunes(declared)) continue;
        for (const name in node.schema.properties) {
          if (isDeclared(name, declared, node)) continue;
          const location = schemaLocation(resource, judgement, node, keyword('properties', [name]));
          report('property', location, { name, junctor: junctorOf(node) });
        }
      }
    }
  },
});

/** Whether the items of a list are told apart by a property: such a one is often required for readers. */
function isMapKey(name: string, { parent, keyword: under }: SchemaNode): boolean {
  return under === 'items' && parent?.schema['x-kubernetes-list-map-keys']?.includes(name) === true;
}

/** Whether only declared properties of the values are kept. */
function prunes(schema: StructuralSchema): boolean {
  return schema.type === 'object' && !isMap(schema) && !preservesUnknownFields(schema);
}

function isDeclared(name: string, schema: StructuralSchema, node: SchemaNode): boolean {
  if (propertySchema(schema, name) !== undefined) return true;
  let described = node;
  // A branch describes the same object as the schema around it.
  while (described.parent !== undefined && !VALUE_KEYWORDS.has(described.keyword ?? '')) {
    described = described.parent;
  }
  return describesMetadata(described, name);
}

/** The keywords below which lies another value than the one around it. */
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
