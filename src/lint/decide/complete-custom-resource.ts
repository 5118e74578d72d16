import type { Completed } from '../../server/admission/request.ts';
import { withDefaults } from '../../server/crd/values/defaulting.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import type { Mapping } from '../../server/kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';

/**
 * Reads a custom resource that a patch has changed: in the version that the policy matches, with defaults. A patch
 * can change its kind, and its version to another one of its CRD.
 *
 * Source: `crConverter` in `pkg/apiserver/conversion` of the API server for custom resources.
 *
 * @param type its kind in the version that the policy matches
 * @param requested its kind in the version of the request
 * @param definition undefined if the CRD is not known
 */
export function completeCustomResource(
  object: Mapping,
  { type, requested }: { readonly type: GroupVersionKind; readonly requested: GroupVersionKind },
  definition: CustomDefinition | undefined,
): Completed {
  if ((object.kind ?? '') === '') {
    return { ok: false, error: `Object 'Kind' is missing in '${jsonText(object, 'by key')}'` };
  }
  if (definition === undefined) return { ok: true, object };
  const error = conversionProblem(object, requested, definition);
  if (error !== undefined) return { ok: false, error };
  const converted = { ...object, apiVersion: `${type.group}/${type.version}` };
  const schema = definition.versions.find(({ name }) => name === type.version)?.schema;
  const filled = schema === undefined ? converted : withDefaults(converted, schema);
  return { ok: true, object: isMapping(filled) ? filled : converted };
}

/** The reason why an object cannot be converted to the version of its request. Undefined if it can be. */
function conversionProblem(
  { apiVersion: given, kind }: Mapping,
  { group, version }: GroupVersionKind,
  { versions }: CustomDefinition,
): string | undefined {
  const apiVersion = typeof given === 'string' ? given : '';
  const own = groupAndVersion(apiVersion);
  if (own.group !== group) {
    const type = `${own.group}/${own.version}, Kind=${kind}`;
    return `failed to convert object: ${type} is unstructured and is not suitable for converting to "${group}/${version}"`;
  }
  return versions.some(({ name }) => name === own.version)
    ? undefined
    : `failed to convert object: request to convert CR from an invalid group/version: ${apiVersion}`;
}
