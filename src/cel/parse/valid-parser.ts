import type { Expr, MapEntry, StructField } from '../ast.ts';
import {
  bytesLiteral,
  doubleLiteral,
  intLiteral,
  type Literal,
  stringLiteral,
  uintLiteral,
} from './literals.ts';
import { balancedLogic, type LogicOperator } from './logic.ts';
import { NodeFactory } from './node-factory.ts';
import { type ParseOptions, RECURSION_LIMIT, RESERVED } from './parse-options.ts';
import { type TokenList, tokenize } from './token-list.ts';
import { Token } from './tokens.ts';

/** The functions of the operators of a relation and of a calculation, by token. */
const RELATIONS: readonly (string | undefined)[] = operators([
  [Token.Equals, '_==_'],
  [Token.NotEquals, '_!=_'],
  [Token.In, '@in'],
  [Token.Less, '_<_'],
  [Token.LessEquals, '_<=_'],
  [Token.GreaterEquals, '_>=_'],
  [Token.Greater, '_>_'],
]);
const PRODUCTS = operators([
  [Token.Star, '_*_'],
  [Token.Slash, '_/_'],
  [Token.Percent, '_%_'],
]);
const SUMS = operators([
  [Token.Plus, '_+_'],
  [Token.Minus, '_-_'],
]);

function operators(
  entries: readonly (readonly [number, string])[],
): readonly (string | undefined)[] {
  const table: (string | undefined)[] = new Array(Token.EscapedIdentifier + 1).fill(undefined);
  for (const [kind, name] of entries) table[kind] = name;
  return table;
}

/**
 * Parses an expression without mistakes. Of any other it gives up and returns undefined: telling the
 * server's errors is the business of `syntax-errors.ts`.
 */
export function parseValid(
  text: string,
  options: ParseOptions,
): { expr: Expr; nodes: NodeFactory } | undefined {
  const tokens = tokenize(text, options.grammar !== '0.22');
  if (tokens === undefined) return undefined;
  const nodes = new NodeFactory(options);
  const expr = new ValidParser(tokens, nodes, options).start();
  return expr === undefined ? undefined : { expr, nodes };
}

/**
 * A parser by recursive descent, with a method for each rule of the grammar that it follows, all of
 * which return undefined where the expression is wrong. Nodes get their ids in the order in which
 * cel-go visits its parse tree.
 */
class ValidParser {
  private readonly tokens: TokenList;
  private readonly nodes: NodeFactory;
  private readonly options: ParseOptions;
  private index = 0;
  private kind: number;
  /** How many rules of these names the parser is in; no others can be nested as deep. */
  private exprs = 0;
  private relations = 0;
  private calcs = 0;
  /** How many operators, selections and calls of members are nested in the last expression read. */
  private height = 0;

  constructor(tokens: TokenList, nodes: NodeFactory, options: ParseOptions) {
    this.tokens = tokens;
    this.nodes = nodes;
    this.options = options;
    this.kind = tokens.kind(0);
  }

  start(): Expr | undefined {
    const expr = this.expr();
    return this.kind === Token.Eof && this.height <= RECURSION_LIMIT ? expr : undefined;
  }

  /** Moves on, and returns the index of the token that was current. */
  private advance(): number {
    const index = this.index++;
    this.kind = this.tokens.kind(this.index);
    return index;
  }

  private at(kind: number): boolean {
    return this.kind === kind;
  }

  private skip(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  private expr(): Expr | undefined {
    if (++this.exprs > RECURSION_LIMIT) return undefined;
    const condition = this.or();
    if (condition === undefined || this.kind !== Token.QuestionMark) {
      this.exprs--;
      return condition;
    }
    let { height } = this;
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const ifTrue = this.or();
    if (ifTrue === undefined || !this.skip(Token.Colon)) return undefined;
    height = Math.max(height, this.height);
    const ifFalse = this.expr();
    if (ifFalse === undefined) return undefined;
    this.height = Math.max(height, this.height) + 1;
    this.exprs--;
    return this.nodes.call(id, offset, '_?_:_', [condition, ifTrue, ifFalse]);
  }

  private or(): Expr | undefined {
    const first = this.and();
    if (first === undefined || this.kind !== Token.LogicalOr) return first;
    let { height } = this;
    const terms = [first];
    const chain: LogicOperator[] = [];
    while (this.kind === Token.LogicalOr) {
      const offset = this.tokens.offset(this.advance());
      const term = this.and();
      if (term === undefined) return undefined;
      height = Math.max(height, this.height);
      terms.push(term);
      chain.push({ id: this.nodes.id(), offset });
    }
    this.height = height;
    return balancedLogic(this.nodes, '_||_', terms, chain);
  }

  private and(): Expr | undefined {
    const first = this.relation();
    if (first === undefined || this.kind !== Token.LogicalAnd) return first;
    let { height } = this;
    const terms = [first];
    const chain: LogicOperator[] = [];
    while (this.kind === Token.LogicalAnd) {
      const offset = this.tokens.offset(this.advance());
      const term = this.relation();
      if (term === undefined) return undefined;
      height = Math.max(height, this.height);
      terms.push(term);
      chain.push({ id: this.nodes.id(), offset });
    }
    this.height = height;
    return balancedLogic(this.nodes, '_&&_', terms, chain);
  }

  private relation(): Expr | undefined {
    if (++this.relations > RECURSION_LIMIT) return undefined;
    let left = this.calc(0);
    for (;;) {
      const name = RELATIONS[this.kind];
      if (left === undefined || name === undefined) break;
      const { height } = this;
      const offset = this.tokens.offset(this.advance());
      const id = this.nodes.id();
      // The right operand is a relation in the grammar, of one calculation only.
      if (++this.relations > RECURSION_LIMIT) return undefined;
      const right = this.calc(0);
      this.relations--;
      if (right === undefined) return undefined;
      this.height = Math.max(height, this.height) + 1;
      if (this.height > RECURSION_LIMIT) return undefined;
      left = this.nodes.call(id, offset, name, [left, right]);
    }
    this.relations--;
    return left;
  }

  /** A chain of products where `precedence` is 2, of sums and products where it is less. */
  private calc(precedence: number): Expr | undefined {
    if (++this.calcs > RECURSION_LIMIT) return undefined;
    let left = this.unary();
    while (left !== undefined && precedence < 3) {
      let next = 3;
      let name = PRODUCTS[this.kind];
      if (name === undefined && precedence < 2) {
        name = SUMS[this.kind];
        next = 2;
      }
      if (name === undefined) break;
      const { height } = this;
      const offset = this.tokens.offset(this.advance());
      const id = this.nodes.id();
      const right = this.calc(next);
      if (right === undefined) return undefined;
      this.height = Math.max(height, this.height) + 1;
      if (this.height > RECURSION_LIMIT) return undefined;
      left = this.nodes.call(id, offset, name, [left, right]);
    }
    this.calcs--;
    return left;
  }

  private unary(): Expr | undefined {
    if (this.kind === Token.Exclamation) return this.prefixed(Token.Exclamation, '!_');
    if (this.kind === Token.Minus && !this.isNegativeNumber())
      return this.prefixed(Token.Minus, '-_');
    return this.member();
  }

  /** An even number of signs is none. */
  private prefixed(kind: number, name: string): Expr | undefined {
    const offset = this.tokens.offset(this.index);
    let count = 0;
    while (this.kind === kind) {
      this.advance();
      count++;
    }
    if (count % 2 === 0) return this.member();
    const id = this.nodes.id();
    const operand = this.member();
    return operand === undefined ? undefined : this.nodes.call(id, offset, name, [operand]);
  }

  private isNegativeNumber(): boolean {
    const next = this.tokens.kind(this.index + 1);
    return next === Token.Int || next === Token.Float;
  }

  private member(): Expr | undefined {
    let operand = this.primary();
    while (operand !== undefined) {
      if (this.kind === Token.Dot) operand = this.selection(operand);
      else if (this.kind === Token.LeftBracket) operand = this.indexing(operand);
      else break;
      // Stops long before the tree is too deep for who reads it.
      if (this.height > RECURSION_LIMIT) return undefined;
    }
    return operand;
  }

  private selection(operand: Expr): Expr | undefined {
    const { nodes, tokens } = this;
    const dot = tokens.offset(this.advance());
    const isOptional = this.skip(Token.QuestionMark);
    const nameOffset = tokens.offset(this.index);
    const field = this.fieldName();
    if (field === undefined || (isOptional && !this.options.optionalSyntax)) return undefined;
    if (isOptional) {
      const name = nodes.constant(nameOffset, { type: 'string', value: field });
      this.height++;
      return nodes.call(nodes.id(), dot, '_?._', [operand, name]);
    }
    if (!this.at(Token.LeftParen)) {
      this.height++;
      return nodes.select(dot, operand, field);
    }
    const { height } = this;
    const call = this.callOf(field, operand);
    this.height = Math.max(height, this.height) + 1;
    return call;
  }

  /** The name of a field. Kubernetes does not allow names in backticks. */
  private fieldName(): string | undefined {
    return this.at(Token.Identifier) ? this.tokens.textOf(this.advance()) : undefined;
  }

  /** A call, from its parenthesis on. */
  private callOf(name: string, target: Expr | undefined): Expr | undefined {
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const args: Expr[] = [];
    this.height = 0;
    if (this.kind !== Token.RightParen) {
      let height = 0;
      do {
        const arg = this.expr();
        if (arg === undefined) return undefined;
        args.push(arg);
        height = Math.max(height, this.height);
      } while (this.skip(Token.Comma));
      this.height = height;
    }
    if (!this.skip(Token.RightParen)) return undefined;
    const call = this.nodes.callOrMacro(id, offset, name, target, args);
    return call.kind === 'error' ? undefined : call;
  }

  private indexing(operand: Expr): Expr | undefined {
    const { height } = this;
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const isOptional = this.skip(Token.QuestionMark);
    if (isOptional && !this.options.optionalSyntax) return undefined;
    const index = this.expr();
    if (index === undefined || !this.skip(Token.RightBracket)) return undefined;
    this.height = Math.max(height, this.height) + 1;
    return this.nodes.call(id, offset, isOptional ? '_[?_]' : '_[_]', [operand, index]);
  }

  private primary(): Expr | undefined {
    switch (this.kind) {
      case Token.Dot:
      case Token.Identifier:
        return this.named();
      case Token.LeftParen: {
        this.advance();
        const expr = this.expr();
        return this.skip(Token.RightParen) ? expr : undefined;
      }
      case Token.LeftBracket:
        return this.list();
      case Token.LeftBrace:
        return this.map();
      default:
        this.height = 0;
        return this.literal();
    }
  }

  /** A variable, a call of a function, or a message, each maybe with a dot before it. */
  private named(): Expr | undefined {
    const prefix = this.skip(Token.Dot) ? '.' : '';
    if (this.kind !== Token.Identifier) return undefined;
    if (this.isMessage()) return this.message(prefix);
    const offset = this.tokens.offset(this.index);
    const name = this.tokens.textOf(this.advance());
    if (RESERVED.has(name)) return undefined;
    if (this.at(Token.LeftParen)) return this.callOf(prefix + name, undefined);
    this.height = 0;
    return this.nodes.ident(offset, prefix + name);
  }

  /** Whether a brace follows the qualified name that begins here. */
  private isMessage(): boolean {
    let index = this.index + 1;
    while (
      this.tokens.kind(index) === Token.Dot &&
      this.tokens.kind(index + 1) === Token.Identifier
    ) {
      index += 2;
    }
    return this.tokens.kind(index) === Token.LeftBrace;
  }

  private message(prefix: string): Expr | undefined {
    let name = prefix + this.tokens.textOf(this.advance());
    while (this.skip(Token.Dot)) name += `.${this.tokens.textOf(this.advance())}`;
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const fields: StructField[] = [];
    let height = 0;
    for (
      let more = !this.isEmpty(Token.RightBrace);
      more;
      more = this.continues(Token.RightBrace)
    ) {
      const optional = this.skip(Token.QuestionMark);
      if (optional && !this.options.optionalSyntax) return undefined;
      const field = this.fieldName();
      if (field === undefined || this.kind !== Token.Colon) return undefined;
      const colon = this.tokens.offset(this.advance());
      const fieldId = this.nodes.id();
      const value = this.expr();
      if (value === undefined) return undefined;
      height = Math.max(height, this.height);
      fields.push({ id: fieldId, offset: colon, name: field, value, optional });
    }
    return this.closes(Token.RightBrace, height)
      ? { kind: 'struct', id, offset, name, fields }
      : undefined;
  }

  /** Whether a list ends where it begins; nothing but a comma may be in an empty one. */
  private isEmpty(closing: number): boolean {
    return this.kind === closing || this.kind === Token.Comma;
  }

  /** Skips a comma, but not one before the closing token. */
  private continues(closing: number): boolean {
    if (this.kind !== Token.Comma || this.tokens.kind(this.index + 1) === closing) return false;
    this.advance();
    return true;
  }

  /** Skips the end of a list, a comma before it included. */
  private closes(closing: number, height: number): boolean {
    this.height = height;
    this.skip(Token.Comma);
    return this.skip(closing);
  }

  private list(): Expr | undefined {
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const elements: Expr[] = [];
    const optionalIndices: number[] = [];
    let height = 0;
    for (
      let more = !this.isEmpty(Token.RightBracket);
      more;
      more = this.continues(Token.RightBracket)
    ) {
      if (this.skip(Token.QuestionMark)) {
        if (!this.options.optionalSyntax) return undefined;
        optionalIndices.push(elements.length);
      }
      const element = this.expr();
      if (element === undefined) return undefined;
      elements.push(element);
      height = Math.max(height, this.height);
    }
    return this.closes(Token.RightBracket, height)
      ? { kind: 'list', id, offset, elements, optionalIndices }
      : undefined;
  }

  private map(): Expr | undefined {
    const offset = this.tokens.offset(this.advance());
    const id = this.nodes.id();
    const entries: MapEntry[] = [];
    let height = 0;
    for (
      let more = !this.isEmpty(Token.RightBrace);
      more;
      more = this.continues(Token.RightBrace)
    ) {
      // An entry's id comes before those of its key, its place is the colon behind it.
      const entryId = this.nodes.id();
      const optional = this.skip(Token.QuestionMark);
      if (optional && !this.options.optionalSyntax) return undefined;
      const key = this.expr();
      if (key === undefined || this.kind !== Token.Colon) return undefined;
      height = Math.max(height, this.height);
      const colon = this.tokens.offset(this.advance());
      const value = this.expr();
      if (value === undefined) return undefined;
      height = Math.max(height, this.height);
      entries.push({ id: entryId, offset: colon, key, value, optional });
    }
    return this.closes(Token.RightBrace, height) ? { kind: 'map', id, offset, entries } : undefined;
  }

  private literal(): Expr | undefined {
    const offset = this.tokens.offset(this.index);
    switch (this.kind) {
      case Token.True:
      case Token.False:
        return this.nodes.constant(offset, {
          type: 'bool',
          value: this.tokens.kind(this.advance()) === Token.True,
        });
      case Token.Null:
        this.advance();
        return this.nodes.constant(offset, { type: 'null' });
      case Token.Minus:
        if (!this.isNegativeNumber()) return undefined;
        this.advance();
        return this.valued(offset, '-');
      default:
        return this.valued(offset, '');
    }
  }

  private valued(offset: number, sign: string): Expr | undefined {
    const literal = this.value(sign + this.tokens.textOf(this.index));
    if (literal === undefined || 'error' in literal) return undefined;
    this.advance();
    return this.nodes.constant(offset, literal.value);
  }

  private value(text: string): Literal | undefined {
    switch (this.kind) {
      case Token.String:
        return stringLiteral(text, this.options.grammar === '0.22' ? 'replaced' : 'refused');
      case Token.Int:
        return intLiteral(text);
      case Token.Uint:
        return uintLiteral(text);
      case Token.Float:
        return doubleLiteral(text);
      case Token.Bytes:
        return bytesLiteral(text);
      default:
        return undefined;
    }
  }
}
