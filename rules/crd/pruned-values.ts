import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { firstInFile } from '../../src/analysis/first-in-file.ts';
import { isEmpty, seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import type { SchemaNode } from '../../src/crd/schema-node.ts';
import { isEmbeddedResource, isMap, preservesUnknownFields } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/pruned-values',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The server keeps what the objects are meant to hold, and nothing else.',
  details: `
The API server prunes each field that the schema does not declare, without an error. So an object without
\`properties\`, \`additionalProperties\` and \`x-kubernetes-preserve-unknown-fields\` is always stored as \`{}\`. That may be
meant (a mere mark that something is chosen). Where it is not, users lose what they write.

- \`additionalProperties: true\` keeps keys with any values, but what is in these is pruned: texts and numbers are kept,
  objects become \`{}\`. For any content write \`x-kubernetes-preserve-unknown-fields: true\`, for
  texts \`additionalProperties: { type: string }\`.
- \`additionalProperties: false\` allows no key at all, so only \`{}\` is valid.
- \`x-kubernetes-preserve-unknown-fields\` at the root or the spec keeps everything, misspelled names included.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    empty: {
      text: "'{name}' has no properties, so all that is in it is pruned{others}",
      help: 'where it is not a mere mark, declare its properties, or add x-kubernetes-preserve-unknown-fields: true',
      severity: 'info',
      rows: ['crd-lint-empty-object'],
    },
    objects: {
      text: 'any value is taken, but objects among them are stored empty',
      help: 'write x-kubernetes-preserve-unknown-fields: true instead, or the schema of the values',
      rows: ['crd-lint-additional-properties-true-objects'],
    },
    nothing: {
      text: 'additionalProperties: false leaves nothing that is valid but an empty object',
      help: 'declare properties instead, and leave additionalProperties out: what is not declared is pruned',
      rows: ['crd-lint-additional-properties-false'],
    },
    everything: {
      text: '{name} keeps fields that are not declared, so misspelled ones are stored without a word',
      help: 'declare the properties, and preserve unknown fields only where any are meant',
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
        const others = empty.length === 1 ? '' : `, as is that of ${empty.length - 1} more`;
        report('empty', first.location, { name: nameOf(first.node), others });
      }
      for (const node of seen(tree, 'additionalProperties')) {
        if (node.role !== 'structural') continue;
        const { additionalProperties } = node.schema;
        const location = () =>
          schemaLocation(resource, judgement, node, keyword('additionalProperties'));
        if (additionalProperties === false) report('nothing', location());
        else if (additionalProperties === true && !preservesUnknownFields(node.schema)) {
          report('objects', location());
        }
      }
      for (const node of seen(tree, PRESERVE)) {
        const isSpec = isTopLevel(node) && node.key === 'spec';
        if (!preservesUnknownFields(node.schema) || !(node.isRoot || isSpec)) continue;
        // An old version that nobody can write to is kept for what is stored.
        if (judgement.version.value?.served !== true) continue;
        const location = schemaLocation(resource, judgement, node, keyword(PRESERVE));
        report('everything', location, { name: node.isRoot ? 'the object' : 'spec' });
      }
    }
  },
});

const PRESERVE = 'x-kubernetes-preserve-unknown-fields';

function isTopLevel({ parent, keyword: under }: SchemaNode): boolean {
  return parent?.isRoot === true && under === 'properties';
}

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
