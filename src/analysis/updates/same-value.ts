import { dropDisabledFields } from '../../server/admission/objects/disabled-fields.ts';
import { draftOf } from '../../server/admission/objects/draft.ts';
import { writtenForm } from '../../server/admission/objects/written-form.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { findDefinition } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { asMapping, type Mapping, type Value } from '../../server/kubernetes/value.ts';
import { createMapping, isMapping } from '../../yaml/tree.ts';

/**
 * Reports whether two structs are the same to the server. It does not tell an absent list or map from an empty one, and
 * it compares quantities by their amounts.
 *
 * Source: `equality.Semantic.DeepEqual` of apimachinery.
 *
 * @param definition the type of both, such as `core.v1.PodSpec`
 */
export function isSameStruct(
  definition: string,
  one: object | undefined,
  other: object | undefined,
  minor: Minor,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  const type: FieldType = { shape: 'object', definition };
  const text = (value: object): string =>
    jsonText(withoutEmptyLists(writtenForm(definition, asMapping(value), minor), type), 'by key');
  return text(one) === text(other);
}

/** A struct of a type as a server stores it: without the fields of features that it has disabled. */
export function withoutDisabled(
  definition: string,
  struct: object | undefined,
  server: Server,
): Mapping | undefined {
  if (struct === undefined) return undefined;
  const kept = draftOf(asMapping(struct));
  dropDisabledFields(definition, kept, server, undefined);
  return kept;
}

/** A copy of a value of a type with null for the empty lists that the server writes. It compares any JSON as it is. */
function withoutEmptyLists(value: Value, type: FieldType | undefined): Value {
  if (type?.shape === 'any') return value;
  const itemType = type?.shape === 'list' || type?.shape === 'map' ? type.of : undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map((item) => withoutEmptyLists(item, itemType));
  }
  if (!isMapping(value)) return value;
  const fields = type?.shape === 'object' ? findDefinition(type.definition)?.fields : undefined;
  const copy = createMapping();
  for (const [key, member] of Object.entries(value)) {
    copy[key] = withoutEmptyLists(member, fields?.get(key)?.type ?? itemType);
  }
  return copy;
}

/** Reports whether a member of two structs of a type is the same to the server. */
export function isSameMember(
  definition: string,
  one: object | undefined,
  other: object | undefined,
  name: string,
  minor: Minor,
): boolean {
  const [before, after] = [one, other].map((struct) => ({ [name]: asMapping(struct)[name] }));
  return isSameStruct(definition, before, after, minor);
}
