import { getOrCompute } from '../../../base/get-or-compute.ts';
import { isMapping, type Mapping, type Path, stringAt, type Value } from '../../../yaml/index.ts';
import type { FieldStep } from '../field-path.ts';
import { DEEPEST, mergeKeysOf } from './strategic-merge.ts';

/** One step to a field that a patch changes: the key of a mapping, or which items of a list. */
export type ChangedStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'named-item'; readonly name: string }
  | { readonly kind: 'every-item' }
  /** An item that the list does not have yet. */
  | { readonly kind: 'new-item' };

/** Fields by their first steps. */
interface FieldNode {
  /**
   * The changed fields in the field. Undefined for most fields, because a value that a patch sets has no relevant
   * parts.
   */
  steps: Map<string, FieldNode> | undefined;
  /** True if the field is changed as a whole, and not only in parts. */
  isChanged: boolean;
}

/** A set of fields, such as those that a patch sets or removes. */
export class ChangedFields {
  readonly #root: FieldNode = { steps: undefined, isChanged: false };

  /** Adds the field at a path, and everything in it. The path of the object itself adds no field. */
  add(path: readonly ChangedStep[]): void {
    if (path.length === 0) return;
    let node = this.#root;
    for (const step of path) node = nodeBelow(node, encode(step));
    node.isChanged = true;
  }

  /**
   * Adds the fields that a strategic merge patch sets or removes: each of its values, and the lists that it replaces.
   *
   * @param isBuiltIn true if the patch is for a built-in kind. In others all lists are replaced.
   */
  addMerged(patch: Mapping, isBuiltIn: boolean): void {
    const open: { readonly value: Value; readonly node: FieldNode; readonly path: Path }[] = [];
    for (const [key, value] of Object.entries(patch)) {
      open.push({ value, node: nodeBelow(this.#root, encode({ kind: 'key', key })), path: [key] });
    }
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, node, path } = next;
      if (Array.isArray(value) && isBuiltIn && isMergedList(path, value)) {
        for (const item of value) {
          const name = stringAt(item, 'name');
          const step: ChangedStep =
            name === undefined ? { kind: 'every-item' } : { kind: 'named-item', name };
          open.push({ value: item, node: nodeBelow(node, encode(step)), path: [...path, 0] });
        }
      } else if (isMapping(value) && !isReplacement(value) && path.length <= DEEPEST) {
        for (const [key, member] of Object.entries(value)) {
          const below = nodeBelow(node, encode({ kind: 'key', key }));
          open.push({ value: member, node: below, path: [...path, key] });
        }
      } else {
        node.isChanged = true;
      }
    }
  }

  /** Reports whether a field, a part of it, or a field around it is changed. */
  touch(field: readonly FieldStep[]): boolean {
    const open = [{ node: this.#root, length: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, length } = next;
      const step = field[length];
      if (node.isChanged || (step === undefined && node.steps !== undefined)) return true;
      if (step === undefined) continue;
      for (const below of nodesAt(node, step)) open.push({ node: below, length: length + 1 });
    }
    return false;
  }
}

function nodeBelow(above: FieldNode, step: string): FieldNode {
  above.steps ??= new Map();
  return getOrCompute(above.steps, step, () => ({ steps: undefined, isChanged: false }));
}

const EVERY_ITEM = '*';

function encode(step: ChangedStep): string {
  switch (step.kind) {
    case 'key':
      return `.${step.key}`;
    case 'item':
      return `[${step.index}`;
    case 'named-item':
      return `=${step.name}`;
    case 'every-item':
      return EVERY_ITEM;
    case 'new-item':
      return '+';
  }
}

function nodesAt({ steps }: FieldNode, step: FieldStep): readonly FieldNode[] {
  if (steps === undefined) return [];
  if (step.kind === 'key') return found(steps, [encode(step)]);
  const { index, name } = step;
  if (index === undefined) {
    return [...steps].flatMap(([key, node]) => (key.startsWith('.') ? [] : [node]));
  }
  const named = name === undefined ? [] : [encode({ kind: 'named-item', name })];
  return found(steps, [EVERY_ITEM, encode({ kind: 'item', index }), ...named]);
}

function found(
  steps: ReadonlyMap<string, FieldNode>,
  keys: readonly string[],
): readonly FieldNode[] {
  return keys.flatMap((key) => steps.get(key) ?? []);
}

/**
 * Reports whether the items of a list of a built-in kind are merged with the items of the same name. Lists with another
 * merge key are taken to be replaced.
 */
function isMergedList(path: Path, items: readonly Value[]): boolean {
  return (
    mergeKeysOf(path)?.join() === 'name' &&
    !items.some((item) => isMapping(item) && item.$patch === 'replace')
  );
}

/** Reports whether a mapping changes the value as a whole: it has a directive, or no keys. */
function isReplacement(value: Mapping): boolean {
  const { $patch } = value;
  return $patch === 'replace' || $patch === 'delete' || Object.keys(value).length === 0;
}
