import { iterationVariable, type Macro, macroArgument, receiverMacro } from '../parse/macros.ts';
import { all, exists, existsOne, quantifierMacro } from './quantifiers.ts';

const has: Macro = {
  name: 'has',
  argCount: 1,
  receiver: false,
  expand: (nodes, args) => {
    const arg = macroArgument(args, 0);
    if (arg.kind !== 'select') return nodes.error(arg, 'invalid argument to has() macro');
    return nodes.presenceTest(arg.operand, arg.field);
  },
};

/** `range.map(x, transform)`, or with three arguments `range.map(x, predicate, transform)`. */
export function mapMacro(argCount: 2 | 3): Macro {
  return receiverMacro('map', argCount, (nodes, target, args) => {
    const variable = iterationVariable(
      nodes,
      macroArgument(args, 0),
      'argument is not an identifier',
    );
    if (typeof variable !== 'string') return variable;
    const accuInit = nodes.list();
    const loopCondition = nodes.bool(true);
    let loopStep = nodes.call('_+_', nodes.accu(), nodes.list(macroArgument(args, argCount - 1)));
    if (argCount === 3) {
      loopStep = nodes.call('_?_:_', macroArgument(args, 1), loopStep, nodes.accu());
    }
    return nodes.fold({
      iterRange: target,
      iterVars: [variable],
      accuInit,
      loopCondition,
      loopStep,
    });
  });
}

const filter = receiverMacro('filter', 2, (nodes, target, args) => {
  const element = macroArgument(args, 0);
  const variable = iterationVariable(nodes, element, 'argument is not an identifier');
  if (typeof variable !== 'string') return variable;
  const accuInit = nodes.list();
  const loopCondition = nodes.bool(true);
  const added = nodes.call('_+_', nodes.accu(), nodes.list(element));
  const loopStep = nodes.call('_?_:_', macroArgument(args, 1), added, nodes.accu());
  return nodes.fold({ iterRange: target, iterVars: [variable], accuInit, loopCondition, loopStep });
});

/** The macros of the standard library. Source: `parser/macro.go` of cel-go. */
export const STANDARD_MACROS: readonly Macro[] = [
  has,
  quantifierMacro('all', all),
  quantifierMacro('exists', exists),
  quantifierMacro('exists_one', existsOne),
  mapMacro(2),
  mapMacro(3),
  filter,
];
