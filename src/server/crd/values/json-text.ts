import { isList, isMapping } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';

/** The order of the members of mappings. In the order of their keys, equal values have equal texts. */
type MemberOrder = 'as written' | 'by key';

/**
 * A value as JSON. Unlike `JSON.stringify`, it accepts integers of 64 bits, and is not recursive, so values of any
 * depth are supported.
 */
export function jsonText(root: Value, order: MemberOrder): string {
  const parts: string[] = [];
  // The stack of the texts that are not written yet, in reverse order: values, or strings between them.
  const left: ({ readonly value: Value } | string)[] = [{ value: root }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isList(next.value)) pushItems(next.value, left);
    else if (isMapping(next.value)) pushMembers(next.value, order, left);
    else parts.push(scalarText(next.value));
  }
  return parts.join('');
}

/** A value as messages show it: a string as it is, all else as JSON. */
export function valueText(value: Value): string {
  return typeof value === 'string' ? value : jsonText(value, 'as written');
}

function pushItems(items: readonly Value[], left: ({ readonly value: Value } | string)[]): void {
  left.push(']');
  for (let index = items.length - 1; index >= 0; index--) {
    left.push({ value: items[index] ?? null });
    if (index > 0) left.push(',');
  }
  left.push('[');
}

function pushMembers(
  members: Mapping,
  order: MemberOrder,
  left: ({ readonly value: Value } | string)[],
): void {
  const keys = Object.keys(members);
  if (order === 'by key') keys.sort();
  left.push('}');
  for (const [index, key] of [...keys.entries()].reverse()) {
    left.push({ value: members[key] ?? null }, `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`);
  }
  left.push('{');
}

function scalarText(value: Exclude<Value, object> | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
