import type { Expr, MacroCall } from '../ast.ts';
import { type MacroError, MacroNodes } from './macro-nodes.ts';
import type { ParseOptions } from './parse-options.ts';
import { TreeNodes } from './tree-nodes.ts';

/** A call as written, `f(args)` or `target.f(args)`, with an id that was reserved before. */
export interface WrittenCall extends MacroCall {
  readonly id: number;
  readonly offset: number;
}

/** Creates the nodes of an expression, in which macros are expanded. */
export class NodeFactory extends TreeNodes {
  readonly macroCalls = new Map<number, MacroCall>();
  private readonly options: ParseOptions;

  constructor(options: ParseOptions) {
    super();
    this.options = options;
  }

  /** The expansion of the macro of a call, or else the call itself. */
  callOrMacro({ id, offset, function: name, target, args }: WrittenCall): Expr | MacroError {
    const macro = this.options.macros.find(name, args.length, target !== undefined);
    const expanded = macro?.expand(new MacroNodes(this, offset, this.options), args, target);
    if (expanded === undefined) return this.call(id, offset, name, args, target);
    if (expanded.kind !== 'error') {
      this.macroCalls.set(expanded.id, { function: name, target, args });
    }
    this.release(id);
    return expanded;
  }
}
