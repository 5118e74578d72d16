import { UINT64_MAX } from '../../../base/go/integers.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { type CostEstimate, estimateCost } from '../../../cel/cost/estimator.ts';

import type { Path } from '../../../cel/cost/path.ts';
import type { DeclaredSize } from '../../../cel/cost/size-tracker.ts';
import { TrackedSizes } from '../../../cel/cost/tracked-sizes.ts';
import { UntrackedSizes } from '../../../cel/cost/untracked-sizes.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { MAX_REQUEST_BYTES, type SchemaType } from '../types/schema-types.ts';
import { estimatorsOf } from './estimators.ts';

/** Estimates the most that one evaluation costs in a minor. */
export function expressionCost(
  checked: CheckedAst,
  minor: Minor,
  declared: DeclaredSize,
): CostEstimate {
  const sizes = serverHas('tracked-sizes-in-costs', minor)
    ? new TrackedSizes(checked, declared)
    : new UntrackedSizes(checked, declared, !serverHas('unknown-message-sizes-in-costs', minor));
  return estimateCost(checked, sizes, estimatorsOf(minor, 'all'));
}

/**
 * The most that one evaluation costs if all lists, maps and strings have a given size: a measure for expressions whose
 * cost the server does not estimate before it evaluates them.
 */
export function costAtSize(checked: CheckedAst, minor: Minor, size: number): bigint {
  const max = BigInt(size);
  const sizes = new TrackedSizes(checked, () => max, { min: 0n, max });
  // Until 1.31, only the costs of cel-go count for admission policies and webhooks.
  const isStrict = serverHas('strict-policy-costs', minor);
  return estimateCost(checked, sizes, estimatorsOf(minor, isStrict ? 'all' : 'cel-go')).cost;
}

/** A string, list or map within `self` whose size the cost of a validation rule depends on. */
export interface UsedSize {
  readonly type: SchemaType;
  /** The path from `self`: names of fields as expressions write them, `@items` and `@values`. */
  readonly path: readonly string[];
}

/** The cost of one evaluation of a validation rule, and the sizes that it depends on, by their paths. */
export interface ValidationRuleCost extends CostEstimate {
  readonly used: ReadonlyMap<string, UsedSize>;
}

/**
 * Estimates the most that one evaluation of a validation rule costs.
 *
 * Source: `sizeEstimator` in `pkg/apiserver/schema/cel/compilation.go` of apiextensions-apiserver.
 *
 * @param self the type of the schema that has the rule
 * @param bounds other limits than those of the schema, by paths as in {@link ValidationRuleCost.used}
 */
export function validationRuleCost(
  checked: CheckedAst,
  minor: Minor,
  self: SchemaType,
  bounds?: ReadonlyMap<string, number>,
): ValidationRuleCost {
  const used = new Map<string, UsedSize>();
  const estimate = expressionCost(checked, minor, (path) => {
    const type = typeAt(self, path);
    if (type === undefined) return undefined;
    if (type === 'key' || type.maxElements === 0) return 0n;
    const steps = path.memory.slice(1, path.length);
    const key = steps.join('/');
    if (!used.has(key)) used.set(key, { type, path: steps });
    return uint64(bounds?.get(key) ?? type.maxElements);
  });
  return { ...estimate, used };
}

/** The type at a path; `key` for the keys of maps, which have no size. */
function typeAt(self: SchemaType, { memory, length }: Path): SchemaType | 'key' | undefined {
  let type: SchemaType | 'key' | undefined = self;
  // The first name is that of the variable. The server uses the schema of self for all variables.
  for (let index = 1; index < length; index++) {
    if (type === undefined || type === 'key') return undefined;
    const step: string = memory[index] ?? '';
    if (step === '@items' || step === '@values') {
      type = type.kind === 'list' || type.kind === 'map' ? type.element : undefined;
    } else if (step === '@keys') {
      type = type.kind === 'map' ? 'key' : undefined;
    } else {
      type = type.kind === 'object' ? type.fields.get(step) : undefined;
    }
  }
  return type;
}

function uint64(size: number): bigint {
  return size >= 2 ** 64 ? UINT64_MAX : BigInt(size);
}

/**
 * The number of values of a type that fit into a request. It is the number of evaluations of a validation rule below a
 * list or map without a limit.
 */
export function maxCountInRequest({ minSerializedSize }: SchemaType): bigint {
  return BigInt(Math.trunc(MAX_REQUEST_BYTES / (minSerializedSize + 1)));
}
