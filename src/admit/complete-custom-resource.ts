import type { Completed, GroupVersionKind } from '../admission/request.ts';
import { withDefaults } from '../crd/defaulting.ts';
import { jsonText } from '../crd/json-text.ts';
import type { CustomDefinition } from '../custom-resources/definition.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';

/**
 * Reads a custom resource that a patch has changed: in the version of its request, with defaults. A patch can change its kind,
 * and its version to another one of its CRD.
 *
 * @param definition undefined if the CRD is not known
 *
 * Source: `unstructuredJSONScheme.Decode` in `pkg/apis/meta/v1/unstructured` of apimachinery, and `crConverter` in
 * `pkg/apiserver/conversion` of the API server for custom resources.
 */
export function completeCustomResource(
  object: Mapping,
  type: GroupVersionKind,
  definition: CustomDefinition | undefined,
): Completed {
  const problem = typeProblem(object);
  if (problem !== undefined) return { ok: false, error: problem };
  if ((object.kind ?? '') === '') {
    return { ok: false, error: `Object 'Kind' is missing in '${jsonText(object, 'by key')}'` };
  }
  if (definition === undefined) return { ok: true, object };
  const error = conversionProblem(object, type, definition);
  if (error !== undefined) return { ok: false, error };
  const converted = { ...object, apiVersion: `${type.group}/${type.version}` };
  const schema = definition.versions.find(({ name }) => name === type.version)?.schema;
  const filled = schema === undefined ? converted : withDefaults(converted, schema);
  return { ok: true, object: isMapping(filled) ? filled : converted };
}

/** Which field with the type of an object is no string, as the JSON decoder of Go says it; undefined if none. */
function typeProblem(object: Mapping): string | undefined {
  const field = (['apiVersion', 'kind'] as const).find((one) => !isStringOrNull(object[one]));
  if (field === undefined) return undefined;
  const type = jsonType(object[field]);
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${field} of type string`;
}

function isStringOrNull(value: Value | undefined): boolean {
  return (value ?? null) === null || typeof value === 'string';
}

/** The type of a value that is no string, as the JSON decoder of Go names it. */
function jsonType(value: Value | undefined): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return isMapping(value) ? 'object' : 'number';
}

/** Why an object cannot be converted to the version of its request; undefined if it can be. */
function conversionProblem(
  { apiVersion: given, kind }: Mapping,
  { group, version }: GroupVersionKind,
  { versions }: CustomDefinition,
): string | undefined {
  const apiVersion = typeof given === 'string' ? given : '';
  const slash = apiVersion.indexOf('/');
  const givenGroup = apiVersion.slice(0, Math.max(slash, 0));
  const givenVersion = apiVersion.slice(slash + 1);
  if (givenVersion.includes('/')) return `unexpected GroupVersion string: ${apiVersion}`;
  if (givenGroup !== group) {
    const type = `${givenGroup}/${givenVersion}, Kind=${kind}`;
    return `failed to convert object: ${type} is unstructured and is not suitable for converting to "${group}/${version}"`;
  }
  return versions.some(({ name }) => name === givenVersion)
    ? undefined
    : `failed to convert object: request to convert CR from an invalid group/version: ${apiVersion}`;
}
