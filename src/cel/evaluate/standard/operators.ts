import {
  Duration,
  ListValue,
  noSuchOverload,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from '../../values/value.ts';
import { add, divide, modulo, multiply, negate, subtract } from './arithmetic.ts';
import { comparison, isIn } from './comparison.ts';
import { matchesWith, type PatternMatcher, size, type } from './functions.ts';

/** A function that has one implementation for all its overloads. */
export interface Operator {
  /** Whether it may stand for something with this first operand. */
  readonly takes: (first: Value) => boolean;
  readonly call: (first: Value, second: Value) => Result;
}

const isAny = () => true;
const isNumber = (value: Value) =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint;
const isTime = (value: Value) => value instanceof Duration || value instanceof Timestamp;
const isText = (value: Value) => typeof value === 'string' || value instanceof Uint8Array;
const isAdder = (value: Value) =>
  isNumber(value) || isTime(value) || isText(value) || value instanceof ListValue;
const isOrdered = (value: Value) =>
  isNumber(value) || isTime(value) || isText(value) || typeof value === 'boolean';

/** The operators, and the functions that are built like them. Source: the singletons in `common/stdlib/standard.go` of cel-go. */
export function operators(matcher: PatternMatcher): ReadonlyMap<string, Operator> {
  const less = { takes: isOrdered, call: comparison(-1) };
  const isContained: Operator = { takes: isAny, call: isIn };
  return new Map<string, Operator>([
    ['_+_', { takes: isAdder, call: add }],
    ['_-_', { takes: (value) => isNumber(value) || isTime(value), call: subtract }],
    ['_*_', { takes: isNumber, call: multiply }],
    ['_/_', { takes: isNumber, call: divide }],
    ['_%_', { takes: (value) => isNumber(value) && typeof value !== 'number', call: modulo }],
    ['-_', { takes: isNegatable, call: negate }],
    ['!_', { takes: isAny, call: not }],
    ['_<_', less],
    ['_<=_', { takes: isOrdered, call: comparison(-1, 0) }],
    ['_>_', { takes: isOrdered, call: comparison(1) }],
    ['_>=_', { takes: isOrdered, call: comparison(1, 0) }],
    ['@in', isContained],
    ['_in_', isContained],
    ['in', isContained],
    ['matches', { takes: (value) => typeof value === 'string', call: matchesWith(matcher) }],
    ['size', { takes: isAny, call: size }],
    ['type', { takes: isAny, call: type }],
    ['dyn', { takes: isAny, call: (value) => value }],
  ]);
}

function not(value: Value): Result {
  return typeof value === 'boolean' ? !value : noSuchOverload();
}

function isNegatable(value: Value): boolean {
  if (value instanceof Uint) return false;
  return isNumber(value) || value instanceof Duration || typeof value === 'boolean';
}
