import type { Expr, MacroCall } from '../ast.ts';
import { type MacroError, MacroNodes } from './macro-nodes.ts';
import type { Macro } from './macros.ts';
import type { ParseOptions } from './parse-options.ts';
import { TreeNodes } from './tree-nodes.ts';

/** Creates the nodes of an expression, in which macros are expanded. */
export class NodeFactory extends TreeNodes {
  readonly macroCalls = new Map<number, MacroCall>();
  private readonly options: ParseOptions;

  constructor(options: ParseOptions) {
    super();
    this.options = options;
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
    this.release(id);
    return expanded;
  }
}
