import type { ApiType } from '../../../server/expressions/types/api-types.ts';

/** A type, and its position within the type of an object. */
export interface TypePosition {
  readonly type: ApiType;
  /** True if an object above the position accepts undeclared fields. All objects below it then accept them too. */
  readonly isOpen: boolean;
  /** True if a map is above the position. */
  readonly isInMap: boolean;
}

/**
 * The type at a path of field names. Lists have no path segment: the path continues with the fields of the items.
 *
 * @returns undefined if the path leads to an undeclared field or into a scalar
 */
export function typeAtPath(root: ApiType, path: readonly string[]): TypePosition | undefined {
  let position: TypePosition = { type: root, isOpen: false, isInMap: false };
  for (const name of path) {
    const next = typeOfField(position, name);
    if (next === undefined) return undefined;
    position = next;
  }
  return itemPosition(position);
}

/** The type of a field of the object at a position, or of the items of the list there. */
export function typeOfField(position: TypePosition, name: string): TypePosition | undefined {
  const { type, isOpen, isInMap } = itemPosition(position);
  if (type.kind === 'map') return { type: type.element, isOpen, isInMap: true };
  if (type.kind !== 'object') return undefined;
  const field = type.field(name);
  if (field === undefined) return undefined;
  // A named type is complete, such as the metadata of an embedded resource in an open object.
  const isNamed = field.kind === 'object' && field.name !== undefined;
  return { type: field, isOpen: !isNamed && (isOpen || type.isOpen), isInMap };
}

function itemPosition(position: TypePosition): TypePosition {
  let { type } = position;
  while (type.kind === 'list') type = type.element;
  return { ...position, type };
}

/** Reports whether objects at a position cannot have a field. */
export function lacksField(position: TypePosition, name: string): boolean {
  const { type, isOpen } = itemPosition(position);
  return type.kind === 'object' && !isOpen && !type.isOpen && type.field(name) === undefined;
}

/**
 * Reports whether server-side apply replaces values of a type as a whole (`x-kubernetes-map-type`,
 * `-list-type: atomic`).
 */
export function isAtomic(type: ApiType): boolean {
  switch (type.kind) {
    case 'list':
      return type.merge === 'atomic';
    case 'map':
    case 'object':
      return type.isAtomic;
    case 'scalar':
      return false;
  }
}

/** Reports whether server-side apply merges a list, but replaces its items as a whole. */
export function hasAtomicItems(type: ApiType): boolean {
  return type.kind === 'list' && type.merge !== 'atomic' && isAtomic(type.element);
}
