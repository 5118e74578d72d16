import { isSchemaList, type Keyword, type SchemaNode, type SchemaTree } from '../schema-node.ts';
import type { SchemaProblems } from './problem.ts';

export const SCHEMA_TYPES: ReadonlySet<string> = new Set([
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
]);

const TAINTS = { taints: true } as const;

/** Finds keywords that a schema of a CRD must not have, in any schema or in a schema at this location. */
export function checkKeywords(tree: SchemaTree, problems: SchemaProblems): void {
  for (const node of seen(tree, 'type')) checkType(node, problems);
  for (const node of seen(tree, 'default')) checkDefaultPlace(node, problems);
  for (const [keyword, isRefused] of REFUSED) {
    for (const node of seen(tree, keyword)) {
      if (isRefused(node)) problems.add('unsupported-keyword', node, keyword, { keyword }, TAINTS);
    }
  }
  for (const node of seen(tree, 'items')) {
    const { items } = node.schema;
    if (isSchemaList(items) && items.length > 0) {
      problems.add('items-list', node, 'items', {}, TAINTS);
    }
  }
  for (const node of seen(tree, 'x-kubernetes-embedded-resource')) {
    const keyword = 'x-kubernetes-embedded-resource';
    if (node.schema[keyword] === true && node.insideMetadata) {
      problems.add('embedded-in-metadata', node, keyword, {}, TAINTS);
    }
  }
  for (const node of seen(tree, 'uniqueItems')) {
    if (node.schema.uniqueItems === true) {
      problems.add('unique-items', node, 'uniqueItems', {}, TAINTS);
    }
  }
  for (const node of seen(tree, 'additionalProperties')) {
    const { additionalProperties, properties } = node.schema;
    if (additionalProperties !== true && !isEmpty(properties)) {
      problems.add('additional-with-properties', node, 'additionalProperties', {}, TAINTS);
    }
  }
  for (const node of seen(tree, 'x-kubernetes-preserve-unknown-fields')) {
    const keyword = 'x-kubernetes-preserve-unknown-fields';
    if (node.schema[keyword] === false) problems.add('preserve-false', node, keyword, {}, TAINTS);
  }
}

/** The schemas with a keyword, among those that the server visits. */
export function seen(tree: SchemaTree, keyword: Keyword): readonly SchemaNode[] {
  const nodes = tree.having(keyword);
  return nodes.some(({ role }) => role === 'unseen')
    ? nodes.filter(({ role }) => role !== 'unseen')
    : nodes;
}

/** Keywords that are always refused, and when the server considers them present. */
const REFUSED: readonly (readonly [Keyword, (node: SchemaNode) => boolean])[] = [
  ['id', ({ schema }) => schema.id !== ''],
  ['$ref', () => true],
  ['additionalItems', () => true],
  ['patternProperties', ({ schema }) => !isEmpty(schema.patternProperties)],
  ['definitions', ({ schema }) => !isEmpty(schema.definitions)],
  ['dependencies', () => true],
];

/**
 * Reports whether the server can convert a schema to a structural schema. If not, the server reports the keywords that
 * prevent it with other messages, and does not check the structural form.
 */
export function isBuildable(tree: SchemaTree): boolean {
  return !NOT_CONVERTIBLE.some(([keyword, isInTheWay]) => seen(tree, keyword).some(isInTheWay));
}

/** Keywords that structural schemas do not support, and when they prevent the conversion. */
const NOT_CONVERTIBLE: readonly (readonly [Keyword, (node: SchemaNode) => boolean])[] = [
  ['id', ({ schema }) => schema.id !== ''],
  ['$schema', ({ schema }) => schema.$schema !== ''],
  ['$ref', ({ schema }) => schema.$ref !== ''],
  ['additionalItems', () => true],
  ['patternProperties', ({ schema }) => !isEmpty(schema.patternProperties)],
  ['definitions', ({ schema }) => !isEmpty(schema.definitions)],
  ['dependencies', ({ schema }) => !isEmpty(schema.dependencies)],
  ['items', ({ schema }) => isSchemaList(schema.items) && schema.items.length > 0],
  [
    'x-kubernetes-preserve-unknown-fields',
    ({ schema }) => schema['x-kubernetes-preserve-unknown-fields'] === false,
  ],
];

function checkType(node: SchemaNode, problems: SchemaProblems): void {
  const type = node.schema.type ?? '';
  if (type === '' || SCHEMA_TYPES.has(type)) return;
  problems.add('unknown-type', node, 'type', { type }, TAINTS);
  if (type === 'null') problems.add('null-type', node, 'type', {}, TAINTS);
}

function checkDefaultPlace(node: SchemaNode, problems: SchemaProblems): void {
  if (node.defaultBan === 'metadata-additional-properties') {
    problems.add('default-in-metadata-map', node, 'default', {}, TAINTS);
  } else if (node.defaultBan === 'top-level-metadata') {
    const member = String(topLevelMember(node));
    problems.add('default-in-metadata', node, 'default', { member }, TAINTS);
  }
}

/** The property of the root that contains a schema. */
function topLevelMember(node: SchemaNode): string | number | undefined {
  let top = node;
  while (top.parent?.parent !== undefined) top = top.parent;
  return top.key;
}

export function isEmpty(map: object | undefined): boolean {
  for (const _ in map) return false;
  return true;
}

/**
 * The schemas that the server cannot convert to structural schemas, because of themselves or of a schema below them.
 */
export function unconvertibleNodes(tree: SchemaTree): ReadonlySet<SchemaNode> {
  const unconvertible = new Set<SchemaNode>();
  for (const [keyword, isInTheWay] of NOT_CONVERTIBLE) {
    for (const node of seen(tree, keyword)) {
      if (!isInTheWay(node)) continue;
      for (
        let step: SchemaNode | undefined = node;
        step !== undefined && !unconvertible.has(step);
        step = step.parent
      ) {
        unconvertible.add(step);
      }
    }
  }
  return unconvertible;
}
