/** The words that the server does not accept as names, although CEL itself accepts some of them. */
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
 * Reports whether a string is a CEL identifier: letters, digits and underscores, not starting with a digit, and not a
 * reserved word. https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
 */
export function isCelIdentifier(text: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(text) && !RESERVED.has(text);
}
