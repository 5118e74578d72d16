import type { SchemaNode } from './schema-node.ts';
import { isMap } from './structural.ts';

/** A list or map around a schema, whose items or values repeat the values below it. */
export interface Repetition {
  readonly node: SchemaNode;
  /** The maximal number of items or values; undefined if it is not limited. */
  readonly most: number | bigint | undefined;
}

/**
 * The lists and maps around a schema, outermost first.
 *
 * Source: `extractMaxElements` in `pkg/apis/apiextensions/validation/cel_validation.go` of apiextensions-apiserver.
 */
export function repetitionsAround(node: SchemaNode): readonly Repetition[] {
  const found: Repetition[] = [];
  for (let above = node.parent; above !== undefined; above = above.parent) {
    const keyword = limitKeyword(above);
    if (keyword !== undefined) found.push({ node: above, most: above.schema[keyword] });
  }
  return found.reverse();
}

function limitKeyword({ schema }: SchemaNode): 'maxItems' | 'maxProperties' | undefined {
  if (schema.type === 'array') return 'maxItems';
  return schema.type === 'object' && isMap(schema) ? 'maxProperties' : undefined;
}
