import type { Span } from './tree.ts';

/** The difference between two texts: a range of the earlier one, which has been replaced. */
export interface TextChange extends Span {
  /** The number of UTF-16 units by which the later text is longer. */
  readonly shift: number;
}

/** The number of UTF-16 units that are compared at once, which is faster than one by one. */
const BLOCK = 4096;

/**
 * The smallest range of a text that differs from a later text. If there are several, it is the first: a new line then
 * begins with the line break before it.
 */
export function changeBetween(before: string, after: string): TextChange {
  const shift = after.length - before.length;
  const first = Math.max(0, -shift);
  let end = before.length;
  while (end - BLOCK >= first && after.endsWith(before.slice(end - BLOCK, end), end + shift)) {
    end -= BLOCK;
  }
  while (end > first && before.charCodeAt(end - 1) === after.charCodeAt(end + shift - 1)) end--;
  const last = Math.min(end, end + shift);
  let start = 0;
  while (start + BLOCK <= last && after.startsWith(before.slice(start, start + BLOCK), start)) {
    start += BLOCK;
  }
  while (start < last && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  return { start, end, shift };
}
