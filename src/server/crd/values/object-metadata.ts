import type { JSONSchemaProps } from '../../kubernetes/types.generated.ts';
import { isEmbeddedResource, propertySchema, type StructuralSchema } from '../structural.ts';

const STRING: JSONSchemaProps = { type: 'string' };
const TIME: JSONSchemaProps = { type: 'string', format: 'date-time' };
const INTEGER: JSONSchemaProps = { type: 'integer', format: 'int64' };
const STRINGS: JSONSchemaProps = { type: 'object', additionalProperties: STRING };

/** The schema of the metadata of every object, which the schema of a CRD cannot change. */
const METADATA: JSONSchemaProps = {
  type: 'object',
  properties: {
    annotations: STRINGS,
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: INTEGER,
    deletionTimestamp: TIME,
    finalizers: { type: 'array', items: STRING },
    generateName: STRING,
    generation: INTEGER,
    labels: STRINGS,
    managedFields: {
      type: 'array',
      items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
    name: STRING,
    namespace: STRING,
    ownerReferences: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          apiVersion: STRING,
          blockOwnerDeletion: { type: 'boolean' },
          controller: { type: 'boolean' },
          kind: STRING,
          name: STRING,
          uid: STRING,
        },
      },
    },
    resourceVersion: STRING,
    selfLink: STRING,
    uid: STRING,
  },
};

const OF_EVERY_OBJECT: ReadonlyMap<string, JSONSchemaProps> = new Map([
  ['apiVersion', STRING],
  ['kind', STRING],
  ['metadata', METADATA],
]);

/**
 * The schema of a property as the server uses it: in a whole object, `apiVersion`, `kind` and
 * `metadata` have the server's own schema.
 */
export function objectPropertySchema(
  schema: StructuralSchema,
  name: string,
  { isRoot }: { readonly isRoot: boolean },
): StructuralSchema | undefined {
  const own = isRoot || isEmbeddedResource(schema) ? OF_EVERY_OBJECT.get(name) : undefined;
  return own ?? propertySchema(schema, name);
}
