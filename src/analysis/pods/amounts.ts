import type { Field } from '../../rule/field.ts';
import { qualifiedNameProblems } from '../../server/kubernetes/formats/qualified-name.ts';
import { quantityProblem } from '../../server/kubernetes/formats/quantity.ts';
import {
  compareQuantities,
  parseQuantity,
  type QuantityValue,
  roundUpToMilli,
  signOfQuantity,
  toInt64,
} from '../../server/kubernetes/formats/quantity-value.ts';
import type { Quantity, ResourceRequirements } from '../../server/kubernetes/types.generated.ts';
import {
  canBeOvercommitted,
  isCountedResource,
  isHugePages,
  isStandardResource,
} from '../quota/resource-names.ts';

/** An amount of a resource in `limits` or `requests`. */
export interface ResourceAmount {
  readonly name: string;
  readonly field: Field<Quantity>;
  /** The amount as the server compares it, rounded up to thousandths. */
  readonly amount: QuantityValue;
}

/** The amounts of a map of resources. Quantities that the decoder refuses are left out. */
export function amountsIn(
  map: Field<{ readonly [key: string]: Quantity } | undefined>,
): readonly ResourceAmount[] {
  return map.entries().flatMap(({ key, field }) => {
    if (field.value === undefined) return [];
    return [{ name: key, field, amount: roundUpToMilli(parseQuantity(field.value)) }];
  });
}

/**
 * The error of the name of a resource of a pod as a whole, as a clause. Undefined for a valid name, of which the server
 * supports only some.
 *
 * Source: `validateResourceName` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function podResourceProblem(name: string): string | undefined {
  const [problem] = qualifiedNameProblems(name);
  if (problem !== undefined || name.includes('/') || isStandardResource(name)) return problem;
  return 'the server knows no such resource';
}

/**
 * The error of an amount of a resource, as a clause. Undefined for a valid amount.
 *
 * Source: `ValidateResourceQuantityValue` and `validateResourceQuantityHugePageValue` in
 * `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function amountProblem({ name, amount }: ResourceAmount): string | undefined {
  if (signOfQuantity(amount) < 0) return 'it must not be negative';
  if (isCountedResource(name) && toInt64(amount, 'thousandths') % 1000n !== 0n) {
    return 'it must be an integer';
  }
  return isHugePages(name) && !isMultipleOfPages(name, amount)
    ? 'it must be a multiple of the size of the pages in the name'
    : undefined;
}

function isMultipleOfPages(name: string, amount: QuantityValue): boolean {
  const size = name.slice(name.indexOf('-') + 1);
  if (quantityProblem(size) !== undefined || size.trim() !== size) return false;
  const page = parseQuantity(size);
  if (signOfQuantity(page) <= 0 || toInt64(page, 'thousandths') % 1000n !== 0n) return false;
  const units = toInt64(page, 'units');
  return units !== 0n && toInt64(amount, 'units') % units === 0n;
}

/** The error of the request for a resource, in view of its limit. */
interface RequestProblem {
  readonly kind: 'over' | 'unequal' | 'unlimited';
  readonly request: ResourceAmount;
  readonly limit: Quantity | undefined;
}

/**
 * The requests that the server refuses because of the limits: those above their limit; and, of resources that cannot be
 * overcommitted, those that are not equal to a limit.
 *
 * Source: `validateResourceRequirements` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 *
 * @param completed the limits with those that the server adds, if there are any
 */
export function requestProblems(
  resources: Field<ResourceRequirements | undefined>,
  completed: ResourceRequirements['limits'] = {},
): readonly RequestProblem[] {
  const limits = new Map(Object.entries({ ...completed, ...resources.get('limits').value }));
  return amountsIn(resources.get('requests')).flatMap((request): readonly RequestProblem[] => {
    const limit = limits.get(request.name);
    const isFlexible = canBeOvercommitted(request.name);
    if (limit === undefined) return isFlexible ? [] : [{ kind: 'unlimited', request, limit }];
    const order = compareQuantities(request.amount, roundUpToMilli(parseQuantity(limit)));
    if (order !== 0 && !isFlexible) return [{ kind: 'unequal', request, limit }];
    return order > 0 ? [{ kind: 'over', request, limit }] : [];
  });
}
