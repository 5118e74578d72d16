import { costSize } from '../../values/size.ts';
import { ErrorValue, type ListValue, type Result, type Value } from '../../values/value.ts';
import {
  type CallCost,
  type Implementation,
  type Implementations,
  implement,
} from '../implementations.ts';
import { isIn } from '../standard/comparison.ts';

/** Source: `ext/sets.go` of cel-go. */
export const SET_IMPLEMENTATIONS: Implementations = {
  list_sets_contains_list: overload(contains, 1),
  list_sets_equivalent_list: overload((a, b) => {
    const isWithin = contains(a, b);
    return isWithin === true ? contains(b, a) : isWithin;
  }, 2),
  list_sets_intersects_list: overload(intersects, 1),
};

function overload(call: (a: ListValue, b: ListValue) => Result, factor: number): Implementation {
  const cost: CallCost = ([a = null, b = null]) => 1 + costSize(a) * costSize(b) * factor;
  return {
    ...implement(['list', 'list'], call, cost),
    isCostOfOverload: true,
    isCostKnownBefore: true,
  };
}

function contains(list: ListValue, part: ListValue): Result {
  const isElement = lookUp(list);
  for (const element of part) {
    if (element instanceof ErrorValue) return element;
    const found = isElement(element);
    if (found !== true) return found;
  }
  return true;
}

function intersects(a: ListValue, b: ListValue): Result {
  const isElement = lookUp(b);
  for (const element of a) {
    if (!(element instanceof ErrorValue) && isElement(element) === true) return true;
  }
  return false;
}

/** Lists of texts are looked up, others gone through. */
function lookUp(list: ListValue): (value: Value) => Result {
  const texts = new Set<Value>();
  for (const element of list) {
    if (typeof element !== 'string') return (value) => isIn(value, list);
    texts.add(element);
  }
  return (value) =>
    list.isStrict && typeof value !== 'string' ? isIn(value, list) : texts.has(value);
}
