/**
 * The kinds of tokens of CEL, numbered in the order of cel-go's grammar. Error messages list the expected tokens in
 * this order.
 *
 * Source: `parser/gen/CEL.g4` of cel-go.
 */
export const Token = {
  Eof: -1,
  /** A character at which no token starts. */
  Error: 0,
  Equals: 1,
  NotEquals: 2,
  In: 3,
  Less: 4,
  LessEquals: 5,
  GreaterEquals: 6,
  Greater: 7,
  LogicalAnd: 8,
  LogicalOr: 9,
  LeftBracket: 10,
  RightBracket: 11,
  LeftBrace: 12,
  RightBrace: 13,
  LeftParen: 14,
  RightParen: 15,
  Dot: 16,
  Comma: 17,
  Minus: 18,
  Exclamation: 19,
  QuestionMark: 20,
  Colon: 21,
  Plus: 22,
  Star: 23,
  Slash: 24,
  Percent: 25,
  True: 26,
  False: 27,
  Null: 28,
  Whitespace: 29,
  Comment: 30,
  Float: 31,
  Int: 32,
  Uint: 33,
  String: 34,
  Bytes: 35,
  Identifier: 36,
  EscapedIdentifier: 37,
} as const;

/** The literals of the tokens that have one, by kind. */
export const TOKEN_LITERALS: readonly string[] = [
  '',
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
  'true',
  'false',
  'null',
];

/** The names of the tokens without a literal, as error texts print them. */
const TOKEN_NAMES: Readonly<Record<number, string>> = {
  [Token.Eof]: '<EOF>',
  [Token.Whitespace]: 'WHITESPACE',
  [Token.Comment]: 'COMMENT',
  [Token.Float]: 'NUM_FLOAT',
  [Token.Int]: 'NUM_INT',
  [Token.Uint]: 'NUM_UINT',
  [Token.String]: 'STRING',
  [Token.Bytes]: 'BYTES',
  [Token.Identifier]: 'IDENTIFIER',
  [Token.EscapedIdentifier]: 'ESC_IDENTIFIER',
};

/** The name of a kind in a list of expected tokens: `'=='`, `IDENTIFIER`. */
export function tokenName(kind: number): string {
  return TOKEN_NAMES[kind] ?? `'${TOKEN_LITERALS[kind] ?? ''}'`;
}
