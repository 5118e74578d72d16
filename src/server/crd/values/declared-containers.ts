import { isList } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import type { Trail } from './trail.ts';

type Container = Mapping | readonly Value[];

/** A mapping or a list in a value, with the schema that declares it. */
interface DeclaredContainer {
  readonly value: Container;
  readonly schema: StructuralSchema;
  /** The path from the value that the walk starts at; undefined for that value. */
  readonly trail: Trail | undefined;
}

/**
 * The mappings and lists in a value that its schema declares, the value itself first. Not recursive, so values of any
 * depth are supported.
 */
export function* declaredContainers(
  root: Value,
  schema: StructuralSchema,
): Iterable<DeclaredContainer> {
  const left: DeclaredContainer[] = isContainer(root)
    ? [{ value: root, schema, trail: undefined }]
    : [];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    yield at;
    const { value, schema: around, trail: parent } = at;
    if (isList(value)) {
      const items = itemSchema(around);
      if (items === undefined) continue;
      for (const [segment, item] of value.entries()) {
        if (isContainer(item))
          left.push({ value: item, schema: items, trail: { parent, segment } });
      }
      continue;
    }
    for (const segment in value) {
      const member = value[segment];
      if (!isContainer(member)) continue;
      const property = propertySchema(around, segment);
      const declared = property ?? mapValueSchema(around);
      if (declared === undefined) continue;
      const isMapKey = property === undefined;
      left.push({ value: member, schema: declared, trail: { parent, segment, isMapKey } });
    }
  }
}

function isContainer(value: Value | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}
