import { definitionOf, type FieldType } from '../kubernetes/definitions.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { copyFloatMarks, createMapping, unmarkAsFloat } from '../yaml/tree.ts';
import type { Path } from './problem.ts';
import { areBytes, isList } from './scalars.ts';

/** What becomes of the value at the end of a path. */
export interface Edit {
  readonly path: Path;
  /** Undefined: the value goes. */
  readonly value: Value | undefined;
}

/** Tells whether there is a null anywhere below a value. Takes no stack. */
export function hasNull(root: Mapping): boolean {
  const left: (readonly Value[] | Mapping)[] = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isList(value)) {
      for (const item of value) {
        if (item === null) return true;
        if (typeof item === 'object') left.push(item);
      }
    } else {
      for (const key in value) {
        const member = value[key];
        if (member === null) return true;
        if (typeof member === 'object') left.push(member);
      }
    }
  }
  return false;
}

interface Step {
  readonly value: Value;
  readonly type: FieldType;
  readonly from: Trail | undefined;
}

/** A path, told from its end. */
interface Trail {
  readonly parent: Trail | undefined;
  readonly segment: string | number;
}

/**
 * What the decoder makes of values that are not what their type says, yet fine: a null field is an
 * absent one, a null item or map value the zero value; a scalar where a schema or a list of schemas
 * belongs is an empty list of them; a list of bytes is their base64.
 */
export function oddValues(definition: string, root: Mapping): readonly Edit[] {
  const edits: Edit[] = [];
  const steps: Step[] = [{ value: root, type: { shape: 'object', definition }, from: undefined }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { value, from } = step;
    if (value === null || typeof value !== 'object') {
      if (from !== undefined && swallows(step.type) && value !== null) {
        edits.push({ path: pathOf(from), value: [] });
      }
      continue;
    }
    const type = resolveUnion(step.type, value);
    if (isList(value)) {
      if (
        type.shape === 'scalar' &&
        type.scalar === 'byte' &&
        from !== undefined &&
        areBytes(value)
      ) {
        edits.push({ path: pathOf(from), value: base64Of(value) });
      }
      if (type.shape !== 'list' || type.of.shape === 'any') continue;
      for (const [index, item] of value.entries()) {
        const trail = { parent: from, segment: index };
        if (item === null) edits.push({ path: pathOf(trail), value: zeroOf(type.of) });
        else steps.push({ value: item, type: type.of, from: trail });
      }
      continue;
    }
    for (const key of Object.keys(value)) {
      const member = value[key];
      const memberType = memberTypeOf(type, key);
      if (member === undefined || memberType === undefined) continue;
      const trail = { parent: from, segment: key };
      if (member !== null) steps.push({ value: member, type: memberType, from: trail });
      else if (type.shape === 'object') edits.push({ path: pathOf(trail), value: undefined });
      else edits.push({ path: pathOf(trail), value: zeroOf(memberType) });
    }
  }
  return edits;
}

function memberTypeOf(type: FieldType, key: string): FieldType | undefined {
  if (type.shape === 'map') return type.of.shape === 'any' ? undefined : type.of;
  return type.shape === 'object' ? definitionOf(type.definition).get(key)?.type : undefined;
}

function swallows(type: FieldType): boolean {
  return (
    type.shape === 'scalar' &&
    (type.scalar === 'schema-or-array' || type.scalar === 'schema-or-strings')
  );
}

const SCHEMA: FieldType = { shape: 'object', definition: 'JSONSchemaProps' };

/** What a schema-or-something is, given the value. */
function resolveUnion(type: FieldType, value: readonly Value[] | Mapping): FieldType {
  if (type.shape !== 'scalar' || !type.scalar.startsWith('schema-or-')) return type;
  if (!isList(value)) return SCHEMA;
  return {
    shape: 'list',
    of: type.scalar === 'schema-or-array' ? SCHEMA : { shape: 'scalar', scalar: 'string' },
  };
}

/** Go's zero value, as the server would write it. */
function zeroOf(type: FieldType): Value {
  switch (type.shape) {
    case 'any':
      return null;
    case 'object':
    case 'map':
      return {};
    case 'list':
      return [];
    case 'scalar':
      switch (type.scalar) {
        case 'boolean':
        case 'schema-or-bool':
          return false;
        case 'int32':
        case 'int64':
        case 'double':
        case 'int-or-string':
          return 0;
        case 'quantity':
          return '0';
        case 'schema-or-array':
        case 'schema-or-strings':
          return [];
        default:
          return '';
      }
  }
}

function base64Of(bytes: readonly Value[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(Number(byte))).join(''));
}

function pathOf(trail: Trail): Path {
  const path: (string | number)[] = [];
  for (let at: Trail | undefined = trail; at !== undefined; at = at.parent) path.push(at.segment);
  return path.reverse();
}

interface EditTree {
  readonly below: Map<string | number, EditTree>;
  edit: Edit | undefined;
}

/**
 * The value with its edits. What is on the way to an edit is copied, the rest is shared with the value
 * that was given, which stays as it is. Takes no stack.
 */
export function withEdits(root: Mapping, edits: readonly Edit[]): Mapping {
  if (edits.length === 0) return root;
  const tree = treeOf(edits);
  const copy = mappingOf(root);
  copyFloatMarks(root, copy);
  const left: { readonly tree: EditTree; readonly copy: Copy }[] = [{ tree, copy }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const [segment, below] of next.tree.below) {
      if (below.edit === undefined) {
        const inner = copyOf(member(next.copy, segment));
        if (inner === undefined) continue;
        put(next.copy, segment, inner);
        left.push({ tree: below, copy: inner });
      } else if (below.edit.value === undefined) remove(next.copy, segment);
      else put(next.copy, segment, below.edit.value);
    }
  }
  return copy;
}

function treeOf(edits: readonly Edit[]): EditTree {
  const root: EditTree = { below: new Map(), edit: undefined };
  for (const edit of edits) {
    let at = root;
    for (const segment of edit.path) {
      let below = at.below.get(segment);
      if (below === undefined) {
        below = { below: new Map(), edit: undefined };
        at.below.set(segment, below);
      }
      at = below;
    }
    // Of two edits of one place the removal of what is wrong counts.
    if (at.edit === undefined || edit.value === undefined) at.edit = edit;
  }
  return root;
}

type Copy = Value[] | { [key: string]: Value };

function copyOf(value: Value | undefined): Copy | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const copy = isList(value) ? [...value] : mappingOf(value);
  copyFloatMarks(value, copy);
  return copy;
}

/** A copy that any key is safe in, as those that the reader makes. */
export function mappingOf(members: Mapping): { [key: string]: Value } {
  return Object.assign(createMapping(), members);
}

function member(container: Copy, segment: string | number): Value | undefined {
  if (Array.isArray(container)) return typeof segment === 'number' ? container[segment] : undefined;
  return container[segment];
}

function put(container: Copy, segment: string | number, value: Value): void {
  unmarkAsFloat(container, segment);
  if (!Array.isArray(container)) container[segment] = value;
  else if (typeof segment === 'number') container[segment] = value;
}

function remove(container: Copy, segment: string | number): void {
  if (!Array.isArray(container)) delete container[segment];
}
