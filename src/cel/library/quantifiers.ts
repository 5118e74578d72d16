import type { Expr } from '../ast.ts';
import type { MacroNodes } from '../parse/macro-nodes.ts';
import {
  iterationVariable,
  iterationVariables,
  type Macro,
  macroArgument,
  receiverMacro,
} from '../parse/macros.ts';

/** The parts of a comprehension that a quantifier expands to. Source: `parser/macro.go` of cel-go. */
export type Quantifier = (
  nodes: MacroNodes,
  predicate: Expr,
) => { readonly init: Expr; readonly condition: Expr; readonly step: Expr; readonly result: Expr };

export const all: Quantifier = (nodes, predicate) => ({
  init: nodes.bool(true),
  condition: nodes.call('@not_strictly_false', nodes.accu()),
  step: nodes.call('_&&_', nodes.accu(), predicate),
  result: nodes.accu(),
});

export const exists: Quantifier = (nodes, predicate) => ({
  init: nodes.bool(false),
  condition: nodes.call('@not_strictly_false', nodes.call('!_', nodes.accu())),
  step: nodes.call('_||_', nodes.accu(), predicate),
  result: nodes.accu(),
});

export const existsOne: Quantifier = (nodes, predicate) => ({
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

/** The macro `range.name(x, predicate)`. */
export function quantifierMacro(name: string, quantifier: Quantifier): Macro {
  return receiverMacro(name, 2, (nodes, target, args) => {
    const variable = iterationVariable(
      nodes,
      macroArgument(args, 0),
      'argument must be a simple name',
    );
    if (typeof variable !== 'string') return variable;
    const { init, condition, step, result } = quantifier(nodes, macroArgument(args, 1));
    return nodes.fold(target, [variable], nodes.accumulator, init, condition, step, result);
  });
}

/** The macro `range.name(i, x, predicate)`. */
export function twoVariableQuantifierMacro(name: string, quantifier: Quantifier): Macro {
  return receiverMacro(name, 3, (nodes, target, args) => {
    const variables = iterationVariables(nodes, args);
    if ('kind' in variables) return variables;
    const { init, condition, step, result } = quantifier(nodes, macroArgument(args, 2));
    return nodes.fold(target, variables, nodes.accumulator, init, condition, step, result);
  });
}
