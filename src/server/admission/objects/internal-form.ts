import { isMapping } from '../../../yaml/tree.ts';
import { base64Of } from '../../kubernetes/formats/base64-bytes.ts';
import type { Value } from '../../kubernetes/value.ts';
import { type Draft, ensureStruct, findStruct } from './draft.ts';

/**
 * The changes of objects when the server converts them to its internal types and back, by kind.
 *
 * Source: `pkg/apis/core/v1/conversion.go` of Kubernetes.
 */
const CONVERSIONS: ReadonlyMap<string, (object: Draft) => void> = new Map([
  ['Secret', secretData],
  ['Node', (node) => singleAndAll(findStruct(node, 'spec'), 'podCIDR', 'podCIDRs')],
  ['Pod', (pod) => singleAndAll(findStruct(pod, 'status'), 'podIP', 'podIPs', 'ip')],
]);

/** Gives an object of a built-in kind the form that it has after the server has read it. */
export function convertInternally(kind: string, object: Draft): void {
  CONVERSIONS.get(kind)?.(object);
}

/** Moves `stringData` to `data`. */
function secretData(secret: Draft): void {
  const strings = findStruct(secret, 'stringData');
  delete secret.stringData;
  for (const [key, text] of Object.entries(strings ?? {})) {
    if (typeof text === 'string')
      ensureStruct(secret, 'data')[key] = base64Of(new TextEncoder().encode(text));
  }
}

/**
 * The server has one list for a field with a single value and a field with all values. Where they differ, the single
 * value is the list.
 *
 * @param member the field of an item that has the value; undefined if the item is the value
 */
function singleAndAll(
  struct: Draft | undefined,
  single: string,
  all: string,
  member?: string,
): void {
  if (struct === undefined) return;
  const list = Array.isArray(struct[all]) ? struct[all] : [];
  const first = valueIn(list[0], member) ?? '';
  const given = struct[single] ?? '';
  if (given !== '' && given !== first) {
    struct[all] = [member === undefined ? given : { [member]: given }];
  } else if (first !== '') {
    struct[single] = first;
  }
}

function valueIn(item: Value | undefined, member: string | undefined): Value | undefined {
  if (member === undefined) return item;
  return isMapping(item) ? item[member] : undefined;
}
