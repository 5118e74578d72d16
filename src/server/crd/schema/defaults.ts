import { writtenAsFloat } from '../../../yaml/tree.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Value } from '../../kubernetes/value.ts';
import { describesMetadata, type SchemaNode, type SchemaTree } from '../schema-node.ts';
import { isEmbeddedResource, type StructuralSchema } from '../structural.ts';
import { embeddedFaults, withSettledMetadata } from '../values/embedded-object.ts';
import { valueText } from '../values/json-text.ts';
import { prunedPaths } from '../values/pruning.ts';
import { validateValue } from '../values/validate.ts';
import type { ValueProblem } from '../values/validation-outcome.ts';
import type { Below, SchemaProblems } from './problem.ts';

/** A default that is valid for its schema, in the form that its rules are evaluated on. */
export interface SettledDefault {
  readonly node: SchemaNode;
  readonly value: Value;
}

/**
 * Checks the defaults of a structural schema against their own schemas, without evaluating rules.
 * The server does not visit defaults below `additionalProperties`.
 *
 * @returns the defaults whose rules the server evaluates next
 */
export function checkDefaults(
  tree: SchemaTree,
  minor: Minor,
  problems: SchemaProblems,
): readonly SettledDefault[] {
  const settledDefaults: SettledDefault[] = [];
  for (const node of tree.having('default')) {
    const value = node.schema.default;
    if (value === undefined || node.role !== 'structural' || !isReached(node)) continue;
    const surroundings = isEmbedded(node) ? undefined : metadataAround(node);
    if (surroundings !== undefined) {
      const reason = faultInMetadata(value, surroundings, minor);
      if (reason !== undefined) {
        problems.add('default-inside-metadata', node, 'default', { reason });
        continue;
      }
    } else if (!checkObjects(node, value, minor, problems)) continue;
    const settled =
      surroundings === undefined
        ? withSettledMetadata(value, node.schema, { isResource: isEmbedded(node), minor })
        : value;
    const before = problems.count;
    checkValue(node, settled, minor, problems);
    if (problems.count === before) settledDefaults.push({ node, value: settled });
  }
  return settledDefaults;
}

function isEmbedded(node: SchemaNode): boolean {
  return node.isRoot || isEmbeddedResource(node.schema);
}

/** Reports whether the server visits a schema: no schema of map values is above it. */
function isReached(node: SchemaNode): boolean {
  for (let step: SchemaNode | undefined = node; step !== undefined; step = step.parent) {
    if (step.keyword === 'additionalProperties') return false;
  }
  return true;
}

/** The object whose metadata contains a schema. */
interface Surroundings {
  readonly object: StructuralSchema;
  /** The path from the object to the value; items of lists are represented by an index. */
  readonly path: readonly (string | number)[];
}

/** The object around a schema that describes its `apiVersion`, its `kind` or something in its `metadata`. */
function metadataAround(node: SchemaNode): Surroundings | undefined {
  const path: (string | number)[] = [];
  for (let step = node; step.parent !== undefined; step = step.parent) {
    path.push(step.keyword === 'items' ? 0 : (step.key ?? ''));
    if (!isEmbedded(step.parent)) continue;
    if (!describesMetadata(step.parent, String(step.key))) return undefined;
    return { object: step.parent.schema, path: path.reverse() };
  }
  return undefined;
}

/** Puts a default inside of metadata into an otherwise valid object, and returns the error that results. */
function faultInMetadata(
  value: Value,
  { object, path }: Surroundings,
  minor: Minor,
): string | undefined {
  let built = value;
  for (const segment of path.toReversed()) {
    built = typeof segment === 'number' ? [built] : { [segment]: built };
  }
  const head = { apiVersion: 'validation/v1', kind: 'Validation' };
  return embeddedFaults({ ...head, ...asMapping(built) }, object, true, minor)[0]?.reason;
}

/** The first step into an object is always a member of it. */
function asMapping(value: Value): { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Value })
    : {};
}

/** Checks a default for unknown fields, and the objects embedded in it. Returns whether the server continues. */
function checkObjects(
  node: SchemaNode,
  value: Value,
  minor: Minor,
  problems: SchemaProblems,
): boolean {
  const { schema } = node;
  const isResource = isEmbedded(node);
  for (const segments of prunedPaths(value, schema, { isResource })) {
    const below = { segments: ['default', ...segments], path: '.default' };
    problems.add('default-unknown-field', node, below, { name: String(segments.at(-1)) });
  }
  const faults = embeddedFaults(value, schema, isResource, minor);
  for (const { kind, segments, path, reason } of faults) {
    const below = { segments: ['default', ...segments], path: `.default${path}` };
    if (kind === 'required') {
      problems.add('default-embedded-required', node, below, { member: String(segments.at(-1)) });
    } else if (kind === 'too-long') {
      problems.add('default-too-long', node, below, { name: String(segments.at(-1)), reason });
    } else if (kind === 'not-supported') {
      problems.add('default-embedded-unsupported', node, below, { reason });
    } else problems.add('default-embedded-metadata', node, below, { reason });
  }
  return faults.length === 0;
}

function checkValue(node: SchemaNode, value: Value, minor: Minor, problems: SchemaProblems): void {
  const isFloat = writtenAsFloat(node.schema, 'default');
  const result = validateValue(value, node.schema, { minor, of: 'default' }, { isFloat });
  for (const problem of result.problems) addValueProblem(node, problem, problems);
  if (result.tooDeep) problems.add('default-too-deep', node, 'default', {});
  if (result.unmatched.length > 0) problems.add('default-unmatched', node, 'default', {});
}

function addValueProblem(
  node: SchemaNode,
  { fault, segments, name }: ValueProblem,
  problems: SchemaProblems,
): void {
  const below: Below = {
    segments: ['default', ...segments],
    path: name === '' ? '.default' : `.default.${name}`,
  };
  const what = segments.length === 0 ? 'the default' : pathIn(segments);
  switch (fault.kind) {
    case 'type':
      problems.add('default-type', node, below, { name: what, expected: fault.expected });
      break;
    case 'required':
      problems.add('default-required', node, below, { name: String(segments.at(-1)) });
      break;
    case 'enum': {
      const values = fault.values.map(valueText).join(', ');
      problems.add('default-enum', node, below, { name: what, values });
      break;
    }
    case 'too-long':
      problems.add('default-too-long', node, below, {
        name: what,
        reason: `maxLength is ${fault.most}`,
      });
      break;
    case 'too-many':
      problems.add('default-too-many', node, below, {
        name: what,
        actual: fault.actual,
        most: fault.most,
      });
      break;
    case 'forbidden': {
      const reason = `the property '${fault.property}' is not allowed`;
      problems.add('default-value', node, below, { name: what, reason });
      break;
    }
    default:
      problems.add('default-value', node, below, { name: what, reason: fault.reason });
  }
}

function pathIn(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
    .join('')
    .replace(/^\./, '');
}
