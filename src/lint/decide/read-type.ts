import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';

/** An object whose type the server can read, or why it cannot. */
type ReadType =
  | { readonly ok: true; readonly object: Mapping }
  | { readonly ok: false; readonly error: string };

/**
 * Reads the type of the result of a patch, as the server does before it decodes the object.
 *
 * Source: `SimpleMetaFactory.Interpret` in `pkg/runtime/serializer/json/meta.go` of apimachinery.
 */
export function readType(value: Value): ReadType {
  if (!isMapping(value)) {
    return unmarshalError(value, `value of type ${TYPE_META}`);
  }
  for (const field of ['apiVersion', 'kind'] as const) {
    const member = value[field] ?? null;
    if (member !== null && typeof member !== 'string') {
      return unmarshalError(member, `struct field .${field} of type string`);
    }
  }
  const { apiVersion } = value;
  if (typeof apiVersion === 'string' && groupAndVersion(apiVersion).version.includes('/')) {
    return { ok: false, error: `unexpected GroupVersion string: ${apiVersion}` };
  }
  return { ok: true, object: value };
}

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** @param target the Go type that the value is read into */
function unmarshalError(value: Value, target: string): ReadType {
  return {
    ok: false,
    error: `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go ${target}`,
  };
}

/** The type of a value that is not a string, as the JSON decoder of Go names it. */
function jsonType(value: Value): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return isMapping(value) ? 'object' : 'number';
}
