import type { Field } from '../../rule/field.ts';
import { findDefinition } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { asMapping } from '../../server/kubernetes/value.ts';
import { isSameMember, isSameStruct } from './same-value.ts';

/**
 * The first field in which two structs differ to the server, as far inside as possible. A finding about it shows what
 * to change, where the server only names the whole struct.
 *
 * @param at the struct in the new object
 * @param definition the type of both, such as `core.v1.PodSpec`
 */
export function firstChange(
  at: Field,
  definition: string,
  before: object | undefined,
  after: object | undefined,
  minor: Minor,
): Field {
  if (before === undefined || after === undefined) return at;
  for (const [name, { type }] of findDefinition(definition)?.fields ?? []) {
    if (isSameMember(definition, before, after, name, minor)) continue;
    // The definition has a field of this name.
    return changeOfType(
      type,
      at.get(name as never),
      asMapping(before)[name],
      asMapping(after)[name],
    );
  }
  return at;

  function changeOfType(type: FieldType, field: Field, one: unknown, other: unknown): Field {
    if (type.shape === 'object') {
      return firstChange(field, type.definition, asStruct(one), asStruct(other), minor);
    }
    if (type.shape !== 'list' || type.of.shape !== 'object') return field;
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return field;
    const { definition: ofItems } = type.of;
    const items = field.items();
    const index = one.findIndex((item, at) => !isSameStruct(ofItems, item, other[at], minor));
    const item = items[index];
    return item === undefined ? field : firstChange(item, ofItems, one[index], other[index], minor);
  }
}

function asStruct(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
