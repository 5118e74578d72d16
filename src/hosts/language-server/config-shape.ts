import { lazy } from '../../base/lazy.ts';
import { configSchema } from '../../config/config-schema.ts';
import { type Shape, shapeOfSchema } from '../../features/language-service/shape.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import { isObject, type JsonSchema, strings } from '../../server/kubernetes/schema.ts';

/** The shape of `.kubeadmit.yaml`. */
export const configShape = lazy((): Shape => {
  const root = configSchema();
  return shapeOfSchema(structuralOf(root, root));
});

/**
 * A schema in the form of those of CRDs: without references, and with the first of several choices or types only. The
 * others are null, which every setting can be.
 */
function structuralOf(schema: JsonSchema, root: JsonSchema): StructuralSchema {
  const { $ref, description, type, items, additionalProperties } = schema;
  const [first] = [schema.anyOf, schema.allOf].filter(Array.isArray).flat();
  const used = typeof $ref === 'string' ? definitionOf($ref, root) : first;
  const ownType = Array.isArray(type) ? type[0] : type;
  const listed = strings(schema.enum);
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return {
    ...(isObject(used) ? structuralOf(used, root) : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof ownType === 'string' ? { type: ownType } : {}),
    // The other value is false: YAML reads `off` as that.
    ...(listed.length === 0 ? {} : { type: 'string', enum: [...listed] }),
    ...(isObject(items) ? { items: structuralOf(items, root) } : {}),
    ...(isObject(additionalProperties)
      ? { additionalProperties: structuralOf(additionalProperties, root) }
      : {}),
    ...(properties.length === 0
      ? {}
      : {
          required: [...strings(schema.required)],
          properties: Object.fromEntries(
            properties.flatMap(([name, value]) =>
              isObject(value) ? [[name, structuralOf(value, root)]] : [],
            ),
          ),
        }),
  };
}

function definitionOf(reference: string, { definitions }: JsonSchema): unknown {
  return isObject(definitions) ? definitions[reference.replace('#/definitions/', '')] : undefined;
}
