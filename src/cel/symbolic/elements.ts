import type { SymbolicInput } from './input.ts';
import { mapElements } from './map-keys.ts';
import type { SymbolicPath } from './path.ts';
import { type Element, int, type Value } from './values.ts';

/** The elements that a macro iterates over; undefined if they are not known. */
export function elementsOf(range: Value, input: SymbolicInput): readonly Element[] | undefined {
  switch (range.kind) {
    case 'zero':
      return [];
    case 'list':
      return range.elements.map((value, index) => listElement(index, value));
    case 'map':
      return range.entries.map(([key, value]) => [{ single: key, index: key }, value]);
    case 'input':
      return input.isNull(range.path, false) ? undefined : inputElements(range.path, input);
    case 'term': {
      const { notation, dependencies } = range;
      return repeat(input.size(notation), (index) =>
        listElement(index, { kind: 'term', notation: `${notation}[${index}]`, dependencies }),
      );
    }
    default:
      return undefined;
  }
}

function inputElements(path: SymbolicPath, input: SymbolicInput): readonly Element[] {
  const { notation, shape } = path;
  const size = input.size(notation, shape.minSize, shape.maxSize);
  if (shape.kind === 'map') return mapElements(path, size, input);
  return repeat(size, (index) =>
    listElement(index, { kind: 'input', path: path.element(String(index), 'always') }),
  );
}

function listElement(index: number, value: Value): Element {
  return [{ single: value, index: int(index) }, value];
}

function repeat(count: number, create: (index: number) => Element): readonly Element[] {
  return Array.from({ length: count }, (_, index) => create(index));
}
