import { COST_OF_DECISION, COST_OF_MATCH, countCost } from '../../base/run-limits.ts';
import { mappingIn } from '../../yaml/tree.ts';
import { labelsOf, selectorMatches } from '../kubernetes/label-selector.ts';
import type { ParamKind, ParamRef } from '../kubernetes/types.generated.ts';
import type { Mapping } from '../kubernetes/value.ts';
import type { ClusterState } from './request.ts';

/** The params that a policy is evaluated with, each by itself; one undefined for a policy without params. */
type CollectedParams =
  | { readonly ok: true; readonly params: readonly (Mapping | undefined)[] }
  /** The binding is wrong; `error` is the server's message. */
  | { readonly ok: false; readonly error: string };

/**
 * Collects the params of a binding for a request.
 *
 * Source: `CollectParams` in `pkg/admission/plugin/policy/generic/policy_dispatcher.go` of the API server.
 *
 * @param namespace of the request; empty for a cluster-scoped object
 * @throws EvaluationLimitExceeded
 */
export function collectParams(
  paramKind: ParamKind | undefined,
  paramRef: ParamRef | undefined,
  namespace: string,
  cluster: ClusterState,
): CollectedParams {
  if (paramKind === undefined || paramRef === undefined) return { ok: true, params: [undefined] };
  const source = cluster.paramsOf(paramKind.apiVersion ?? '', paramKind.kind ?? '');
  if (source === undefined)
    return refuse(`paramKind kind \`${paramKindText(paramKind)}\` not known`);
  const { name = '', namespace: ownNamespace = '', selector, parameterNotFoundAction } = paramRef;
  let namespaceOfParams = '';
  if (source.isNamespaced) {
    namespaceOfParams = ownNamespace || namespace;
    if (namespaceOfParams === '') {
      return refuse(
        'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      );
    }
  } else if (ownNamespace !== '') {
    return refuse('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const named = name === '' ? undefined : source.named(namespaceOfParams, name);
  const reachable = name === '' ? source.within(namespaceOfParams) : [];
  countCost(COST_OF_MATCH * reachable.length);
  const params = named
    ? [named]
    : reachable.filter((object) => selectorMatches(selector ?? {}, labelsOf(object)));
  countCost(COST_OF_DECISION * params.length);
  if (params.length === 0 && parameterNotFoundAction === 'Deny') {
    return refuse('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return { ok: true, params };
}

function refuse(error: string): CollectedParams {
  return { ok: false, error };
}

function paramKindText({ apiVersion = '', kind = '' }: ParamKind): string {
  return `&ParamKind{APIVersion:${apiVersion},Kind:${kind},}`;
}

/** The namespace of an object; empty if it has none. */
export function namespaceOf(object: Mapping): string {
  const { namespace } = mappingIn(object, 'metadata');
  return typeof namespace === 'string' ? namespace : '';
}

/** The name of an object; empty if it has none. */
function nameOfObject(object: Mapping): string {
  const { name } = mappingIn(object, 'metadata');
  return typeof name === 'string' ? name : '';
}

/** A param as decisions name it: `namespace/name`, or the name alone. */
export function paramName(param: Mapping): string {
  return qualifiedName(namespaceOf(param), nameOfObject(param));
}

/** The name of an object with its namespace, or alone if that is empty. */
export function qualifiedName(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
