import type { Expr } from '../ast.ts';
import type { MacroNodes } from '../parse/macro-nodes.ts';
import { iterationVariables, type Macro, macroArgument, receiverMacro } from '../parse/macros.ts';
import { EntryMap, GrowingMap } from '../values/collections.ts';
import { goFormat } from '../values/go-format.ts';
import { ErrorValue, type MapValue, type Result, type Value } from '../values/value.ts';
import { implement } from './implement.ts';
import type { Library } from './library.ts';
import { all, exists, existsOne, twoVariableQuantifierMacro } from './quantifiers.ts';

/** Macros with two iteration variables. Source: `ext/comprehensions.go` and `common/types/map.go` of cel-go. */
export function twoVariableComprehensions(): Library {
  return {
    name: 'cel.lib.ext.comprev2',
    macros: [
      twoVariableQuantifierMacro('all', all),
      twoVariableQuantifierMacro('exists', exists),
      twoVariableQuantifierMacro('existsOne', existsOne),
      twoVariableQuantifierMacro('exists_one', existsOne),
      ...transformMacros(
        'transformList',
        (nodes) => nodes.list(),
        (nodes, transform) => nodes.call('_+_', nodes.accu(), nodes.list(transform)),
      ),
      ...transformMacros(
        'transformMap',
        (nodes) => nodes.map(),
        (nodes, transform, [key]) =>
          nodes.call('cel.@mapInsert', nodes.accu(), nodes.ident(key), transform),
      ),
      ...transformMacros(
        'transformMapEntry',
        (nodes) => nodes.map(),
        (nodes, transform) => nodes.call('cel.@mapInsert', nodes.accu(), transform),
      ),
    ],
    functions: {
      'cel.@mapInsert': {
        '@mapInsert_map_key_value': {
          signature: '(map(K, V), K, V) -> map(K, V)',
          binding: implement(['map', 'any', 'any'], insert),
        },
        '@mapInsert_map_map': {
          signature: '(map(K, V), map(K, V)) -> map(K, V)',
          binding: implement(['map', 'map'], insertAll),
        },
      },
    },
  };
}

/** `range.name(i, x, transform)` and `range.name(i, x, predicate, transform)`. */
function transformMacros(
  name: string,
  init: (nodes: MacroNodes) => Expr,
  insertion: (nodes: MacroNodes, transform: Expr, variables: readonly [string, string]) => Expr,
): readonly Macro[] {
  return [3, 4].map((argCount) =>
    receiverMacro(name, argCount, (nodes, target, args) => {
      const iterVars = iterationVariables(nodes, args);
      if ('kind' in iterVars) return iterVars;
      let loopStep = insertion(nodes, macroArgument(args, argCount - 1), iterVars);
      if (argCount === 4) {
        loopStep = nodes.call('_?_:_', macroArgument(args, 2), loopStep, nodes.accu());
      }
      const accuInit = init(nodes);
      const loopCondition = nodes.bool(true);
      return nodes.fold({ iterRange: target, iterVars, accuInit, loopCondition, loopStep });
    }),
  );
}

function insert(map: MapValue, key: Value, value: Value): MapValue | ErrorValue {
  if (map.find(key) !== undefined) {
    return new ErrorValue(`insert failed: key ${goFormat(key)} already exists`);
  }
  // The accumulator of a comprehension is not shared yet, so that it can be changed.
  const target = map instanceof GrowingMap ? map : copyOf(map);
  if (target instanceof ErrorValue) return target;
  target.set(key, value);
  return target;
}

function insertAll(map: MapValue, entries: MapValue): Result {
  let result = map;
  for (const key of entries.keys()) {
    const value = entries.find(key) ?? null;
    if (value instanceof ErrorValue) return value;
    const inserted = insert(result, key, value);
    if (inserted instanceof ErrorValue) return inserted;
    result = inserted;
  }
  return result;
}

function copyOf(map: MapValue): EntryMap | ErrorValue {
  const copy = new EntryMap();
  for (const key of map.keys()) {
    const value = map.find(key) ?? null;
    if (value instanceof ErrorValue) return value;
    copy.set(key, value);
  }
  return copy;
}
