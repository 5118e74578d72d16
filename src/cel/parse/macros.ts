import type { Expr } from '../ast.ts';
import type { MacroError, MacroNodes } from './node-factory.ts';

/** A call that the parser replaces by other nodes. */
export interface Macro {
  readonly name: string;
  readonly argCount: number;
  /** `target.name(args)`, otherwise `name(args)`. */
  readonly receiver: boolean;
  /** Undefined where the call is no macro after all and stays a call. */
  readonly expand: Expansion;
}

type Expansion = (
  nodes: MacroNodes,
  args: readonly Expr[],
  target: Expr | undefined,
) => Expr | MacroError | undefined;

/** The macros of an environment, for finding that of a call. */
export class MacroTable {
  private readonly byName = new Map<string, readonly Macro[]>();

  /** Of two macros for the same calls the later one counts. */
  constructor(macros: readonly Macro[]) {
    for (const macro of macros) {
      this.byName.set(macro.name, [macro, ...(this.byName.get(macro.name) ?? [])]);
    }
  }

  /** Whether any macro has this name. */
  has(name: string): boolean {
    return this.byName.has(name);
  }

  find(name: string, argCount: number, receiver: boolean): Macro | undefined {
    const macros = this.byName.get(name);
    if (macros === undefined) return undefined;
    return macros.find((macro) => macro.argCount === argCount && macro.receiver === receiver);
  }
}

function receiverMacro(
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

/** The argument at an index; the table calls a macro only with as many as it takes. */
function argument(args: readonly Expr[], index: number): Expr {
  const arg = args[index];
  if (arg === undefined) throw new RangeError(`a macro has no argument ${index}`);
  return arg;
}

const OVERWRITES = 'iteration variable overwrites accumulator variable';

/** The name of the variable of a macro with one, or the words on what stands there instead. */
function iterVar(nodes: MacroNodes, arg: Expr, wrong: string): string | MacroError {
  if (arg.kind !== 'ident') return nodes.error(arg, wrong);
  if (nodes.isReserved(arg.name)) return nodes.error(arg, OVERWRITES);
  return arg.name;
}

/** The names of the variables of a macro with two. */
function iterVars(
  nodes: MacroNodes,
  args: readonly Expr[],
): readonly [string, string] | MacroError {
  const first = argument(args, 0);
  const second = argument(args, 1);
  if (first.kind !== 'ident') return nodes.error(first, 'argument must be a simple name');
  if (second.kind !== 'ident') return nodes.error(second, 'argument must be a simple name');
  if (first.name === second.name) {
    return nodes.error(second, `duplicate variable name: ${first.name}`);
  }
  if (nodes.isReserved(first.name)) return nodes.error(first, OVERWRITES);
  if (nodes.isReserved(second.name)) return nodes.error(second, OVERWRITES);
  return [first.name, second.name];
}

type Quantifier = (nodes: MacroNodes, predicate: Expr) => Fold;

interface Fold {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

const all: Quantifier = (nodes, predicate) => ({
  init: nodes.bool(true),
  condition: nodes.call('@not_strictly_false', nodes.accu()),
  step: nodes.call('_&&_', nodes.accu(), predicate),
  result: nodes.accu(),
});

const exists: Quantifier = (nodes, predicate) => ({
  init: nodes.bool(false),
  condition: nodes.call('@not_strictly_false', nodes.call('!_', nodes.accu())),
  step: nodes.call('_||_', nodes.accu(), predicate),
  result: nodes.accu(),
});

const existsOne: Quantifier = (nodes, predicate) => ({
  init: nodes.int(0n),
  condition: nodes.bool(true),
  step: nodes.call(
    '_?_:_',
    predicate,
    nodes.call('_+_', nodes.accu(), nodes.int(1n)),
    nodes.accu(),
  ),
  result: nodes.call('_==_', nodes.accu(), nodes.int(1n)),
});

/** `range.all(x, predicate)` and its like. */
function quantifier(name: string, make: Quantifier): Macro {
  return receiverMacro(name, 2, (nodes, target, args) => {
    const name = iterVar(nodes, argument(args, 0), 'argument must be a simple name');
    if (typeof name !== 'string') return name;
    const { init, condition, step, result } = make(nodes, argument(args, 1));
    return nodes.fold(target, [name], nodes.accumulator, init, condition, step, result);
  });
}

/** `range.all(i, x, predicate)` and its like. */
function quantifier2(name: string, make: Quantifier): Macro {
  return receiverMacro(name, 3, (nodes, target, args) => {
    const names = iterVars(nodes, args);
    if ('kind' in names) return names;
    const { init, condition, step, result } = make(nodes, argument(args, 2));
    return nodes.fold(target, names, nodes.accumulator, init, condition, step, result);
  });
}

/** `range.map(x, transform)`, `range.map(x, predicate, transform)`. */
function map(argCount: 2 | 3): Macro {
  return receiverMacro('map', argCount, (nodes, target, args) => {
    const name = iterVar(nodes, argument(args, 0), 'argument is not an identifier');
    if (typeof name !== 'string') return name;
    const init = nodes.list();
    const condition = nodes.bool(true);
    let step = nodes.call('_+_', nodes.accu(), nodes.list(argument(args, argCount - 1)));
    if (argCount === 3) step = nodes.call('_?_:_', argument(args, 1), step, nodes.accu());
    return nodes.fold(target, [name], nodes.accumulator, init, condition, step, nodes.accu());
  });
}

const filter = receiverMacro('filter', 2, (nodes, target, args) => {
  const element = argument(args, 0);
  const name = iterVar(nodes, element, 'argument is not an identifier');
  if (typeof name !== 'string') return name;
  const init = nodes.list();
  const condition = nodes.bool(true);
  const added = nodes.call('_+_', nodes.accu(), nodes.list(element));
  const step = nodes.call('_?_:_', argument(args, 1), added, nodes.accu());
  return nodes.fold(target, [name], nodes.accumulator, init, condition, step, nodes.accu());
});

const has: Macro = {
  name: 'has',
  argCount: 1,
  receiver: false,
  expand: (nodes, args) => {
    const arg = argument(args, 0);
    if (arg.kind !== 'select') return nodes.error(arg, 'invalid argument to has() macro');
    return nodes.presenceTest(arg.operand, arg.field);
  },
};

/** The macros of the standard library. Source: `parser/macro.go` of cel-go. */
export const STANDARD_MACROS: readonly Macro[] = [
  has,
  quantifier('all', all),
  quantifier('exists', exists),
  quantifier('exists_one', existsOne),
  map(2),
  map(3),
  filter,
];

/** `range.existsOne(x, predicate)`, the later name of `exists_one`, which Kubernetes leaves out. */
export const EXISTS_ONE_MACRO: Macro = quantifier('existsOne', existsOne);

type Transformation = (
  nodes: MacroNodes,
  transform: Expr,
  names: readonly [string, string],
) => Expr;

/** `range.transformList(i, x, transform)` and its like, with and without a predicate before the transform. */
function transformation(
  name: string,
  make: Transformation,
  init: 'list' | 'map',
): readonly Macro[] {
  return [3, 4].map((argCount) =>
    receiverMacro(name, argCount, (nodes, target, args) => {
      const names = iterVars(nodes, args);
      if ('kind' in names) return names;
      let step = make(nodes, argument(args, argCount - 1), names);
      if (argCount === 4) step = nodes.call('_?_:_', argument(args, 2), step, nodes.accu());
      const empty = init === 'list' ? nodes.list() : nodes.map();
      const condition = nodes.bool(true);
      return nodes.fold(target, names, nodes.accumulator, empty, condition, step, nodes.accu());
    }),
  );
}

/** The macros with two variables. Source: `ext/comprehensions.go` of cel-go. */
export const TWO_VARIABLE_MACROS: readonly Macro[] = [
  quantifier2('all', all),
  quantifier2('exists', exists),
  quantifier2('existsOne', existsOne),
  quantifier2('exists_one', existsOne),
  ...transformation(
    'transformList',
    (nodes, transform) => nodes.call('_+_', nodes.accu(), nodes.list(transform)),
    'list',
  ),
  ...transformation(
    'transformMap',
    (nodes, transform, [key]) =>
      nodes.call('cel.@mapInsert', nodes.accu(), nodes.ident(key), transform),
    'map',
  ),
  ...transformation(
    'transformMapEntry',
    (nodes, transform) => nodes.call('cel.@mapInsert', nodes.accu(), transform),
    'map',
  ),
];

/** The variable of a fold over nothing, which only gives a name to a value. */
const UNUSED = '#unused';

/** Gives a name to a value in an expression: a fold that never runs. */
function bind(nodes: MacroNodes, name: string, value: () => Expr, expr: Expr): Expr {
  const range = nodes.list();
  return nodes.fold(range, [UNUSED], name, value(), nodes.bool(false), nodes.ident(name), expr);
}

function optional(name: 'optMap' | 'optFlatMap'): Macro {
  return receiverMacro(name, 2, (nodes, target, args) => {
    const variable = argument(args, 0);
    if (variable.kind !== 'ident') {
      return nodes.error(variable, `${name}() variable name must be a simple identifier`);
    }
    const { tooMany } = nodes;
    if (tooMany !== undefined) return tooMany;
    const hasValue = nodes.memberCall('hasValue', target);
    const value = () => nodes.memberCall('value', nodes.again(target));
    const mapped = bind(nodes, variable.name, value, argument(args, 1));
    const present = name === 'optMap' ? nodes.call('optional.of', mapped) : mapped;
    return nodes.call('_?_:_', hasValue, present, nodes.call('optional.none'));
  });
}

/** `opt.optMap(x, transform)`. Source: `cel/library.go` of cel-go. */
export const OPTIONAL_MAP_MACRO: Macro = optional('optMap');

/** `opt.optFlatMap(x, transform)`, whose transform is an optional. */
export const OPTIONAL_FLAT_MAP_MACRO: Macro = optional('optFlatMap');

/** `cel.bind(name, value, expr)`, which no environment of Kubernetes has. Source: `ext/bindings.go` of cel-go. */
export const BIND_MACRO: Macro = receiverMacro('bind', 3, (nodes, target, args) => {
  if (target.kind !== 'ident' || target.name !== 'cel') return undefined;
  const variable = argument(args, 0);
  if (variable.kind !== 'ident') {
    return nodes.error(variable, 'cel.bind() variable names must be simple identifiers');
  }
  return bind(nodes, variable.name, () => argument(args, 1), argument(args, 2));
});
