import type { Mapping } from '../kubernetes/value.ts';
import type { ActivationInput } from './activation.ts';
import type { Authorizer } from './authorizer.ts';
import {
  type AdmissionRequest,
  type ClusterState,
  type MatchedResource,
  requestVariable,
} from './request.ts';

/** The parts of a request that the expressions of a policy see, except params and variables. */
export type VersionedInput = Omit<ActivationInput, 'variables' | 'params'>;

/**
 * A request in the version by which a policy has matched it; undefined if its objects cannot be converted.
 *
 * Source: `NewVersionedAttributes` in `pkg/admission/conversion.go` of the API server.
 */
export function versionedInput(
  request: AdmissionRequest,
  matched: MatchedResource,
  cluster: ClusterState,
  authorizer: Authorizer,
): VersionedInput | undefined {
  const { kind, namespace } = request;
  const isConverted = matched.kind.version !== kind.version || matched.kind.group !== kind.group;
  const convert = (object: Mapping | undefined) =>
    isConverted && object !== undefined ? cluster.convert(object, matched.kind) : object;
  const object = convert(request.object);
  const oldObject = convert(request.oldObject);
  if (request.object !== undefined && object === undefined) return undefined;
  if (request.oldObject !== undefined && oldObject === undefined) return undefined;
  const isNamespace = kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace';
  return {
    object,
    oldObject,
    request: requestVariable(request, matched),
    namespaceObject: namespace === '' || isNamespace ? undefined : cluster.namespace(namespace),
    authorizer,
    minor: cluster.minor,
    keepsTraces: cluster.keepsTraces,
    onEvaluation: cluster.onEvaluation,
  };
}
