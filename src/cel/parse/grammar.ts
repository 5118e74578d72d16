import type { Grammar } from './parse-options.ts';
import { Token } from './tokens.ts';

/** A part of the right side of a rule. What has a label can be found by it in the parse tree. */
export type Piece =
  | {
      readonly type: 'token';
      readonly kinds: readonly number[];
      readonly label: string | undefined;
    }
  | {
      readonly type: 'rule';
      readonly rule: string;
      /** The precedence of the operators that a rule of operators may begin with. */
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

/** One of the forms of a rule, with the name by which the parse tree tells it from the others. */
export interface Alternative {
  readonly name: string;
  readonly pieces: readonly Piece[];
}

/** A form `rule operator ...` of a rule that begins with itself. */
export interface Suffix extends Alternative {
  /** The higher, the closer the operator binds. */
  readonly precedence: number;
}

export interface Rule {
  readonly name: string;
  /** The name of the first form of a rule with suffixes, where it has one. */
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
 * A decision is `predicted` where the tokens that can come first don't tell its ways apart: the
 * reader then looks as far ahead as it must, and blames the token where no way is left.
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

/** A list with commas between its elements; a comma after the last belongs to who called. */
function list(name: string, predicted: boolean, ...element: readonly Piece[]): Rule {
  return define(name, ...element, block('star', [token(Comma), ...element], predicted));
}

function call(label: string): readonly Piece[] {
  return [token(LeftParen, label), optional(rule('exprList', 'args')), token(RightParen)];
}

/** A function that is called, or a variable: two forms since 0.23, one of a longer decision before. */
function named(grammar: Grammar): readonly Alternative[] {
  const name = [optional(token(Dot, 'leadingDot')), token(Identifier, 'id')];
  if (grammar === '0.22') {
    return [alternative('IdentOrGlobalCall', ...name, block('optional', call('op'), true))];
  }
  return [alternative('Ident', ...name), alternative('GlobalCall', ...name, ...call('op'))];
}

/**
 * The grammar of CEL, for telling what a wrong expression lacks. The first rule is where an
 * expression begins.
 *
 * Source: `parser/gen/CEL.g4` of cel-go, and for what is predicted the parser that ANTLR makes of it.
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
