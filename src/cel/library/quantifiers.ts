import type { Comprehension, Expr } from '../ast.ts';
import type { MacroNodes } from '../parse/macro-nodes.ts';
import {
  iterationVariable,
  iterationVariables,
  type Macro,
  macroArgument,
  receiverMacro,
} from '../parse/macros.ts';

/** The parts of a comprehension that a quantifier expands to. Source: `parser/macro.go` of cel-go. */
type Quantifier = (
  nodes: MacroNodes,
  predicate: Expr,
) => Pick<Comprehension, 'accuInit' | 'loopCondition' | 'loopStep' | 'result'>;

export const all: Quantifier = (nodes, predicate) => ({
  accuInit: nodes.bool(true),
  loopCondition: nodes.call('@not_strictly_false', nodes.accu()),
  loopStep: nodes.call('_&&_', nodes.accu(), predicate),
  result: nodes.accu(),
});

export const exists: Quantifier = (nodes, predicate) => ({
  accuInit: nodes.bool(false),
  loopCondition: nodes.call('@not_strictly_false', nodes.call('!_', nodes.accu())),
  loopStep: nodes.call('_||_', nodes.accu(), predicate),
  result: nodes.accu(),
});

export const existsOne: Quantifier = (nodes, predicate) => ({
  accuInit: nodes.int(0n),
  loopCondition: nodes.bool(true),
  loopStep: nodes.call(
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
    const parts = quantifier(nodes, macroArgument(args, 1));
    return nodes.fold({ iterRange: target, iterVars: [variable], ...parts });
  });
}

/** The macro `range.name(i, x, predicate)`. */
export function twoVariableQuantifierMacro(name: string, quantifier: Quantifier): Macro {
  return receiverMacro(name, 3, (nodes, target, args) => {
    const variables = iterationVariables(nodes, args);
    if ('kind' in variables) return variables;
    const parts = quantifier(nodes, macroArgument(args, 2));
    return nodes.fold({ iterRange: target, iterVars: variables, ...parts });
  });
}
