import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { firstInFile } from '../../src/analysis/first-in-file.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isEmpty, seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import {
  isEmbeddedResource,
  isMap,
  preservesUnknownFields,
} from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/pruned-values',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A schema keeps the content of objects, and preserves unknown fields only where needed.',
  details: `
The API server prunes each field that the schema does not declare, without an error. So an object without
\`properties\`, \`additionalProperties\` and \`x-kubernetes-preserve-unknown-fields\` is always stored as \`{}\`. That may be
intended, where the presence of the object is the information. Otherwise users lose its content.

- \`additionalProperties: true\` keeps keys with any values, but prunes inside the values: strings and numbers are kept,
  objects are stored as \`{}\`. For any content, use \`x-kubernetes-preserve-unknown-fields: true\`; for strings,
  \`additionalProperties: { type: string }\`.
- \`additionalProperties: false\` allows no keys, so only \`{}\` is valid.
- \`x-kubernetes-preserve-unknown-fields: true\` at the root or in \`spec\` also stores fields with misspelled names.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    empty: {
      text: "'{name}' declares no properties, so its content is pruned{others}",
      help: 'declare its properties, or set x-kubernetes-preserve-unknown-fields: true, if it has content',
      severity: 'info',
      rows: ['crd-lint-empty-object'],
    },
    objects: {
      text: 'additionalProperties: true accepts any value, but objects are stored empty',
      help: 'use x-kubernetes-preserve-unknown-fields: true instead, or a schema of the values',
      rows: ['crd-lint-additional-properties-true-objects'],
    },
    nothing: {
      text: 'additionalProperties: false allows only an empty object here',
      help: 'declare properties and remove additionalProperties; undeclared properties are pruned anyway',
      rows: ['crd-lint-additional-properties-false'],
    },
    everything: {
      text: '{name} preserves unknown fields, so fields with misspelled names are stored silently',
      help: 'declare the properties, and preserve unknown fields only in objects with arbitrary content',
      severity: 'info',
      rows: ['crd-lint-preserve-root'],
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
                      x-kubernetes-preserve-unknown-fields: true
                      #                                     ^^^^ expect: everything
                      properties:
                        suspended:
                          type: object
                          #     ^^^^^^ expect: empty
                        parameters:
                          type: object
                          additionalProperties: true
                          #                     ^^^^ expect: objects
                        labels:
                          type: object
                          additionalProperties: false
                          #                     ^^^^^ expect: nothing
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
                      properties:
                        parameters: { type: object, x-kubernetes-preserve-unknown-fields: true }
                        labels: { type: object, additionalProperties: { type: string } }
                        limits: { type: object, properties: { cpu: { type: string } } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const { tree } = judgement;
      const empty = seen(tree, 'type').filter(isEmptyObject);
      const first = firstInFile(empty, (node) =>
        schemaLocation(resource, judgement, node, keyword('type')),
      );
      if (first !== undefined) {
        const others = empty.length === 1 ? '' : `; the same for ${empty.length - 1} more`;
        report({
          message: 'empty',
          at: first.location,
          values: { name: nameOf(first.node), others },
        });
      }
      for (const node of seen(tree, 'additionalProperties')) {
        // The server refuses additionalProperties at the root, and false together with properties.
        if (node.role !== 'structural' || node.isRoot) continue;
        const { additionalProperties, properties } = node.schema;
        const location = () =>
          schemaLocation(resource, judgement, node, keyword('additionalProperties'));
        if (additionalProperties === false && isEmpty(properties))
          report({ message: 'nothing', at: location() });
        else if (additionalProperties === true && !preservesUnknownFields(node.schema)) {
          report({ message: 'objects', at: location() });
        }
      }
      for (const node of seen(tree, PRESERVE)) {
        const isSpec =
          node.parent?.isRoot === true && node.keyword === 'properties' && node.key === 'spec';
        if (!preservesUnknownFields(node.schema) || !(node.isRoot || isSpec)) continue;
        // A version that is not served is only kept for objects that are stored in it.
        if (judgement.version.value?.served !== true) continue;
        const location = schemaLocation(resource, judgement, node, keyword(PRESERVE));
        report({
          message: 'everything',
          at: location,
          values: { name: node.isRoot ? 'the object' : 'spec' },
        });
      }
    }
  },
});

const PRESERVE = 'x-kubernetes-preserve-unknown-fields';

function isEmptyObject({ schema, role, insideMetadata, isRoot }: SchemaNode): boolean {
  return (
    schema.type === 'object' &&
    role === 'structural' &&
    !insideMetadata &&
    !isRoot &&
    isEmpty(schema.properties) &&
    !isMap(schema) &&
    !preservesUnknownFields(schema) &&
    !isEmbeddedResource(schema)
  );
}

/** The name of the property, or of the nearest one around it. */
function nameOf(node: SchemaNode): string {
  let step: SchemaNode | undefined = node;
  while (step !== undefined && step.keyword !== 'properties') step = step.parent;
  return String(step?.key ?? '');
}
