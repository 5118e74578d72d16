import type { StructField, StructLiteral } from '../../../cel/ast.ts';
import type { Spot } from '../../../rule/location.ts';
import type { CelCompilation } from '../compilations.ts';
import { indexOfCodePoint, stretchOf } from '../issues.ts';
import type { TypeMismatch, UnknownField } from './type-issues.ts';

/** Where an issue stands in the file: at the word (or the sign) that the server points at. */
export function issueSpot({
  issue,
  compilation,
}: Pick<TypeMismatch, 'issue' | 'compilation'>): Spot {
  const { expression, text, start } = compilation;
  const stretch = stretchOf(issue, text);
  return stretch === undefined
    ? expression.field.spot()
    : expression.field.spotWithin(start + stretch.from, start + stretch.to);
}

/** Where the name of an unknown field stands; the server points at the dot before it, or at `has`. */
export function unknownFieldSpot(unknown: UnknownField): Spot {
  return fieldSpot(unknown.compilation, unknown.field, unknown.before);
}

/**
 * Where the name of a field that is selected stands.
 *
 * @param before an offset in code points, near it and not behind it
 */
export function fieldSpot(
  { expression, text, start }: CelCompilation,
  field: string,
  before: number,
): Spot {
  const selection = new RegExp(`\\.\\s*\\??\\s*${field.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  selection.lastIndex = indexOfCodePoint(text, before);
  const found = selection.exec(text);
  if (found === null) return expression.field.spot();
  const to = found.index + found[0].length;
  return expression.field.spotWithin(start + to - field.length, start + to);
}

/** Where an operator stands: an offset in code points, and its length. */
export function offsetSpot(
  { expression, text, start }: CelCompilation,
  offset: number,
  length = 1,
): Spot {
  const from = start + indexOfCodePoint(text, offset);
  return expression.field.spotWithin(from, from + length);
}

/** Where the name of a field in an object literal stands: before the colon, which the field has its offset from. */
export function structFieldSpot(
  { expression, text, start }: CelCompilation,
  { name, offset }: StructField,
): Spot {
  const end = indexOfCodePoint(text, offset);
  const from = text.lastIndexOf(name, end);
  if (from < 0) return expression.field.spot();
  return expression.field.spotWithin(start + from, start + from + name.length);
}

/** Where the name of an object literal stands: before the brace, which the literal has its offset from. */
export function structNameSpot(
  { expression, text, start }: CelCompilation,
  { offset }: StructLiteral,
): Spot {
  const end = indexOfCodePoint(text, offset);
  const name = /[\w.\s]*$/.exec(text.slice(0, end))?.[0] ?? '';
  const from = end - name.trimStart().length;
  return expression.field.spotWithin(
    start + from,
    start + Math.max(from + 1, from + name.trim().length),
  );
}
