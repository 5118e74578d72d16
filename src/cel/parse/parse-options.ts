import type { MacroTable } from './macros.ts';

/** What differs between the environments in which an expression is parsed. */
export interface ParseOptions {
  readonly macros: MacroTable;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are allowed. */
  readonly optionalSyntax: boolean;
  /** The variable in which the folds of macros gather their results. */
  readonly accumulator: '@result' | '__result__';
  /**
   * The release of cel-go whose grammar is followed: 0.22 stands for all before 0.23. That one knows
   * fields in backticks, refuses escapes of surrogates and iteration variables with the accumulator's
   * name, and prints `%` in syntax errors as it is.
   */
  readonly grammar: Grammar;
  /** Whether what stands before `optMap` is in the tree twice as one node, not as a copy: until cel-go 0.20. */
  readonly sharesNodes?: boolean;
  /** Whether an empty text is refused at its first column, not before it: until cel-go 0.20. */
  readonly emptyAtFirstColumn?: boolean;
}

export type Grammar = '0.22' | '0.23';

/** The most code points of an expression. Source: `parser/parser.go` of cel-go, as the next. */
export const CODE_POINT_LIMIT = 100_000;

/** How deep rules of the grammar, and operators of the tree, may be nested. */
export const RECURSION_LIMIT = 250;

/** Words that are no names of variables and functions. */
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
