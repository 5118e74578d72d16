import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Keyword, SchemaNode, SchemaTree } from '../schema-node.ts';
import {
  isGiven,
  isIntOrStringPattern,
  itemSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import { keyword, type SchemaProblems } from './problem.ts';

/** The keywords that declare the type of a value, and so must not be inside of a logical junctor. */
const FORBIDDEN: readonly Keyword[] = [
  'type',
  'default',
  'title',
  'description',
  'nullable',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
];

/** Checks a schema at or below a logical junctor. */
export function checkNested(node: SchemaNode, minor: Minor, problems: SchemaProblems): void {
  const { schema } = node;
  if (isOfIntOrString(node, minor)) return;
  for (const name of FORBIDDEN) {
    const value = schema[name];
    if (!isGiven(name, value) || (Array.isArray(value) && value.length === 0 && LISTS.has(name))) {
      continue;
    }
    problems.add('nested-keyword', node, name, { keyword: name });
  }
  const { additionalProperties } = schema;
  if (
    additionalProperties !== undefined &&
    (additionalProperties !== false || !serverHas('nested-additional-properties-false', minor))
  ) {
    const name = 'additionalProperties';
    problems.add('nested-keyword', node, name, { keyword: name });
  }
  if (propertySchema(schema, 'metadata') !== undefined) {
    problems.add('nested-metadata', node, keyword('properties', ['metadata']), {});
  }
}

/** Keywords for which an empty list is equal to an absent one. */
const LISTS: ReadonlySet<string> = new Set<Keyword>([
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
]);

/** Reports whether a schema is one of the two types in the `anyOf` of an int-or-string. */
function isOfIntOrString(node: SchemaNode, minor: Minor): boolean {
  const { parent } = node;
  if (node.keyword !== 'anyOf' || parent === undefined) return false;
  const isPlace =
    parent.role === 'structural' ||
    (parent.keyword === 'allOf' && parent.key === 0 && parent.parent?.role === 'structural');
  return isPlace && isIntOrStringPattern(parent.schema.anyOf, minor);
}

/**
 * Checks that the values that the junctors of the root constrain are also declared outside of them. The server does not
 * check the junctors of other schemas.
 */
export function checkCompleteness(tree: SchemaTree, problems: SchemaProblems): void {
  const declared = new Map<SchemaNode, StructuralSchema>();
  for (const node of tree.nodes) {
    const { parent } = node;
    if (node.role !== 'nested' || parent === undefined) continue;
    const outside = parent.isRoot ? parent.schema : declared.get(parent);
    if (outside === undefined) continue;
    const counterpart = counterpartOf(node, outside);
    if (counterpart !== undefined) declared.set(node, counterpart);
    else if (node.keyword === 'items') {
      problems.add('nested-items', parent, 'items', {}, { path: declaredPath(node) });
    } else {
      const name = String(node.key);
      const path = declaredPath(node);
      problems.add('nested-undeclared', parent, keyword('properties', [name]), { name }, { path });
    }
  }
}

function counterpartOf(node: SchemaNode, outside: StructuralSchema): StructuralSchema | undefined {
  if (node.keyword === 'properties') return propertySchema(outside, String(node.key));
  if (node.keyword === 'items') return itemSchema(outside);
  return outside;
}

/** The path at which a schema at or below a junctor would have to be declared. */
function declaredPath(node: SchemaNode): string {
  const steps: string[] = [];
  for (let step = node; step.parent !== undefined; step = step.parent) {
    if (step.keyword === 'properties') steps.push(`.properties[${step.key}]`);
    else if (step.keyword === 'items') steps.push('.items');
  }
  return steps.reverse().join('');
}
