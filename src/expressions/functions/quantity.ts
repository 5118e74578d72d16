import {
  constantCost,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  TypeValue,
  type Value,
} from '../../cel/values/value.ts';
import { quantityError, ResourceQuantity } from '../../kubernetes/formats/resource-quantity.ts';

const QUANTITY_TYPE = new TypeValue('kubernetes.Quantity');

/** A quantity. It may change its form when it is compared, see {@link ResourceQuantity}. */
export class QuantityValue extends OpaqueValue {
  readonly type = QUANTITY_TYPE;
  readonly quantity: ResourceQuantity;
  /** Whether a function computed it; the server cannot compare anything to such a quantity. */
  readonly isComputed: boolean;

  constructor(quantity: ResourceQuantity, isComputed = false) {
    super();
    this.quantity = quantity;
    this.isComputed = isComputed;
  }

  override equals(other: Value): boolean | ErrorValue {
    return other instanceof QuantityValue && !other.isComputed
      ? this.quantity.equals(other.quantity)
      : noSuchOverload();
  }

  override toString(): string {
    return this.quantity.toString();
  }
}

/** Reads a quantity as `quantity("...")` does. */
export function readQuantity(text: string): QuantityValue | ErrorValue {
  const quantity = ResourceQuantity.parse(text);
  return quantity === undefined
    ? new ErrorValue(quantityError(text) ?? '')
    : new QuantityValue(quantity);
}

function computed(quantity: ResourceQuantity): QuantityValue {
  return new QuantityValue(quantity, true);
}

const nominal = constantCost(1);

/** Source: `library/quantity.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export const QUANTITY_IMPLEMENTATIONS: Implementations = {
  string_to_quantity: implement(['string'], readQuantity, ([text = null]) =>
    traversal(costSize(text)),
  ),
  is_quantity_string: implement(
    ['string'],
    (text) => quantityError(text) === undefined,
    ([text = null]) => traversal(costSize(text)),
  ),
  quantity_sign: implement([QuantityValue], ({ quantity }) => BigInt(quantity.sign()), nominal),
  quantity_is_greater_than: implement(
    [QuantityValue, QuantityValue],
    (a, b) => a.quantity.compareTo(b.quantity) === 1,
    nominal,
  ),
  quantity_is_less_than: implement(
    [QuantityValue, QuantityValue],
    (a, b) => a.quantity.compareTo(b.quantity) === -1,
    nominal,
  ),
  quantity_compare_to: implement(
    [QuantityValue, QuantityValue],
    (a, b) => BigInt(a.quantity.compareTo(b.quantity)),
    nominal,
  ),
  quantity_get_float: implement([QuantityValue], ({ quantity }) => quantity.toDouble(), nominal),
  quantity_get_int: implement(
    [QuantityValue],
    ({ quantity }) => quantity.toInteger() ?? new ErrorValue('cannot convert value to integer'),
    nominal,
  ),
  quantity_is_integer: implement(
    [QuantityValue],
    ({ quantity }) => quantity.toInteger() !== undefined,
    nominal,
  ),
  quantity_add: implement(
    [QuantityValue, QuantityValue],
    (a, b) => computed(a.quantity.plus(b.quantity)),
    nominal,
  ),
  quantity_add_int: implement(
    [QuantityValue, 'int'],
    (a, b) => computed(a.quantity.plus(ResourceQuantity.fromInteger(b))),
    nominal,
  ),
  quantity_sub: implement(
    [QuantityValue, QuantityValue],
    (a, b) => computed(a.quantity.minus(b.quantity)),
    nominal,
  ),
  quantity_sub_int: implement(
    [QuantityValue, 'int'],
    (a, b) => computed(a.quantity.minus(ResourceQuantity.fromInteger(b))),
    nominal,
  ),
};
