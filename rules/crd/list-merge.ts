import { schemaJudgements, schemaLocation, schemaPaths } from '../../src/analysis/crd/schemas.ts';
import { mergeFindings } from '../../src/analysis/merged-findings.ts';
import type { Fix, NewValue } from '../../src/result/fix.ts';
import { unsafeFix } from '../../src/rule/fix.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { itemSchema, propertySchema } from '../../src/server/crd/structural.ts';
import type { Path } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'crd/list-merge',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'A list of objects with a name in the spec declares how server-side apply merges it.',
  details: `
Without \`x-kubernetes-list-type\` a list is atomic: with server-side apply, a client that applies one item owns the whole
list and replaces the items of all other clients. For items with a name that is rarely intended.

    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [name]

With these keywords each item is merged by its key, and two items with the same key are rejected. Set \`atomic\` if the list
is meant to be replaced as a whole. Before you change an existing list to \`map\`, look for stored objects in which a key
occurs more than once: their updates will be rejected.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    keyed: {
      text: "server-side apply replaces the list '{name}' as a whole, although its items have a required '{key}'",
      help: 'add x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [{key}], or x-kubernetes-list-type: atomic if that is intended',
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
    fixed: [
      {
        before: yaml`
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
                          jobs:
                            type: array
                            items:
                              type: object
                              required: [name]
                              properties: { name: { type: string }, image: { type: string } }
        `,
        after: yaml`
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
                          jobs:
                            type: array
                            x-kubernetes-list-map-keys: [name]
                            x-kubernetes-list-type: map
                            items:
                              type: object
                              required: [name]
                              properties: { name: { type: string }, image: { type: string } }
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const keyed = seen(judgement.tree, 'items').flatMap((node) => {
        const key = keyOf(node);
        if (key === undefined) return [];
        const location = schemaLocation(resource, judgement, node, keyword('type'));
        const schemas = schemaPaths(judgement, node);
        return [{ name: String(node.key), key, location, schemas }];
      });
      const merged = mergeFindings(keyed, 'the same applies to this list');
      if (merged === undefined) continue;
      const { location, name, key, schemas } = merged;
      report({
        message: 'keyed',
        at: location,
        values: { name, key },
        fix: listTypeFix(resource, schemas, key),
      });
    }
  },
});

/** Gives a list a type: of one whose items are identified by a key, or of one that is replaced as a whole. */
function listTypeFix({ origin }: Resource, schemas: readonly Path[], key: string): Fix | undefined {
  const insert = (name: string, value: NewValue) =>
    schemas.map((path) => ({ kind: 'insert', path, key: name, value, after: 'type' }) as const);
  return unsafeFix(
    origin,
    {
      title: `merge the items by their ${key}`,
      edits: [
        ...insert('x-kubernetes-list-map-keys', [key]),
        ...insert('x-kubernetes-list-type', 'map'),
      ],
    },
    { title: 'replace the list as a whole', edits: insert('x-kubernetes-list-type', 'atomic') },
  );
}

/** The names of fields that usually identify an item. */
const KEYS: readonly string[] = ['name', 'id'];

/**
 * Reports whether a schema describes a field of the spec itself. Fields further below often have a type of another API,
 * and a status rarely has several writers.
 */
function isInSpec({ parent }: SchemaNode): boolean {
  return parent?.parent?.isRoot === true && parent.key === 'spec';
}

/** The fields that show, in the same object, that a name is a part of a reference, or of a pair such as a header. */
const COMPANIONS: readonly string[] = ['group', 'kind', 'mountPath', 'namespace', 'value'];

/** The field that identifies the items of a list without a list type. */
function keyOf(node: SchemaNode): string | undefined {
  const { schema, role } = node;
  if (role !== 'structural' || schema['x-kubernetes-list-type'] !== undefined) return undefined;
  if (!isInSpec(node)) return undefined;
  const items = itemSchema(schema);
  const required = items?.required;
  if (items === undefined || required === undefined) return undefined;
  // A reference or a pair may occur twice: its name alone does not identify it.
  if (COMPANIONS.some((name) => propertySchema(items, name) !== undefined)) return undefined;
  return KEYS.find(
    (key) => required.includes(key) && propertySchema(items, key)?.type === 'string',
  );
}
