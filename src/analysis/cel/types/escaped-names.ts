import { escapeProperty } from '../../../expressions/escaping.ts';
import type { ApiObject } from '../../../expressions/types/api-types.ts';

/** The part of a name that only the escaping of CRD rules gives it. */
const ESCAPE = /__(?:underscores|dot|dash|slash)__|^__[a-z]+__$/;

/** Whether a name looks like one that was escaped, as rules of CRDs need it. */
export function looksEscaped(name: string): boolean {
  return ESCAPE.test(name) && escapeProperty(unescapeName(name)) === name;
}

/** Whether a name is the escaped one of a field that an object has, and no field of its own. */
export function isEscapedName(object: ApiObject, name: string): boolean {
  return (
    looksEscaped(name) &&
    object.field(name) === undefined &&
    object.field(unescapeName(name)) !== undefined
  );
}

/** The name of the property in manifests. */
export function unescapeName(name: string): string {
  const keyword = /^__([a-z]+)__$/.exec(name)?.[1];
  const plain = name
    .replaceAll('__underscores__', '__')
    .replaceAll('__dot__', '.')
    .replaceAll('__dash__', '-')
    .replaceAll('__slash__', '/');
  return keyword === undefined || plain !== name ? plain : keyword;
}
