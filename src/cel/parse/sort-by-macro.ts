import { type Macro, STANDARD_MACROS } from './macros.ts';

const INPUT = '@__sortBy_input__';

/** What lists can be: a constant, a map or a message cannot be sorted. */
const SORTABLE: ReadonlySet<string> = new Set(['list', 'select', 'ident', 'comprehension', 'call']);

const MAP = STANDARD_MACROS.find(({ name, argCount }) => name === 'map' && argCount === 2);

/** `list.sortBy(x, key)`: a call of a hidden function with the keys. Source: `ext/lists.go` of cel-go. */
export const SORT_BY_MACRO: Macro = {
  name: 'sortBy',
  argCount: 2,
  receiver: true,
  expand: (nodes, args, target) => {
    if (target === undefined || MAP === undefined) return undefined;
    const input = nodes.ident(INPUT);
    if (!SORTABLE.has(target.kind)) {
      return nodes.error(
        target,
        'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      );
    }
    const keys = MAP.expand(nodes, args, nodes.copy(input));
    if (keys === undefined || keys.kind === 'error') return keys;
    const call = nodes.memberCall('@sortByAssociatedKeys', nodes.copy(input));
    const sorted = call.kind === 'call' ? { ...call, args: [keys] } : call;
    const range = nodes.list();
    return nodes.fold(range, ['#unused'], INPUT, target, nodes.bool(false), input, sorted);
  },
};
