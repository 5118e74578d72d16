import type { Expr, Issue, StructField, StructLiteral } from '../../../cel/ast.ts';
import { utf16Index } from '../../../cel/code-points.ts';
import type { Location } from '../../../rule/location.ts';
import type { CelCompilation } from '../compilations.ts';
import { type TextRange, textRangeOf, textRangeOfNode } from '../text-ranges.ts';

/** The location of the token that an issue refers to; that of the expression if there is none. */
export function issueLocation(compilation: CelCompilation, issue: Issue): Location {
  return rangeLocation(compilation, textRangeOf(issue, compilation.text));
}

/** The location of a node of an expression; that of the expression if the node is not found in its text. */
export function nodeLocation(compilation: CelCompilation, node: Expr): Location {
  return rangeLocation(compilation, textRangeOfNode(node, compilation.text));
}

function rangeLocation(
  { expression, start }: CelCompilation,
  range: TextRange | undefined,
): Location {
  return range === undefined
    ? expression.field.location()
    : expression.field.locationWithin(start + range.from, start + range.to);
}

/**
 * The location of the name of a selected field; that of the expression if the name is not found.
 *
 * @param offset an offset in code points at or before the dot of the selection, with no other selection of the same
 *   name between them
 */
export function selectedFieldLocation(
  { expression, text, start }: CelCompilation,
  field: string,
  offset: number,
): Location {
  const selection = new RegExp(`\\.\\s*(?:\\?\\s*)?${field.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  selection.lastIndex = utf16Index(text, offset);
  const found = selection.exec(text);
  if (found === null) return expression.field.location();
  const to = found.index + found[0].length;
  return expression.field.locationWithin(start + to - field.length, start + to);
}

/**
 * The location of a part of an expression.
 *
 * @param offset its offset in code points
 * @param length its length in UTF-16 units
 */
export function offsetLocation(
  { expression, text, start }: CelCompilation,
  offset: number,
  length = 1,
): Location {
  const from = start + utf16Index(text, offset);
  return expression.field.locationWithin(from, from + length);
}

/** The location of the name of a field in an object literal. The field has the offset of the colon after its name. */
export function structFieldLocation(
  { expression, text, start }: CelCompilation,
  { name, offset }: StructField,
): Location {
  const end = utf16Index(text, offset);
  const from = text.lastIndexOf(name, end);
  if (from < 0) return expression.field.location();
  return expression.field.locationWithin(start + from, start + from + name.length);
}

/** The location of the type name of an object literal. The literal has the offset of the brace after the name. */
export function structNameLocation(
  { expression, text, start }: CelCompilation,
  { offset }: StructLiteral,
): Location {
  const end = utf16Index(text, offset);
  let nameStart = end;
  while (nameStart > 0 && /[\w.\s]/.test(text[nameStart - 1] ?? '')) nameStart--;
  const name = text.slice(nameStart, end);
  const from = end - name.trimStart().length;
  return expression.field.locationWithin(
    start + from,
    start + Math.max(from + 1, from + name.trim().length),
  );
}
