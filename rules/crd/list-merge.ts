import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { firstInFile } from '../../src/analysis/first-in-file.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import type { SchemaNode } from '../../src/crd/schema-node.ts';
import { itemSchema, propertySchema } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/list-merge',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'A list of named objects in the spec says how it is merged.',
  details: `
Without \`x-kubernetes-list-type\` a list is atomic: with server-side apply, who applies one item owns the whole list,
and replaces the items of all others. For items with a name that is hardly ever meant.

    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name]

Then each item is merged by its key, and two items with the same key are refused. Write \`atomic\` where the list
is meant to be replaced as a whole. The change also refuses lists that are stored with a key twice, so look
at these first.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    keyed: {
      text: "the items of '{name}' have a required '{key}', but server-side apply replaces the list as a whole{others}",
      help: 'add x-kubernetes-list-type: map with x-kubernetes-list-map-keys: [{key}], or x-kubernetes-list-type: atomic where that is meant',
      rows: ['crd-lint-list-type-missing'],
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
                      properties:
                        ports:
                          type: array
                          #     ^^^^^ expect: keyed
                          items:
                            type: object
                            required: [name]
                            properties: { name: { type: string }, port: { type: integer } }
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
                        ports:
                          type: array
                          x-kubernetes-list-type: map
                          x-kubernetes-list-map-keys: [name]
                          items:
                            type: object
                            required: [name]
                            properties: { name: { type: string }, port: { type: integer } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const keyed = seen(judgement.tree, 'items').filter((node) => keyOf(node) !== undefined);
      const locationOf = (node: SchemaNode) =>
        schemaLocation(resource, judgement, node, keyword('type'));
      const first = firstInFile(keyed, locationOf);
      if (first === undefined) continue;
      const others = keyed.length === 1 ? '' : `, as are ${keyed.length - 1} more`;
      const key = keyOf(first.node) ?? '';
      report('keyed', first.location, { name: String(first.node.key ?? 'items'), key, others });
    }
  },
});

/** What items are told apart by, as their name says. */
const KEYS: readonly string[] = ['name', 'id'];

/**
 * Whether a list lies right in the spec: what lies deeper is often a type of another API, and a status
 * is seldom written by several.
 */
function isInSpec({ parent }: SchemaNode): boolean {
  return parent?.parent?.isRoot === true && parent.key === 'spec';
}

/** What makes of a name a part of a reference, or of a pair such as that of a header. */
const COMPANIONS: readonly string[] = ['group', 'kind', 'mountPath', 'namespace', 'value'];

function keyOf(node: SchemaNode): string | undefined {
  const { schema, role } = node;
  if (role !== 'structural' || schema['x-kubernetes-list-type'] !== undefined) return undefined;
  if (!isInSpec(node)) return undefined;
  const items = itemSchema(schema);
  const required = items?.required;
  if (items === undefined || required === undefined) return undefined;
  // A reference or a pair may stand there twice: neither is told apart by its name.
  if (COMPANIONS.some((name) => propertySchema(items, name) !== undefined)) return undefined;
  return KEYS.find(
    (key) => required.includes(key) && propertySchema(items, key)?.type === 'string',
  );
}
