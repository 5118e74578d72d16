import { createMapping, isList, isMapping, type Mapping, type Path, type Value } from './tree.ts';

/**
 * An object with another value at a path. Missing mappings and lists on the way are created.
 *
 * @param value undefined to remove the member or the item
 */
export function withValueAt(object: Mapping, path: Path, value: Value | undefined): Mapping {
  const changed = changedValue(object, path, value);
  return isMapping(changed) ? changed : object;
}

function changedValue(container: Value | undefined, path: Path, value: Value | undefined): Value {
  const [segment, ...rest] = path;
  if (segment === undefined) return value ?? null;
  if (typeof segment === 'number') {
    const items = isList(container) ? [...container] : [];
    if (rest.length === 0 && value === undefined) return items.toSpliced(segment, 1);
    items[Math.min(segment, items.length)] = changedValue(items[segment], rest, value);
    return items;
  }
  const copy = Object.assign(createMapping(), isMapping(container) ? container : {});
  if (rest.length === 0 && value === undefined) delete copy[segment];
  else if (value !== undefined || copy[segment] !== undefined) {
    copy[segment] = changedValue(copy[segment], rest, value);
  }
  return copy;
}
