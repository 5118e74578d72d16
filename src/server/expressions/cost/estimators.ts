import { getOrCompute } from '../../../base/get-or-compute.ts';
import type { Estimators } from '../../../cel/cost/estimator.ts';
import type {
  CallEstimate,
  EstimatedCall,
  FunctionEstimator,
} from '../../../cel/cost/function-cost.ts';
import type { LibraryType } from '../../../cel/library/library.ts';
import { estimateComparison } from '../../../cel/library/standard-operators.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { allLibrariesOf, deviceLibraries } from '../libraries/versioned-libraries.ts';

/** The estimators that are used: all of them, or only the estimators of cel-go and not those of the API server. */
type EstimatorScope = 'all' | 'cel-go';

const tables = new Map<string, Estimators>();

/**
 * The estimators of all functions in a minor, by the id of the overload.
 *
 * Source: `EstimateCallCost` in `pkg/cel/library/cost.go` of the API server.
 */
export function estimatorsOf(minor: Minor, scope: EstimatorScope): Estimators {
  const key = `${minor} ${scope}`;
  return getOrCompute(tables, key, () => createTable(minor, scope));
}

function createTable(minor: Minor, scope: EstimatorScope): Estimators {
  const libraries = [...allLibrariesOf(minor), ...deviceLibraries(minor, 'stored')];
  const table = new Map<string, FunctionEstimator>();
  const overloads = libraries
    .flatMap(({ functions }) => Object.values(functions))
    .flatMap((definitions) => Object.entries(definitions));
  for (const [id, definition] of overloads) {
    const cost = typeof definition === 'string' ? undefined : definition.cost;
    if (cost?.estimate === undefined) continue;
    if (scope === 'all' || cost.definedBy === 'cel-go') table.set(id, cost.estimate);
  }
  if (scope === 'all' && serverHas('library-values-in-costs', minor)) {
    const types = libraries.flatMap((library) => library.types ?? []);
    table.set('equals', equalityEstimator(types));
  }
  return table;
}

/** Estimates `==`, of which the API server has a cost of its own for values of libraries; it has none for `!=`. */
function equalityEstimator(types: readonly LibraryType[]): FunctionEstimator {
  const byName = new Map(types.map((type) => [type.name, type]));
  return (call) => typedEquality(call, byName) ?? estimateComparison(call);
}

function typedEquality(
  { args }: EstimatedCall,
  types: ReadonlyMap<string, LibraryType>,
): CallEstimate | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined) return undefined;
  const { kind, name } = left.type;
  if (name !== right.type.name || (kind !== 'opaque' && kind !== 'struct')) return undefined;
  const cost = types.get(name)?.equalityCost?.(right);
  return cost === undefined ? undefined : { cost };
}
