import { ListValue, MapValue, type Result } from '../../values/value.ts';
import type { CallCost } from '../implementations.ts';

/**
 * What it costs to go once through the first argument with all that is in it: a tenth of the bytes of texts,
 * one for each other scalar. Takes no stack for what is nested.
 *
 * Source: `traversalCost` in `pkg/cel/library/cost.go` of the API server.
 */
export const readAll: CallCost = ([first = null]) => {
  let cost = 0;
  const left: Result[] = [first];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') cost += Math.floor(utf8Length(value) * 0.1);
    else if (value instanceof Uint8Array) cost += Math.floor(value.length * 0.1);
    else if (value instanceof ListValue) for (const element of value) left.push(element);
    else if (value instanceof MapValue) {
      for (const key of value.keys()) left.push(key, value.find(key) ?? null);
    } else cost++;
  }
  return cost;
};

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Each half of a surrogate pair counts for two of its four bytes.
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) length += 2;
    else if (code >= 0x80) length++;
  }
  return length;
}
