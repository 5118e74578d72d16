import type { MacroOptions } from './macro-nodes.ts';
import type { MacroTable } from './macros.ts';

/** The options of environments that affect the parser. */
export interface ParseOptions extends MacroOptions {
  readonly macros: MacroTable;
  /** True if `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are allowed. */
  readonly optionalSyntax: boolean;
  /** True if names of fields in backticks are allowed, as in cel-go 0.27 and later. */
  readonly escapedNames?: boolean;
  /**
   * True if the error in an empty expression is at its first column and not before it, as in cel-go 0.20 and earlier.
   */
  readonly emptyAtFirstColumn?: boolean;
}

/**
 * The maximum number of code points of an expression. Source: `parser/parser.go` of cel-go, also for the next limit.
 */
export const CODE_POINT_LIMIT = 100_000;

/** The maximum depth of nested rules of the grammar, and of nested operators of the tree. */
export const RECURSION_LIMIT = 250;

/** Identifiers that cannot be names of variables and functions. */
export const RESERVED: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'namespace',
  'null',
  'package',
  'return',
  'true',
  'var',
  'void',
  'while',
]);
