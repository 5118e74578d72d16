import type { Expr } from '../../../cel/ast.ts';
import { type Stretch, stretchOf } from '../issues.ts';

/** What to underline for a part of an expression: a selection with its name, a call's function. */
export function stretchOfNode({ offset }: Expr, text: string): Stretch | undefined {
  const stretch = stretchOf({ offset, line: 0, column: 0, message: '' }, text);
  if (stretch === undefined) return undefined;
  const { from, to } = stretch;
  if (text[from] === '[') {
    const end = text.indexOf(']', from);
    return { from, to: end < 0 ? to : end + 1 };
  }
  return stretch;
}
