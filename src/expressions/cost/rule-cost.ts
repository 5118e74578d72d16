import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { type CostEstimate, estimateCost } from '../../cel/cost/estimator.ts';
import { extensionCosts } from '../../cel/cost/extension-costs.ts';
import type { Path } from '../../cel/cost/path.ts';
import type { DeclaredSize } from '../../cel/cost/size-tracker.ts';
import { TrackedSizes } from '../../cel/cost/tracked-sizes.ts';
import { UntrackedSizes } from '../../cel/cost/untracked-sizes.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { SchemaType } from '../types/schema-types.ts';
import { functionCosts } from './functions.ts';

/** The most bytes of a request; what has no limit is as large as fits into one. */
export const MOST_REQUEST_BYTES = 3 * 1024 * 1024;

/** Estimates what one evaluation costs at most in a release of Kubernetes. */
export function expressionCost(
  checked: CheckedAst,
  minor: Minor,
  declared: DeclaredSize,
): CostEstimate {
  const sizes = serverHas('tracked-sizes-in-costs', minor)
    ? new TrackedSizes(checked, declared)
    : new UntrackedSizes(checked, declared, !serverHas('unknown-message-sizes-in-costs', minor));
  return estimateCost(checked, sizes, functionCosts(minor));
}

/**
 * What one evaluation costs at most where all lists, maps and texts have a given size: a measure for
 * expressions about which the server estimates nothing before it evaluates them.
 */
export function costAtSize(checked: CheckedAst, minor: Minor, size: number): bigint {
  const max = BigInt(size);
  const sizes = new TrackedSizes(checked, () => max, { min: 0n, max });
  // Until 1.31 only the language's own functions are counted there.
  const isStrict = serverHas('strict-policy-costs', minor);
  const functions = isStrict
    ? functionCosts(minor)
    : { byOverload: extensionCosts(), byName: new Map() };
  return estimateCost(checked, sizes, functions).cost;
}

/** A text, list or map below a rule whose size counts for what the rule costs. */
export interface UsedSize {
  readonly type: SchemaType;
  /** From the schema with the rule: names of fields as in expressions, `@items` and `@values`. */
  readonly path: readonly string[];
}

/** What one evaluation of a rule costs, and which sizes below the rule it depends on, by their paths. */
export interface RuleCost extends CostEstimate {
  readonly used: ReadonlyMap<string, UsedSize>;
}

/**
 * Estimates what one evaluation of a rule costs at most, from the schema that it stands at.
 *
 * Source: `sizeEstimator` in `pkg/apiserver/schema/cel/compilation.go` of apiextensions-apiserver.
 *
 * @param bounds other sizes than the schema gives, by paths as in {@link RuleCost.used}
 */
export function ruleCost(
  checked: CheckedAst,
  minor: Minor,
  self: SchemaType,
  bounds?: ReadonlyMap<string, number>,
): RuleCost {
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

/** The keys of maps have no size. */
function typeAt(self: SchemaType, { memory, length }: Path): SchemaType | 'key' | undefined {
  let type: SchemaType | 'key' | undefined = self;
  // The first name is that of the variable; all variables are measured with the schema of self.
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
  return size >= 2 ** 64 ? 2n ** 64n - 1n : BigInt(size);
}

/**
 * How often something of a size fits into a request: the number of evaluations of a rule below a list or
 * map without a limit.
 */
export function mostInRequest({ minSerializedSize }: SchemaType): bigint {
  return BigInt(Math.trunc(MOST_REQUEST_BYTES / (minSerializedSize + 1)));
}
