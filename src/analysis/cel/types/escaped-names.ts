import { escapeProperty, unescapeProperty } from '../../../server/expressions/escaping.ts';
import type { ApiObject } from '../../../server/expressions/types/api-types.ts';

/** An escape sequence of property names, or an escaped keyword as a whole. */
const ESCAPE = /__(?:underscores|dot|dash|slash)__|^__[a-z]+__$/;

/**
 * The property whose escaped name is given: `max-size` for `max__dash__size`. Validation rules of CRDs need escaped
 * names; admission expressions do not. Undefined if the name is not an escaped one.
 */
export function escapedProperty(name: string): string | undefined {
  if (!ESCAPE.test(name)) return undefined;
  const property = unescapeProperty(name);
  return property !== undefined && escapeProperty(property) === name ? property : undefined;
}

/** Reports whether a name is the escaped name of a field of an object, and not itself the name of a field. */
export function isEscapedField(object: ApiObject, name: string): boolean {
  const property = escapedProperty(name);
  return (
    property !== undefined &&
    object.field(name) === undefined &&
    object.field(property) !== undefined
  );
}
