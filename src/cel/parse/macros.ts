import type { Expr } from '../ast.ts';
import type { MacroError, MacroNodes } from './macro-nodes.ts';

/** A call that the parser replaces by other nodes. */
export interface Macro {
  readonly name: string;
  readonly argCount: number;
  /** True if the macro is written `target.name(args)`, and not `name(args)`. */
  readonly receiver: boolean;
  /** Returns undefined for a call that is not a macro after all and stays a call. */
  readonly expand: Expansion;
}

type Expansion = (
  nodes: MacroNodes,
  args: readonly Expr[],
  target: Expr | undefined,
) => Expr | MacroError | undefined;

/** The macros of an environment, by name, number of arguments and form. */
export class MacroTable {
  private readonly byName = new Map<string, readonly Macro[]>();

  /** If there are two macros for the same calls, the later one applies. */
  constructor(macros: readonly Macro[]) {
    for (const macro of macros) {
      this.byName.set(macro.name, [macro, ...(this.byName.get(macro.name) ?? [])]);
    }
  }

  /** All macros; of two for the same calls, the one that applies comes first. */
  get all(): Iterable<Macro> {
    return [...this.byName.values()].flat();
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  find(name: string, argCount: number, receiver: boolean): Macro | undefined {
    const macros = this.byName.get(name);
    if (macros === undefined) return undefined;
    return macros.find((macro) => macro.argCount === argCount && macro.receiver === receiver);
  }
}

/** A macro that is written `target.name(args)`. */
export function receiverMacro(
  name: string,
  argCount: number,
  expand: (nodes: MacroNodes, target: Expr, args: readonly Expr[]) => Expr | MacroError | undefined,
): Macro {
  return {
    name,
    argCount,
    receiver: true,
    expand: (nodes, args, target) =>
      target === undefined ? undefined : expand(nodes, target, args),
  };
}

/** An argument of a macro, which is called only with the number of arguments that it takes. */
export function macroArgument(args: readonly Expr[], index: number): Expr {
  const arg = args[index];
  if (arg === undefined) throw new RangeError(`a macro has no argument ${index}`);
  return arg;
}

const OVERWRITES = 'iteration variable overwrites accumulator variable';

/** The iteration variable of a macro with one; an error with the given message for anything but a name. */
export function iterationVariable(
  nodes: MacroNodes,
  arg: Expr,
  message: string,
): string | MacroError {
  if (arg.kind !== 'ident') return nodes.error(arg, message);
  if (nodes.isReserved(arg.name)) return nodes.error(arg, OVERWRITES);
  return arg.name;
}

/** The iteration variables of a macro with two. */
export function iterationVariables(
  nodes: MacroNodes,
  args: readonly Expr[],
): readonly [string, string] | MacroError {
  const first = macroArgument(args, 0);
  const second = macroArgument(args, 1);
  if (first.kind !== 'ident') return nodes.error(first, 'argument must be a simple name');
  if (second.kind !== 'ident') return nodes.error(second, 'argument must be a simple name');
  if (first.name === second.name) {
    return nodes.error(second, `duplicate variable name: ${first.name}`);
  }
  if (nodes.isReserved(first.name)) return nodes.error(first, OVERWRITES);
  if (nodes.isReserved(second.name)) return nodes.error(second, OVERWRITES);
  return [first.name, second.name];
}

/** The iteration variable of a comprehension that is never run and only binds a variable. */
const UNUSED = '#unused';

/** A variable that is bound to a value. The step of the comprehension is the variable by default. */
interface BoundVariable {
  readonly name: string;
  readonly value: () => Expr;
  readonly step?: () => Expr;
}

/**
 * Binds a variable to a value in the expression `result`: a comprehension over an empty list, with the variable as
 * its accumulator. Nodes are made in the order in which cel-go makes them, which gives them their ids.
 */
export function bindVariable(
  nodes: MacroNodes,
  { name, value, step = () => nodes.ident(name) }: BoundVariable,
  result: Expr,
): Expr {
  return nodes.fold({
    iterRange: nodes.list(),
    iterVars: [UNUSED],
    accuVar: name,
    accuInit: value(),
    loopCondition: nodes.bool(false),
    loopStep: step(),
    result,
  });
}
