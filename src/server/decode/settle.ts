import { getOrCompute } from '../../base/get-or-compute.ts';
import { copyFloatMarks, createMapping, isList, unmarkAsFloat } from '../../yaml/tree.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import type { Path } from './problem.ts';

/** The change of the value at the end of a path. */
export interface Edit {
  readonly path: Path;
  /** The new value. Undefined removes the value. */
  readonly value: Value | undefined;
}

/** A mapping with other values of some members. */
export function withMembers(root: Mapping, members: Mapping): Mapping {
  return withEdits(
    root,
    Object.entries(members).map(([key, value]) => ({ path: [key], value })),
  );
}

/** The value without the values at some paths. */
export function without(root: Mapping, paths: Iterable<Path>): Mapping {
  return withEdits(
    root,
    Array.from(paths, (path) => ({ path, value: undefined })),
  );
}

interface EditTree {
  readonly below: Map<string | number, EditTree>;
  edit: Edit | undefined;
}

/**
 * The value with its edits. Objects and lists on the way to an edit are copied, and the rest is shared with the given
 * value, which does not change. It is not recursive, so values of any depth are supported.
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
      const below = getOrCompute(at.below, segment, () => ({ below: new Map(), edit: undefined }));
      at = below;
    }
    // If there are two edits of one place, the removal of a wrong value counts.
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

/** A copy in which every key is safe, like the mappings of the reader. */
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
