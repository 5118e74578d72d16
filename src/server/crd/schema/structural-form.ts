import { compileRegularExpression } from '../../../base/go/regular-expression.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { SchemaNode, SchemaTree } from '../schema-node.ts';
import {
  firstKeywordExcept,
  isEmbeddedResource,
  isIntOrString,
  itemSchema,
  preservesUnknownFields,
  propertySchema,
} from '../structural.ts';
import { checkCompleteness, checkNested } from './nested-form.ts';
import { keyword, type SchemaProblems } from './problem.ts';

/**
 * Checks that a schema is structural: each value has a type at every place, and logical junctors
 * only constrain values. Errors found here hide those of defaults and rules.
 */
export function checkStructuralForm(
  tree: SchemaTree,
  minor: Minor,
  problems: SchemaProblems,
): void {
  for (const node of tree.nodes) {
    if (node.role === 'structural') checkNode(node, minor, problems);
    else if (node.role === 'nested') checkNested(node, minor, problems);
  }
  checkCompleteness(tree, problems);
  for (const node of tree.having('pattern')) {
    const pattern = node.schema.pattern ?? '';
    if (pattern === '' || (node.role !== 'structural' && node.role !== 'nested')) continue;
    const compiled = compileRegularExpression(pattern);
    if (!compiled.ok) {
      problems.add('pattern', node, 'pattern', { pattern, reason: compiled.refusal });
    }
  }
}

function checkNode(node: SchemaNode, minor: Minor, problems: SchemaProblems): void {
  const { schema } = node;
  const type = schema.type ?? '';
  if (type === 'array' && itemSchema(schema) === undefined) {
    problems.add('items-missing', node, 'items', {});
  }
  if (schema.additionalProperties !== undefined && node.isRoot) {
    problems.add('root-additional', node, 'additionalProperties', {});
  }
  checkType(node, type, problems);
  if (isIntOrString(schema)) checkIntOrString(node, problems);
  if (isEmbeddedResource(schema)) checkEmbedded(node, problems);
  if (node.isRoot || isEmbeddedResource(schema)) checkMetadata(node, minor, problems);
}

function checkType(node: SchemaNode, type: string, problems: SchemaProblems): void {
  const { schema } = node;
  if (node.isRoot && type !== '' && type !== 'object') {
    problems.add('root-type', node, 'type', { type });
  }
  if (isEmbeddedResource(schema)) {
    if (type === '') problems.add('embedded-untyped', node, 'type', {});
    else if (type !== 'object') problems.add('embedded-type', node, 'type', { type });
  } else if (type === '' && !isIntOrString(schema) && !preservesUnknownFields(schema)) {
    if (node.isRoot) problems.add('root-untyped', node, 'type', {});
    else if (node.keyword === 'items') problems.add('item-untyped', node, 'type', {});
    else problems.add('field-untyped', node, 'type', { name: String(node.key ?? node.keyword) });
  }
}

function checkIntOrString(node: SchemaNode, problems: SchemaProblems): void {
  if (preservesUnknownFields(node.schema)) {
    problems.add('int-or-string-preserve', node, 'x-kubernetes-preserve-unknown-fields', {});
  }
  if (isEmbeddedResource(node.schema)) {
    problems.add('int-or-string-embedded', node, 'x-kubernetes-embedded-resource', {});
  }
}

function checkEmbedded(node: SchemaNode, problems: SchemaProblems): void {
  const { schema } = node;
  if (schema.additionalProperties !== undefined) {
    problems.add('embedded-additional', node, 'additionalProperties', {});
  }
  if (!preservesUnknownFields(schema) && Object.keys(schema.properties ?? {}).length === 0) {
    problems.add('embedded-empty', node, 'properties', {});
  }
}

/** Checks the schemas of the fields that every API object has, if they are specified. */
function checkMetadata(node: SchemaNode, minor: Minor, problems: SchemaProblems): void {
  for (const [member, expected] of METADATA_TYPES) {
    const schema = propertySchema(node.schema, member);
    const type = schema?.type ?? '';
    if (schema !== undefined && type !== expected) {
      const below = keyword('properties', [member], 'type');
      problems.add('metadata-member-type', node, below, { member, type });
    }
  }
  const metadata = propertySchema(node.schema, 'metadata');
  if (!node.isRoot || metadata === undefined) return;
  const names = Object.keys(metadata.properties ?? {});
  const onlyNames =
    names.length > 0 && names.every((name) => name === 'name' || name === 'generateName');
  const allowed = onlyNames ? ALLOWED_WITH_NAMES : ALLOWED_IN_METADATA;
  const refused = firstKeywordExcept(metadata, allowed, { nested: false, minor });
  if (refused !== undefined) {
    const segments = ['properties', 'metadata', refused];
    const below = { segments, path: '.properties[metadata]' };
    problems.add('metadata-restricted', node, below, { keyword: refused });
  }
}

const METADATA_TYPES = [
  ['kind', 'string'],
  ['apiVersion', 'string'],
  ['metadata', 'object'],
] as const;

const ALLOWED_IN_METADATA: ReadonlySet<string> = new Set(['type', 'default']);
const ALLOWED_WITH_NAMES: ReadonlySet<string> = new Set(['type', 'default', 'properties']);
