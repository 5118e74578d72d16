import type { Expr, MapEntry, StructField } from '../ast.ts';
import {
  bytesLiteral,
  doubleLiteral,
  intLiteral,
  type Literal,
  stringLiteral,
  uintLiteral,
} from './literals.ts';
import type { NodeFactory } from './node-factory.ts';
import { type ParseOptions, RECURSION_LIMIT, RESERVED } from './parse-options.ts';
import type { TokenList } from './token-list.ts';
import { Token } from './tokens.ts';

/**
 * The part of the parser for valid expressions that parses operands: literals, names, calls, selections, indices,
 * lists, maps and messages. Each method returns undefined at an error. Nodes get their ids in the order in which cel-go
 * visits its parse tree.
 */
export abstract class OperandParser {
  protected readonly tokens: TokenList;
  protected readonly nodes: NodeFactory;
  private readonly options: ParseOptions;
  private index = 0;
  /** The kind of the current token. */
  protected kind: number;
  /** The depth of nested operators, selections and member calls in the last parsed expression. */
  protected height = 0;

  constructor(tokens: TokenList, nodes: NodeFactory, options: ParseOptions) {
    this.tokens = tokens;
    this.nodes = nodes;
    this.options = options;
    this.kind = tokens.kind(0);
  }

  protected abstract expr(): Expr | undefined;

  /** Moves to the next token, and returns the index of the one before. */
  protected advance(): number {
    const index = this.index++;
    this.kind = this.tokens.kind(this.index);
    return index;
  }

  private at(kind: number): boolean {
    return this.kind === kind;
  }

  protected skip(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  protected currentOffset(): number {
    return this.tokens.offset(this.index);
  }

  protected isNegativeNumber(): boolean {
    const next = this.tokens.kind(this.index + 1);
    return next === Token.Int || next === Token.Float;
  }

  protected member(): Expr | undefined {
    let operand = this.primary();
    while (operand !== undefined) {
      if (this.kind === Token.Dot) operand = this.selection(operand);
      else if (this.kind === Token.LeftBracket) operand = this.indexing(operand);
      else break;
      // Limits the depth of the tree, which recursive functions read.
      if (this.height > RECURSION_LIMIT) return undefined;
    }
    return operand;
  }

  private selection(operand: Expr): Expr | undefined {
    const { nodes, tokens } = this;
    const dot = tokens.offset(this.advance());
    const isOptional = this.skip(Token.QuestionMark);
    const nameOffset = tokens.offset(this.index);
    const wasEscaped = this.at(Token.EscapedIdentifier);
    const field = this.fieldName();
    if (field === undefined || (isOptional && !this.options.optionalSyntax)) return undefined;
    if (isOptional) {
      const name = nodes.constant(nameOffset, { type: 'string', value: field });
      this.height++;
      return nodes.call(nodes.id(), dot, '_?._', [operand, name]);
    }
    if (wasEscaped || !this.at(Token.LeftParen)) {
      this.height++;
      return nodes.select(dot, operand, field);
    }
    const { height } = this;
    const call = this.callOf(field, operand);
    this.height = Math.max(height, this.height) + 1;
    return call;
  }

  /** The name of a field, which may be in backticks. */
  private fieldName(): string | undefined {
    if (this.options.escapedNames === true && this.at(Token.EscapedIdentifier)) {
      return this.tokens.textOf(this.advance()).slice(1, -1);
    }
    return this.at(Token.Identifier) ? this.tokens.textOf(this.advance()) : undefined;
  }

  /** Parses a call, beginning with its parenthesis. */
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
    const call = this.nodes.callOrMacro({ id, offset, function: name, target, args });
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

  /** A variable, a call of a global function, or a message; all of them can have a leading dot. */
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

  /** Reports whether a brace follows the qualified name that starts here. */
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

  /** Reports whether a list of elements is empty. An empty list can contain a single comma. */
  private isEmpty(closing: number): boolean {
    return this.kind === closing || this.kind === Token.Comma;
  }

  /** Skips a comma, but not one before the closing token. */
  private continues(closing: number): boolean {
    if (this.kind !== Token.Comma || this.tokens.kind(this.index + 1) === closing) return false;
    this.advance();
    return true;
  }

  /** Skips the end of a list of elements, and a comma before it. */
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
      // The id of an entry comes before those of its key. Its position is the colon after the key.
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
