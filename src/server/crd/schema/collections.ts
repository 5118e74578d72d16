import type { SchemaNode, SchemaTree } from '../schema-node.ts';
import { itemSchema, propertySchema } from '../structural.ts';
import { seen } from './keywords.ts';
import { keyword, type SchemaProblems } from './problem.ts';

const LIST_TYPE = 'x-kubernetes-list-type';
const MAP_TYPE = 'x-kubernetes-map-type';
const MAP_KEYS = 'x-kubernetes-list-map-keys';

const LIST_TYPES: ReadonlySet<string> = new Set(['atomic', 'set', 'map']);
const MAP_TYPES: ReadonlySet<string> = new Set(['atomic', 'granular']);

const TAINTS = { taints: true } as const;

/** Checks the keywords that determine how lists and maps are merged: list types with their keys, and map types. */
export function checkCollections(tree: SchemaTree, problems: SchemaProblems): void {
  for (const node of seen(tree, MAP_TYPE)) checkMapType(node, problems);
  for (const node of seen(tree, LIST_TYPE)) {
    checkListType(node, problems);
    checkNullable(node, problems);
    if (node.schema[LIST_TYPE] === 'map') checkListMap(node, problems);
  }
  for (const node of seen(tree, MAP_KEYS)) checkKeysHaveType(node, problems);
}

function checkMapType(node: SchemaNode, problems: SchemaProblems): void {
  const value = node.schema[MAP_TYPE] ?? '';
  const type = node.schema.type ?? '';
  if (type === '') problems.add('map-type-untyped', node, 'type', { value }, TAINTS);
  else if (type !== 'object') {
    problems.add('map-type-of-other', node, 'type', { value, type }, TAINTS);
  }
  if (!MAP_TYPES.has(value)) problems.add('unknown-map-type', node, MAP_TYPE, { value }, TAINTS);
}

function checkListType(node: SchemaNode, problems: SchemaProblems): void {
  const value = node.schema[LIST_TYPE] ?? '';
  const type = node.schema.type ?? '';
  const items = itemSchema(node.schema);
  if (type === '') problems.add('list-type-untyped', node, 'type', { value }, TAINTS);
  else if (type !== 'array') {
    problems.add('list-type-of-other', node, 'type', { value, type }, TAINTS);
  } else if (value === 'set' && items?.type === 'array') {
    const inner = items[LIST_TYPE];
    if (inner !== undefined && inner !== 'atomic') {
      problems.add('set-of-lists', node, keyword('items', LIST_TYPE), { value: inner }, TAINTS);
    }
  } else if (value === 'set' && items?.type === 'object' && items[MAP_TYPE] !== 'atomic') {
    problems.add('set-of-objects', node, keyword('items', MAP_TYPE), {}, TAINTS);
  }
  if (!LIST_TYPES.has(value)) problems.add('unknown-list-type', node, LIST_TYPE, { value }, TAINTS);
}

function checkKeysHaveType(node: SchemaNode, problems: SchemaProblems): void {
  const value = node.schema[LIST_TYPE];
  if ((node.schema[MAP_KEYS] ?? []).length === 0) return;
  if (value === undefined) problems.add('keys-without-list-type', node, LIST_TYPE, {}, TAINTS);
  else if (value !== 'map') {
    problems.add('keys-of-other-list-type', node, LIST_TYPE, { value }, TAINTS);
  }
}

/** Checks the keys and items of a list of type `map`. */
function checkListMap(node: SchemaNode, problems: SchemaProblems): void {
  const keys = node.schema[MAP_KEYS] ?? [];
  const items = itemSchema(node.schema);
  if (keys.length === 0) problems.add('keys-missing', node, MAP_KEYS, {}, TAINTS);
  if (node.schema.items === undefined) {
    problems.add('map-items-missing', node, 'items', {}, TAINTS);
  } else if (items === undefined) problems.add('map-items-list', node, 'items', {}, TAINTS);
  if (items === undefined) return;
  const type = items.type ?? '';
  if (type !== 'object') {
    problems.add('map-items-type', node, keyword('items', 'type'), { type }, TAINTS);
  }
  const required = new Set(items.required);
  const known = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const property = propertySchema(items, key);
    const at = { segments: [MAP_KEYS, index], path: `.${MAP_KEYS}` };
    if (type === 'object') {
      const keyType = property?.type ?? '';
      if (property === undefined) problems.add('key-undeclared', node, at, { key }, TAINTS);
      else if (keyType === 'array' || keyType === 'object') {
        const below = keyword('items', 'properties', [key], 'type');
        problems.add('key-compound', node, below, { key, type: keyType }, TAINTS);
      }
      if (known.has(key)) problems.add('key-twice', node, at, { key }, TAINTS);
      known.add(key);
    }
    if (property === undefined) continue;
    if (!required.has(key) && property.default === undefined) {
      const below = keyword('items', 'properties', [key], 'default');
      problems.add('key-optional', node, below, { key }, TAINTS);
    }
    if (property.nullable === true) {
      const below = keyword('items', 'properties', [key], 'nullable');
      problems.add('key-nullable', node, below, { key }, TAINTS);
    }
  }
}

function checkNullable(node: SchemaNode, problems: SchemaProblems): void {
  const value = node.schema[LIST_TYPE] ?? '';
  if (value !== 'set' && value !== 'map') return;
  if (itemSchema(node.schema)?.nullable === true) {
    problems.add('items-nullable', node, keyword('items', 'nullable'), { value }, TAINTS);
  }
}
