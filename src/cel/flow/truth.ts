import { type Scalar, UNKNOWN, type Value } from './values.ts';
import type { World } from './world.ts';

const BOOLEANS: readonly Scalar[] = [
  { type: 'bool', value: true },
  { type: 'bool', value: false },
];

/** How a condition turns out; something else where it is none, or nothing is known of it. */
export function truthOf(value: Value, world: World): boolean | Value {
  switch (value.kind) {
    case 'zero':
      return false;
    case 'constant':
      return value.value.type === 'bool' ? value.value.value : UNKNOWN;
    case 'input': {
      const { text } = value.place;
      return world.isEqual(text, [text], { type: 'bool', value: true }, BOOLEANS);
    }
    case 'term':
      return world.isTrue(value.text, value.leaves);
    default:
      return UNKNOWN;
  }
}
