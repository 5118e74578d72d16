import type { ParamKind } from '../kubernetes/types.generated.ts';
import type { ClusterState } from './request.ts';

/**
 * The server's error for a policy whose kind of params does not exist; undefined if it does.
 *
 * Source: `policy_source.go` in `pkg/admission/plugin/policy/generic` of the API server.
 */
export function paramKindError(
  paramKind: ParamKind | undefined,
  cluster: ClusterState,
): string | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion = '', kind = '' } = paramKind;
  if (cluster.paramsOf(apiVersion, kind) !== undefined) return undefined;
  const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return `failed to find resource referenced by paramKind: '${groupVersion}, Kind=${kind}'`;
}
