import { onceForEach } from '../../../base/once-for-each.ts';
import { isSchemaList, type SchemaNode, type SchemaTree } from '../schema-node.ts';
import type { StructuralSchema } from '../structural.ts';

/**
 * Finds the schema that declares the values at a node: the node's own schema or, for a node at or below a logical
 * junctor, the schema at the same place outside of it.
 *
 * @returns a function that returns undefined if no schema declares the values, or if the server does not visit the node
 */
export function declaringSchemas(
  tree: SchemaTree,
): (node: SchemaNode) => StructuralSchema | undefined {
  const declared = nestedIn(tree);
  return (node) => (node.role === 'structural' ? node.schema : declared.get(node));
}

type Declared = ReadonlyMap<SchemaNode, StructuralSchema>;

const nestedIn = onceForEach(declareNested);

function declareNested(tree: SchemaTree): Declared {
  const declared = new Map<SchemaNode, StructuralSchema>();
  for (const node of tree.nodes) {
    const { role, parent } = node;
    if (role !== 'nested' || parent === undefined) continue;
    // A node comes after its parent.
    const outside = parent.role === 'nested' ? declared.get(parent) : parent.schema;
    const schema = outside === undefined ? undefined : belowSame(node, outside);
    if (schema !== undefined) declared.set(node, schema);
  }
  return declared;
}

/** The schema that is in a schema where a node is in its parent. */
function belowSame(
  { keyword, key }: SchemaNode,
  outside: StructuralSchema,
): StructuralSchema | undefined {
  const { properties, additionalProperties, items } = outside;
  if (keyword === 'properties') {
    const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    return properties?.[String(key)] ?? values;
  }
  if (keyword === 'items') return isSchemaList(items) ? undefined : items;
  return outside;
}
