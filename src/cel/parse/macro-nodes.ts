import type { Comprehension, Expr } from '../ast.ts';
import type { TreeNodes } from './tree-nodes.ts';

/** An error in a macro call, at an offset in code points. */
export interface MacroError {
  readonly kind: 'error';
  readonly offset: number;
  readonly message: string;
}

/** The options of environments that affect the expansions of macros. */
export interface MacroOptions {
  /** The name of the accumulator in the comprehensions that macros expand to. */
  readonly accumulator: '@result' | '__result__';
  /**
   * The grammar: `0.22` is that of all releases before cel-go 0.23. Since 0.23, field names can be in backticks,
   * escape sequences of surrogates and iteration variables with the name of the accumulator are errors, and `%` in
   * syntax errors is printed unchanged.
   */
  readonly grammar: Grammar;
  /**
   * True if the target of `optMap` occurs twice in the tree as the same node and not as a copy, as in cel-go 0.20 and
   * earlier.
   */
  readonly sharesNodes?: boolean;
}

export type Grammar = '0.22' | '0.23';

/** The parts of a comprehension. By default, its accumulator has the name that macros use, and is its result. */
type Fold = Pick<Comprehension, 'iterRange' | 'accuInit' | 'loopCondition' | 'loopStep'> &
  Partial<Pick<Comprehension, 'accuVar' | 'result'>> & {
    readonly iterVars: readonly [string] | readonly [string, string];
  };

/** Creates the nodes of the expansion of a macro. They have the offset of the call, except copies of other nodes. */
export class MacroNodes {
  /** The name of the accumulator of comprehensions. */
  readonly accumulator: string;
  private readonly factory: TreeNodes;
  private readonly offset: number;
  private readonly protectsAccumulator: boolean;
  private readonly sharesNodes: boolean;

  constructor(factory: TreeNodes, offset: number, options: MacroOptions) {
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

  fold({ iterVars: [iterVar, iterVar2], result = this.accu(), ...fold }: Fold): Expr {
    const { accumulator: accuVar, offset } = this;
    const id = this.factory.id();
    return { kind: 'comprehension', id, offset, iterVar, iterVar2, accuVar, ...fold, result };
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
