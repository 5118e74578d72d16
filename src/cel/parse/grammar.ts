import type { Grammar } from './macro-nodes.ts';
import { Token } from './tokens.ts';

/** An element of the right-hand side of a rule. Elements with a label have that label in the parse tree. */
export type Piece =
  | {
      readonly type: 'token';
      readonly kinds: readonly number[];
      readonly label: string | undefined;
    }
  | {
      readonly type: 'rule';
      readonly rule: string;
      /** The lowest precedence of the operators in a call of an operator rule. */
      readonly precedence: number;
      readonly label: string | undefined;
    }
  | {
      readonly type: 'optional' | 'star' | 'plus';
      readonly body: readonly Piece[];
      readonly predicted: boolean;
    }
  | {
      readonly type: 'choice';
      readonly alternatives: readonly Alternative[];
      readonly predicted: boolean;
    };

/** An alternative of a rule, with the name that distinguishes it in the parse tree. */
export interface Alternative {
  readonly name: string;
  readonly pieces: readonly Piece[];
}

/** An alternative `rule operator ...` of a left-recursive rule. */
interface Suffix extends Alternative {
  /** Operators with a higher precedence bind more tightly. */
  readonly precedence: number;
}

export interface Rule {
  readonly name: string;
  /** The name of the first alternative of a left-recursive rule, if it has one. */
  readonly form: string | undefined;
  readonly pieces: readonly Piece[];
  readonly suffixes: readonly Suffix[];
}

const {
  Equals,
  Greater,
  LogicalAnd,
  LogicalOr,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  Dot,
  Comma,
  Minus,
  Exclamation,
  QuestionMark,
  Colon,
  Plus,
  Star,
  Slash,
  Percent,
  Identifier,
  EscapedIdentifier,
} = Token;

function token(kind: number, label?: string): Piece {
  return { type: 'token', kinds: [kind], label };
}

function oneOf(kinds: readonly number[], label: string): Piece {
  return { type: 'token', kinds, label };
}

function rule(name: string, label?: string, precedence = 0): Piece {
  return { type: 'rule', rule: name, precedence, label };
}

/**
 * A decision is `predicted` if the first tokens of its alternatives are not distinct: the parser then looks ahead as
 * many tokens as necessary, and reports the token at which no alternative remains.
 */
function block(
  type: 'optional' | 'star' | 'plus',
  body: readonly Piece[],
  predicted = false,
): Piece {
  return { type, body, predicted };
}

function optional(...body: readonly Piece[]): Piece {
  return block('optional', body);
}

function alternative(name: string, ...pieces: readonly Piece[]): Alternative {
  return { name, pieces };
}

function suffix(name: string, precedence: number, ...pieces: readonly Piece[]): Suffix {
  return { name, precedence, pieces };
}

function define(name: string, ...pieces: readonly Piece[]): Rule {
  return { name, form: undefined, pieces, suffixes: [] };
}

function defineChoice(
  name: string,
  predicted: boolean,
  ...alternatives: readonly Alternative[]
): Rule {
  return define(name, { type: 'choice', alternatives, predicted });
}

/** A list of elements separated by commas. A comma after the last one belongs to the calling rule. */
function list(name: string, predicted: boolean, ...element: readonly Piece[]): Rule {
  return define(name, ...element, block('star', [token(Comma), ...element], predicted));
}

function call(label: string): readonly Piece[] {
  return [token(LeftParen, label), optional(rule('exprList', 'args')), token(RightParen)];
}

/** A call of a function, or a variable: two alternatives since cel-go 0.23, one with a larger decision before. */
function named(grammar: Grammar): readonly Alternative[] {
  const name = [optional(token(Dot, 'leadingDot')), token(Identifier, 'id')];
  if (grammar === '0.22') {
    return [alternative('IdentOrGlobalCall', ...name, block('optional', call('op'), true))];
  }
  return [alternative('Ident', ...name), alternative('GlobalCall', ...name, ...call('op'))];
}

/**
 * The grammar of CEL, which reports the errors of expressions with a syntax error. The first rule is the start rule.
 *
 * Source: `parser/gen/CEL.g4` of cel-go. The predicted decisions are those of the parser that ANTLR generates from it.
 */
export function celGrammar(grammar: Grammar): readonly Rule[] {
  const isOptional = optional(token(QuestionMark, 'opt'));
  const field = (label: string): Piece =>
    grammar === '0.22' ? token(Identifier, label) : rule('escapeIdent', label);
  const end = (closing: number): readonly Piece[] => [optional(token(Comma)), token(closing)];
  const relations = Array.from({ length: Greater - Equals + 1 }, (_, index) => Equals + index);
  return [
    define('start', rule('expr', 'e'), token(Token.Eof)),
    define(
      'expr',
      rule('conditionalOr', 'e'),
      optional(
        token(QuestionMark, 'op'),
        rule('conditionalOr', 'e1'),
        token(Colon),
        rule('expr', 'e2'),
      ),
    ),
    define(
      'conditionalOr',
      rule('conditionalAnd', 'e'),
      block('star', [token(LogicalOr, 'ops'), rule('conditionalAnd', 'e1')]),
    ),
    define(
      'conditionalAnd',
      rule('relation', 'e'),
      block('star', [token(LogicalAnd, 'ops'), rule('relation', 'e1')]),
    ),
    {
      ...define('relation', rule('calc', 'e')),
      suffixes: [suffix('operator', 1, oneOf(relations, 'op'), rule('relation', 'right', 2))],
    },
    {
      ...define('calc', rule('unary', 'e')),
      suffixes: [
        suffix('operator', 2, oneOf([Star, Slash, Percent], 'op'), rule('calc', 'right', 3)),
        suffix('operator', 1, oneOf([Minus, Plus], 'op'), rule('calc', 'right', 2)),
      ],
    },
    defineChoice(
      'unary',
      true,
      alternative('MemberExpr', rule('member', 'member')),
      alternative(
        'LogicalNot',
        block('plus', [token(Exclamation, 'ops')]),
        rule('member', 'member'),
      ),
      alternative('Negate', block('plus', [token(Minus, 'ops')], true), rule('member', 'member')),
    ),
    {
      ...define('member', rule('primary', 'e')),
      form: 'PrimaryExpr',
      suffixes: [
        suffix('Select', 3, token(Dot, 'op'), isOptional, field('id')),
        suffix('MemberCall', 2, token(Dot, 'op'), token(Identifier, 'id'), ...call('open')),
        suffix(
          'Index',
          1,
          token(LeftBracket, 'op'),
          isOptional,
          rule('expr', 'index'),
          token(RightBracket),
        ),
      ],
    },
    defineChoice(
      'primary',
      true,
      ...named(grammar),
      alternative('Nested', token(LeftParen), rule('expr', 'e'), token(RightParen)),
      alternative(
        'CreateList',
        token(LeftBracket, 'op'),
        optional(rule('listInit', 'elems')),
        ...end(RightBracket),
      ),
      alternative(
        'CreateStruct',
        token(LeftBrace, 'op'),
        optional(rule('mapInitializerList', 'entries')),
        ...end(RightBrace),
      ),
      alternative(
        'CreateMessage',
        optional(token(Dot, 'leadingDot')),
        token(Identifier, 'ids'),
        block('star', [token(Dot, 'ops'), token(Identifier, 'ids')]),
        token(LeftBrace, 'op'),
        optional(rule('fieldInitializerList', 'entries')),
        ...end(RightBrace),
      ),
      alternative('ConstantLiteral', rule('literal', 'literal')),
    ),
    list('exprList', false, rule('expr', 'e')),
    list('listInit', true, rule('optExpr', 'elems')),
    list(
      'fieldInitializerList',
      true,
      rule('optField', 'fields'),
      token(Colon, 'cols'),
      rule('expr', 'values'),
    ),
    define('optField', isOptional, field('id')),
    list(
      'mapInitializerList',
      true,
      rule('optExpr', 'keys'),
      token(Colon, 'cols'),
      rule('expr', 'values'),
    ),
    ...(grammar === '0.22'
      ? []
      : [
          defineChoice(
            'escapeIdent',
            false,
            alternative('SimpleIdentifier', token(Identifier, 'id')),
            alternative('EscapedIdentifier', token(EscapedIdentifier, 'id')),
          ),
        ]),
    define('optExpr', isOptional, rule('expr', 'e')),
    defineChoice(
      'literal',
      true,
      alternative('Int', optional(token(Minus, 'sign')), token(Token.Int, 'tok')),
      alternative('Uint', token(Token.Uint, 'tok')),
      alternative('Double', optional(token(Minus, 'sign')), token(Token.Float, 'tok')),
      alternative('String', token(Token.String, 'tok')),
      alternative('Bytes', token(Token.Bytes, 'tok')),
      alternative('BoolTrue', token(Token.True, 'tok')),
      alternative('BoolFalse', token(Token.False, 'tok')),
      alternative('Null', token(Token.Null, 'tok')),
    ),
  ];
}
