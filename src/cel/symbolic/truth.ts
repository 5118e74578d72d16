import type { SymbolicInput } from './input.ts';
import type { Scalar } from './shape.ts';
import { UNKNOWN, type Value } from './values.ts';

const BOOLEANS: readonly Scalar[] = [
  { type: 'bool', value: true },
  { type: 'bool', value: false },
];

/** Decides whether a condition is true; an unknown value if it is not a condition. */
export function truthOf(value: Value, input: SymbolicInput): boolean | Value {
  switch (value.kind) {
    case 'zero':
      return false;
    case 'constant':
      return value.value.type === 'bool' ? value.value.value : UNKNOWN;
    case 'input': {
      const { notation } = value.path;
      return input.isEqual(notation, [notation], { type: 'bool', value: true }, BOOLEANS);
    }
    case 'term':
      return input.isTrue(value.notation, value.dependencies);
    default:
      return UNKNOWN;
  }
}
