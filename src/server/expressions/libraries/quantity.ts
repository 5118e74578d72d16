import { implement } from '../../../cel/library/implement.ts';
import type { Library } from '../../../cel/library/library.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import { quantityError, ResourceQuantity } from '../../kubernetes/formats/resource-quantity.ts';
import { PARSE_COST } from './parse-cost.ts';

const QUANTITY_TYPE = new TypeValue('kubernetes.Quantity');

/** A quantity. A comparison may change its internal form, see {@link ResourceQuantity}. */
class QuantityValue extends OpaqueValue {
  readonly type = QUANTITY_TYPE;
  override readonly goType = 'cel.Quantity';
  readonly quantity: ResourceQuantity;
  /** True if the quantity is the result of a function. The server cannot compare such a quantity with `==`. */
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

/** Differences between the versions of the library. */
interface QuantityOptions {
  /** True if `add` and `sub` do not change the quantity that they are called on. */
  readonly keepsReceivers: boolean;
}

/** Quantities. Source: `library/quantity.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server. */
export function quantityLibrary({ keepsReceivers }: QuantityOptions): Library {
  const receiverOf = ({ quantity }: QuantityValue) => (keepsReceivers ? quantity.copy() : quantity);
  return {
    name: 'kubernetes.quantity',
    types: [{ name: QUANTITY_TYPE.name, equalityCost: () => 1n }],
    functions: {
      add: {
        quantity_add: {
          signature: 'kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity',
          binding: implement([QuantityValue, QuantityValue], (a, b) =>
            computed(receiverOf(a).plus(b.quantity)),
          ),
        },
        quantity_add_int: {
          signature: 'kubernetes.Quantity.(int) -> kubernetes.Quantity',
          binding: implement([QuantityValue, 'int'], (a, b) =>
            computed(receiverOf(a).plus(ResourceQuantity.fromInteger(b))),
          ),
        },
      },
      asApproximateFloat: {
        quantity_get_float: {
          signature: 'kubernetes.Quantity.() -> double',
          binding: implement([QuantityValue], ({ quantity }) => quantity.toDouble()),
        },
      },
      asInteger: {
        quantity_get_int: {
          signature: 'kubernetes.Quantity.() -> int',
          binding: implement(
            [QuantityValue],
            ({ quantity }) =>
              quantity.toInteger() ?? new ErrorValue('cannot convert value to integer'),
          ),
        },
      },
      compareTo: {
        quantity_compare_to: {
          signature: 'kubernetes.Quantity.(kubernetes.Quantity) -> int',
          binding: implement([QuantityValue, QuantityValue], (a, b) =>
            BigInt(a.quantity.compareTo(b.quantity)),
          ),
        },
      },
      isGreaterThan: {
        quantity_is_greater_than: {
          signature: 'kubernetes.Quantity.(kubernetes.Quantity) -> bool',
          binding: implement(
            [QuantityValue, QuantityValue],
            (a, b) => a.quantity.compareTo(b.quantity) === 1,
          ),
        },
      },
      isInteger: {
        quantity_is_integer: {
          signature: 'kubernetes.Quantity.() -> bool',
          binding: implement([QuantityValue], ({ quantity }) => quantity.toInteger() !== undefined),
        },
      },
      isLessThan: {
        quantity_is_less_than: {
          signature: 'kubernetes.Quantity.(kubernetes.Quantity) -> bool',
          binding: implement(
            [QuantityValue, QuantityValue],
            (a, b) => a.quantity.compareTo(b.quantity) === -1,
          ),
        },
      },
      isQuantity: {
        is_quantity_string: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => quantityError(value) === undefined),
          cost: PARSE_COST,
        },
      },
      quantity: {
        string_to_quantity: {
          signature: '(string) -> kubernetes.Quantity',
          binding: implement(['string'], parseQuantity),
          cost: PARSE_COST,
          parseLiteral: parseQuantity,
        },
      },
      sign: {
        quantity_sign: {
          signature: '(kubernetes.Quantity) -> int',
          binding: implement([QuantityValue], ({ quantity }) => BigInt(quantity.sign())),
        },
      },
      sub: {
        quantity_sub: {
          signature: 'kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity',
          binding: implement([QuantityValue, QuantityValue], (a, b) =>
            computed(receiverOf(a).minus(b.quantity)),
          ),
        },
        quantity_sub_int: {
          signature: 'kubernetes.Quantity.(int) -> kubernetes.Quantity',
          binding: implement([QuantityValue, 'int'], (a, b) =>
            computed(receiverOf(a).minus(ResourceQuantity.fromInteger(b))),
          ),
        },
      },
    },
  };
}

/** `quantity("...")`. */
function parseQuantity(value: string): QuantityValue | ErrorValue {
  const quantity = ResourceQuantity.parse(value);
  return quantity === undefined
    ? new ErrorValue(quantityError(value) ?? '')
    : new QuantityValue(quantity);
}

function computed(quantity: ResourceQuantity): QuantityValue {
  return new QuantityValue(quantity, true);
}
