import type { Issue } from '../cel/ast.ts';

/** A part of an expression's text, in UTF-16 code units; the end is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const WORD = /[\w$]+/y;

/** The word (or the sign) at which the server has stumbled; undefined where it means the whole expression. */
export function stretchOf({ offset }: Issue, text: string): Stretch | undefined {
  if (offset < 0) return undefined;
  const from = indexOfCodePoint(text, offset);
  WORD.lastIndex = from;
  const length = WORD.exec(text)?.[0].length ?? 1;
  return { from, to: from + length };
}

/** The index in UTF-16 code units of an offset in code points. */
function indexOfCodePoint(text: string, offset: number): number {
  let index = 0;
  for (let count = 0; count < offset && index < text.length; count++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}
