import { bindVariable, macroArgument, receiverMacro } from '../parse/macros.ts';
import type { Library } from './library.ts';

/** The macro `cel.bind(name, value, result)`, which names a value. Source: `ext/bindings.go` of cel-go. */
export function bindingsLibrary(): Library {
  return {
    name: 'cel.lib.ext.cel.bindings',
    functions: {},
    macros: [
      receiverMacro('bind', 3, (nodes, target, args) => {
        if (target.kind !== 'ident' || target.name !== 'cel') return undefined;
        const variable = macroArgument(args, 0);
        if (variable.kind !== 'ident') {
          return nodes.error(variable, 'cel.bind() variable names must be simple identifiers');
        }
        const { name } = variable;
        const value = () => macroArgument(args, 1);
        return bindVariable(nodes, { name, value }, macroArgument(args, 2));
      }),
    ],
  };
}
