import type { Minor } from '../kubernetes/minors.ts';
import type { Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import { withSettledMetadata } from './embedded-object.ts';
import { canonicalText } from './list-uniqueness.ts';
import { prunedPaths } from './pruning.ts';
import type { SchemaNode, SchemaTree } from './schema-node.ts';

/**
 * Whether the server would take something out of a default, were it put where it belongs in an otherwise
 * empty object. Unlike the check of new CRDs this looks also below `additionalProperties`, and at
 * what is not metadata in defaults inside of metadata. Where the default of the root is no object, the server does not find out.
 *
 * @param tree of a schema that is structural
 */
export function hasUnprunedDefaults(tree: SchemaTree, minor: Minor): boolean {
  const { root } = tree;
  const ofRoot = root.schema.default;
  if (ofRoot !== undefined && !isMapping(ofRoot)) return false;
  const options = { isResource: true, minor, dropsIllTyped: true };
  return tree.having('default').some((node) => {
    if (node.role !== 'structural' || node.schema.default === undefined) return false;
    const object = objectAround(node, node.schema.default);
    for (const _ of prunedPaths(object, root.schema, options)) return true;
    // The metadata of other defaults was settled when the CRD was stored.
    if (!node.insideMetadata) return false;
    const settled = withSettledMetadata(object, root.schema, options);
    return settled !== object && canonicalText(settled) !== canonicalText(object);
  });
}

/** The root's object with nothing but a value at the place of a schema. */
function objectAround(node: SchemaNode, value: Value): Value {
  let built = value;
  for (let step = node; step.parent !== undefined; step = step.parent) {
    if (step.keyword === 'items') built = [built];
    else built = { [step.keyword === 'properties' ? String(step.key) : '*']: built };
  }
  return built;
}
