import { isList, isMapping, type OpenMapping } from '../../yaml/tree.ts';
import { definitionOf } from '../kubernetes/definitions.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Value } from '../kubernetes/value.ts';
import { decode } from './decode.ts';

/**
 * Decodes a value of JSON in an annotation as the value of a field, as Go's `encoding/json` does: the names of fields
 * can be in any case.
 *
 * @returns undefined if a part of the value has a wrong type
 */
export function decodeJsonField(
  definition: string,
  name: string,
  value: Value,
  minor: Minor,
): Value | undefined {
  const type = definitionOf(definition).fields.get(name)?.type;
  const named = type === undefined ? value : withNames(type, value);
  const decoded = decode(definition, { [name]: named }, minor);
  return decoded.undecodable ? undefined : decoded.value[name];
}

/** A value with the names of fields in the case that its type declares. */
function withNames(type: FieldType, value: Value): Value {
  if (type.shape === 'list' && isList(value)) return value.map((item) => withNames(type.of, item));
  if (type.shape !== 'object' || !isMapping(value)) return value;
  const { fields } = definitionOf(type.definition);
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const named: OpenMapping = {};
  for (const [key, member] of Object.entries(value)) {
    const name = names.get(key.toLowerCase());
    const field = name === undefined ? undefined : fields.get(name);
    if (name !== undefined && field !== undefined) named[name] = withNames(field.type, member);
  }
  return named;
}
