import type { GroupAndVersion, GroupVersionKind } from '../kubernetes/api-version.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Operation } from '../kubernetes/operations.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import type { EvaluationObserver } from './decision.ts';
import type { ObjectMergeType } from './mutation/merge-type.ts';

export interface GroupVersionResource extends GroupAndVersion {
  readonly resource: string;
}

/** The user who sends a request. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

/** One request to the API server, as admission sees it. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Empty for a request for the resource itself. */
  readonly subresource: string;
  /** Empty for a cluster-scoped object. The namespace of a Namespace is its name. */
  readonly namespace: string;
  readonly name: string;
  /** The new object, in the written form; undefined for DELETE. */
  readonly object: Mapping | undefined;
  /** The stored object; undefined for CREATE and CONNECT. */
  readonly oldObject: Mapping | undefined;
  readonly user: User;
  readonly isDryRun: boolean;
}

/** The resource and kind by which a policy has matched a request, which may be another version than the request's. */
export interface MatchedResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/**
 * The variable `request` of expressions.
 *
 * Source: `CreateAdmissionRequest` in `pkg/admission/plugin/cel/condition.go` of the API server.
 */
export function requestVariable(request: AdmissionRequest, matched: MatchedResource): Mapping {
  const { operation, subresource, name, namespace, user, isDryRun } = request;
  const { groups } = user;
  return {
    uid: '',
    kind: { ...matched.kind },
    resource: { ...matched.resource },
    ...(subresource && { subResource: subresource }),
    requestKind: { ...request.kind },
    requestResource: { ...request.resource },
    ...(subresource && { requestSubResource: subresource }),
    ...(name && { name }),
    ...(namespace && { namespace }),
    operation,
    userInfo: {
      ...(user.name && { username: user.name }),
      ...(user.uid && { uid: user.uid }),
      ...(groups.length > 0 && { groups: [...groups] }),
    },
    object: null,
    oldObject: null,
    dryRun: isDryRun,
    options: optionsOf(operation, isDryRun),
  };
}

function optionsOf(operation: Operation, isDryRun: boolean): Value {
  const kinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' };
  if (operation === 'CONNECT') return null;
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: kinds[operation],
    ...(isDryRun && { dryRun: ['All'] }),
  };
}

/** The name of the server's types in its messages. */
export const SCHEME = 'pkg/runtime/scheme.go:111';

/** The state of a cluster that policies read in addition to the request. */
export interface ClusterState {
  readonly minor: Minor;
  /** True if decisions keep the values that they were made on. */
  readonly keepsTraces: boolean;
  /** Called for each expression that is evaluated. */
  readonly onEvaluation?: EvaluationObserver | undefined;
  /** A Namespace by its name, in the written form; every name has one. */
  namespace(name: string): Mapping;
  /** The objects of a kind that can be params, in the written form; undefined if there is no such kind. */
  paramsOf(apiVersion: string, kind: string): ParamSource | undefined;
  /** The other resources through which the objects of a resource can be reached, with their kinds, in order. */
  equivalents(request: AdmissionRequest): readonly MatchedResource[];
  /**
   * An object of a request after its conversion to a version of its kind; undefined if the result is not known.
   *
   * @param replaced the object of the request that the result replaces, if there is one
   */
  convert(object: Mapping, to: GroupVersionKind, replaced?: Mapping): Mapping | undefined;
  /** The way in which apply configurations are merged into objects of a kind. Undefined for a kind without a schema. */
  mergeTypeOf(kind: GroupVersionKind): ObjectMergeType | undefined;
  /**
   * The result of a policy for an object, as the server reads it, with defaults; or the reason why the server cannot
   * read it.
   *
   * @param kind the kind in the version that the policy matches
   * @param requested the kind in the version of the request, to which the server converts a custom resource at the end
   */
  complete(changed: Value, kind: GroupVersionKind, requested: GroupVersionKind): Completed;
}

export type Completed =
  | { readonly ok: true; readonly object: Mapping }
  /** `error` is the server's message. */
  | { readonly ok: false; readonly error: string };

/** The objects of the kind of params. */
export interface ParamSource {
  readonly isNamespaced: boolean;
  /** The objects in a namespace. For the empty name, the objects without a namespace. */
  within(namespace: string): readonly Mapping[];
  /** One of these objects by its name. */
  named(namespace: string, name: string): Mapping | undefined;
}
