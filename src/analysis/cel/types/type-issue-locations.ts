import type { StructField, StructLiteral } from '../../../cel/ast.ts';
import type { Location } from '../../../rule/location.ts';
import type { CelCompilation } from '../compilations.ts';
import { indexOfCodePoint, textRangeOf } from '../issues.ts';
import type { TypeMismatch, UnknownField } from './type-issues.ts';

/** Where an issue stands in the file: at the word (or the sign) that the server points at. */
export function issueLocation({
  issue,
  compilation,
}: Pick<TypeMismatch, 'issue' | 'compilation'>): Location {
  const { expression, text, start } = compilation;
  const range = textRangeOf(issue, text);
  return range === undefined
    ? expression.field.location()
    : expression.field.locationWithin(start + range.from, start + range.to);
}

/** Where the name of an unknown field stands; the server points at the dot before it, or at `has`. */
export function unknownFieldLocation(unknown: UnknownField): Location {
  return fieldLocation(unknown.compilation, unknown.field, unknown.before);
}

/**
 * Where the name of a field that is selected stands.
 *
 * @param before an offset in code points, near it and not behind it
 */
export function fieldLocation(
  { expression, text, start }: CelCompilation,
  field: string,
  before: number,
): Location {
  const selection = new RegExp(`\\.\\s*\\??\\s*${field.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  selection.lastIndex = indexOfCodePoint(text, before);
  const found = selection.exec(text);
  if (found === null) return expression.field.location();
  const to = found.index + found[0].length;
  return expression.field.locationWithin(start + to - field.length, start + to);
}

/** Where an operator stands: an offset in code points, and its length. */
export function offsetLocation(
  { expression, text, start }: CelCompilation,
  offset: number,
  length = 1,
): Location {
  const from = start + indexOfCodePoint(text, offset);
  return expression.field.locationWithin(from, from + length);
}

/** Where the name of a field in an object literal stands: before the colon, which the field has its offset from. */
export function structFieldLocation(
  { expression, text, start }: CelCompilation,
  { name, offset }: StructField,
): Location {
  const end = indexOfCodePoint(text, offset);
  const from = text.lastIndexOf(name, end);
  if (from < 0) return expression.field.location();
  return expression.field.locationWithin(start + from, start + from + name.length);
}

/** Where the name of an object literal stands: before the brace, which the literal has its offset from. */
export function structNameLocation(
  { expression, text, start }: CelCompilation,
  { offset }: StructLiteral,
): Location {
  const end = indexOfCodePoint(text, offset);
  const name = /[\w.\s]*$/.exec(text.slice(0, end))?.[0] ?? '';
  const from = end - name.trimStart().length;
  return expression.field.locationWithin(
    start + from,
    start + Math.max(from + 1, from + name.trim().length),
  );
}
