import type { Expr } from '../../../cel/ast.ts';
import { type TextRange, textRangeOf } from '../issues.ts';

/** What to underline for a part of an expression: a selection with its name, a call's function. */
export function textRangeOfNode({ offset }: Expr, text: string): TextRange | undefined {
  const range = textRangeOf({ offset, line: 0, column: 0, message: '' }, text);
  if (range === undefined) return undefined;
  const { from, to } = range;
  if (text[from] === '[') {
    const end = text.indexOf(']', from);
    return { from, to: end < 0 ? to : end + 1 };
  }
  return range;
}
