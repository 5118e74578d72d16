import { RESERVED } from '../../../cel/parse/parse-options.ts';

/**
 * Reports whether a string is a CEL identifier: letters, digits and underscores, not starting with a digit, and not a
 * reserved word. https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 */
export function isCelIdentifier(text: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !RESERVED.has(text);
}
