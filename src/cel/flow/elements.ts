import { mapElements } from './map-keys.ts';
import type { Place } from './place.ts';
import { type Element, int, type Value } from './values.ts';
import type { World } from './world.ts';

/** What a macro goes through; undefined where that is not known. */
export function elementsOf(range: Value, world: World): readonly Element[] | undefined {
  switch (range.kind) {
    case 'zero':
      return [];
    case 'list':
      return range.elements.map((value, index) => listElement(index, value));
    case 'map':
      return range.entries.map(([key, value]) => [{ single: key, index: key }, value]);
    case 'input':
      return world.isNull(range.place, false) ? undefined : inputElements(range.place, world);
    case 'term': {
      const { text, leaves } = range;
      return repeat(world.size(text), (index) =>
        listElement(index, { kind: 'term', text: `${text}[${index}]`, leaves }),
      );
    }
    default:
      return undefined;
  }
}

function inputElements(place: Place, world: World): readonly Element[] {
  const { text, shape } = place;
  const size = world.size(text, shape.fewest, shape.most);
  if (shape.kind === 'map') return mapElements(place, size, world);
  return repeat(size, (index) =>
    listElement(index, { kind: 'input', place: place.element(String(index), 'always') }),
  );
}

function listElement(index: number, value: Value): Element {
  return [{ single: value, index: int(index) }, value];
}

function repeat(count: number, make: (index: number) => Element): readonly Element[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
