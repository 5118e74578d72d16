import type { Call, ConstantValue, Expr, MacroCall } from '../ast.ts';
import { childrenAsParsed } from '../expression-tree.ts';
import type { Macro } from './macros.ts';
import type { ParseOptions } from './parse-options.ts';

/** An error in a macro call, at an offset in code points. */
export interface MacroError {
  readonly kind: 'error';
  readonly offset: number;
  readonly message: string;
}

/**
 * The number of nodes up to which macros copy subexpressions. A chain of `optMap` doubles the nodes with each call;
 * the API server has no limit, and would run out of memory.
 */
const NODE_LIMIT = 250_000;

/**
 * Creates the nodes of a tree and numbers them 1, 2, 3 and so on in the order of their creation.
 *
 * Source: `parser/helper.go` of cel-go, which determines the ids.
 */
export class NodeFactory {
  readonly macroCalls = new Map<number, MacroCall>();
  private readonly options: ParseOptions;
  private lastId = 0;
  /** The number of additional nodes that the tree would have if no node occurred twice. */
  private shared = 0;

  constructor(options: ParseOptions) {
    this.options = options;
  }

  /** Reports whether the limit on copied subexpressions is reached. */
  get isFull(): boolean {
    return this.lastId + this.shared > NODE_LIMIT;
  }

  /** Counts an expression that occurs a second time in the tree. */
  share(expr: Expr): void {
    this.shared++;
    for (const child of childrenAsParsed(expr)) this.share(child);
  }

  id(): number {
    this.lastId++;
    return this.lastId;
  }

  constant(offset: number, value: ConstantValue): Expr {
    return { kind: 'const', id: this.id(), offset, value };
  }

  ident(offset: number, name: string): Expr {
    return { kind: 'ident', id: this.id(), offset, name };
  }

  select(offset: number, operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.id(), offset, operand, field, testOnly: false };
  }

  /** A call of an operator, or of a function that is not a macro, with an id that was reserved before. */
  call(id: number, offset: number, name: string, args: readonly Expr[], target?: Expr): Call {
    return { kind: 'call', id, offset, function: name, target, args };
  }

  /** A call as written, `f(args)` or `target.f(args)`: the expansion of its macro, or else the call itself. */
  callOrMacro(
    id: number,
    offset: number,
    name: string,
    target: Expr | undefined,
    args: readonly Expr[],
  ): Expr | MacroError {
    const macro = this.options.macros.find(name, args.length, target !== undefined);
    if (macro === undefined) return this.call(id, offset, name, args, target);
    return this.expand(macro, id, offset, target, args);
  }

  private expand(
    macro: Macro,
    id: number,
    offset: number,
    target: Expr | undefined,
    args: readonly Expr[],
  ): Expr | MacroError {
    const expanded = macro.expand(new MacroNodes(this, offset, this.options), args, target);
    if (expanded === undefined) return this.call(id, offset, macro.name, args, target);
    if (expanded.kind !== 'error') {
      this.macroCalls.set(expanded.id, { function: macro.name, target, args });
    }
    // The id of the call is reused if it is the last one.
    if (id === this.lastId) this.lastId--;
    return expanded;
  }
}

/** Creates the nodes of the expansion of a macro. They have the offset of the call, except copies of other nodes. */
export class MacroNodes {
  /** The name of the accumulator of comprehensions. */
  readonly accumulator: string;
  private readonly factory: NodeFactory;
  private readonly offset: number;
  private readonly protectsAccumulator: boolean;
  private readonly sharesNodes: boolean;

  constructor(factory: NodeFactory, offset: number, options: ParseOptions) {
    this.factory = factory;
    this.offset = offset;
    this.accumulator = options.accumulator;
    this.protectsAccumulator = options.grammar !== '0.22';
    this.sharesNodes = options.sharesNodes ?? false;
  }

  /** Reports whether an iteration variable cannot have a name because an accumulator has this name in some release. */
  isReserved(name: string): boolean {
    return this.protectsAccumulator && (name === this.accumulator || name === '__result__');
  }

  error(at: Expr, message: string): MacroError {
    return { kind: 'error', offset: at.offset, message };
  }

  bool(value: boolean): Expr {
    return this.factory.constant(this.offset, { type: 'bool', value });
  }

  int(value: bigint): Expr {
    return this.factory.constant(this.offset, { type: 'int', value });
  }

  ident(name: string): Expr {
    return this.factory.ident(this.offset, name);
  }

  accu(): Expr {
    return this.ident(this.accumulator);
  }

  call(name: string, ...args: readonly Expr[]): Expr {
    return this.factory.call(this.factory.id(), this.offset, name, args);
  }

  memberCall(name: string, target: Expr, ...args: readonly Expr[]): Expr {
    return this.factory.call(this.factory.id(), this.offset, name, args, target);
  }

  list(...elements: readonly Expr[]): Expr {
    const id = this.factory.id();
    return { kind: 'list', id, offset: this.offset, elements, optionalIndices: [] };
  }

  map(): Expr {
    return { kind: 'map', id: this.factory.id(), offset: this.offset, entries: [] };
  }

  presenceTest(operand: Expr, field: string): Expr {
    const id = this.factory.id();
    return { kind: 'select', id, offset: this.offset, operand, field, testOnly: true };
  }

  /** A comprehension over `range`, with the fields in the order of cel-go. */
  fold(
    iterRange: Expr,
    iterVars: readonly [string] | readonly [string, string],
    accuVar: string,
    accuInit: Expr,
    loopCondition: Expr,
    loopStep: Expr,
    result: Expr,
  ): Expr {
    return {
      kind: 'comprehension',
      id: this.factory.id(),
      offset: this.offset,
      iterVar: iterVars[0],
      iterVar2: iterVars[1],
      iterRange,
      accuVar,
      accuInit,
      loopCondition,
      loopStep,
      result,
    };
  }

  /** The error for a macro that would exceed the limit of copies; undefined for any other. */
  get tooMany(): MacroError | undefined {
    if (!this.factory.isFull) return undefined;
    return { kind: 'error', offset: this.offset, message: 'macro expands to too many expressions' };
  }

  /** An expression for a second use in the tree: a copy, or the expression itself in releases that share nodes. */
  again(expr: Expr): Expr {
    if (!this.sharesNodes) return this.copy(expr);
    this.factory.share(expr);
    return expr;
  }

  /** A copy of an expression with new ids. */
  copy(expr: Expr): Expr {
    const id = this.factory.id();
    switch (expr.kind) {
      case 'const':
      case 'ident':
        return { ...expr, id };
      case 'select':
        return { ...expr, id, operand: this.copy(expr.operand) };
      case 'call': {
        // The arguments get their ids before the target.
        const args = expr.args.map((arg) => this.copy(arg));
        const target = expr.target === undefined ? undefined : this.copy(expr.target);
        return { ...expr, id, args, target };
      }
      case 'list':
        return { ...expr, id, elements: expr.elements.map((element) => this.copy(element)) };
      case 'map': {
        const entries = expr.entries.map((entry) => {
          const entryId = this.factory.id();
          const key = this.copy(entry.key);
          return { ...entry, id: entryId, offset: this.offset, key, value: this.copy(entry.value) };
        });
        return { ...expr, id, entries };
      }
      case 'struct': {
        const fields = expr.fields.map((field) => {
          const fieldId = this.factory.id();
          return { ...field, id: fieldId, offset: this.offset, value: this.copy(field.value) };
        });
        return { ...expr, id, fields };
      }
      case 'comprehension': {
        const iterRange = this.copy(expr.iterRange);
        const accuInit = this.copy(expr.accuInit);
        const loopCondition = this.copy(expr.loopCondition);
        const loopStep = this.copy(expr.loopStep);
        const result = this.copy(expr.result);
        return { ...expr, id, iterRange, accuInit, loopCondition, loopStep, result };
      }
    }
  }
}
