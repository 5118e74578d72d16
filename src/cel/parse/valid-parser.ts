import type { Expr } from '../ast.ts';
import { balancedLogic, type LogicOperator } from './logic.ts';
import { NodeFactory } from './node-factory.ts';
import { OperandParser } from './operand-parser.ts';
import { type ParseOptions, RECURSION_LIMIT } from './parse-options.ts';
import { tokenize } from './token-list.ts';
import { Token } from './tokens.ts';

/** The functions of the binary operators, by the kind of the token. */
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

/** Parses a valid expression. Returns undefined for any other one, whose errors `syntax-errors.ts` reports. */
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

/** A recursive descent parser, with a method for each operator rule of the grammar, see {@link OperandParser}. */
class ValidParser extends OperandParser {
  /** The depth of the rules of these names. No other rules can be nested more deeply. */
  private exprs = 0;
  private relations = 0;
  private calcs = 0;

  start(): Expr | undefined {
    const expr = this.expr();
    return this.kind === Token.Eof && this.height <= RECURSION_LIMIT ? expr : undefined;
  }

  protected expr(): Expr | undefined {
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
    return this.logic(Token.LogicalOr, '_||_');
  }

  /** A chain of `&&`, or of `||` with such chains as terms. */
  private logic(operator: number, name: '_&&_' | '_||_'): Expr | undefined {
    const first = this.term(operator);
    if (first === undefined || this.kind !== operator) return first;
    let { height } = this;
    const terms = [first];
    const operators: LogicOperator[] = [];
    while (this.kind === operator) {
      const offset = this.tokens.offset(this.advance());
      const term = this.term(operator);
      if (term === undefined) return undefined;
      height = Math.max(height, this.height);
      terms.push(term);
      operators.push({ id: this.nodes.id(), offset });
    }
    this.height = height;
    return balancedLogic(this.nodes, name, terms, operators);
  }

  private term(operator: number): Expr | undefined {
    return operator === Token.LogicalOr ? this.logic(Token.LogicalAnd, '_&&_') : this.relation();
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
      // In the grammar, the right operand is a relation that consists of one calculation.
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

  /** A chain of products if `precedence` is 2, of sums and products if it is lower. */
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

  /** An even number of signs has no effect. */
  private prefixed(kind: number, name: string): Expr | undefined {
    const offset = this.currentOffset();
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
}
