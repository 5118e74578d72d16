/** The words that the server does not take for names, though CEL itself could read some of them. */
const RESERVED: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

/**
 * Tells whether a text is an identifier of CEL: letters, digits and underscores, no digit first, and
 * no reserved word.
 * https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 */
export function isCelIdentifier(text: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !RESERVED.has(text);
}
