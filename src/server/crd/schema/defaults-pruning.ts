import { isMapping } from '../../../yaml/tree.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Value } from '../../kubernetes/value.ts';
import type { SchemaNode, SchemaTree } from '../schema-node.ts';
import { withSettledMetadata } from '../values/embedded-object.ts';
import { jsonText } from '../values/json-text.ts';
import { prunedPaths } from '../values/pruning.ts';

/**
 * Reports whether the server would remove anything from a default if it were set where its schema is, in an otherwise
 * empty object. Unlike the check of a new CRD, this includes defaults below `additionalProperties`, and fields of
 * defaults inside of metadata that are not part of metadata. If the default of the root is a scalar or a list, or a
 * schema below the `items` of the root has a default, the server does not detect it, because no object contains such a
 * value.
 *
 * So far only the checks of updates read it.
 *
 * @param tree the tree of a structural schema
 */
export function hasUnprunedDefaults(tree: SchemaTree, minor: Minor): boolean {
  const { root } = tree;
  const options = { isResource: true, minor, dropsWrongTypes: true };
  const objects = tree.having('default').flatMap((node) => {
    const { role, schema } = node;
    if (role !== 'structural' || schema.default === undefined) return [];
    return [{ node, object: objectAround(node, schema.default) }];
  });
  if (objects.some(({ object }) => !isMapping(object))) return false;
  return objects.some(({ node, object }) => {
    for (const _ of prunedPaths(object, root.schema, options)) return true;
    // The metadata in other defaults was normalized when the CRD was stored.
    if (!node.insideMetadata) return false;
    const settled = withSettledMetadata(object, root.schema, options);
    return settled !== object && jsonText(settled, 'by key') !== jsonText(object, 'by key');
  });
}

/** An object of the root schema that contains only a value, at the place of a schema. */
function objectAround(node: SchemaNode, value: Value): Value {
  let built = value;
  for (let step = node; step.parent !== undefined; step = step.parent) {
    if (step.keyword === 'items') built = [built];
    else built = { [step.keyword === 'properties' ? String(step.key) : '*']: built };
  }
  return built;
}
