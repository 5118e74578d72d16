import type { AdmissionRequest } from '../../../src/analysis/requests/rule-matching.ts';

/** A request that a cluster depends on. */
interface CriticalRequest {
  readonly request: AdmissionRequest;
  /** The effect while such requests are rejected, as part of a message. */
  readonly effect: string;
  /** The namespace that it is made in; undefined for cluster-scoped resources. */
  readonly namespace?: string;
  /** True if newer servers do not call webhooks for the request. */
  readonly isReview?: true;
}

/** The requests that the control plane and the nodes send all the time. */
export const CRITICAL_REQUESTS: readonly CriticalRequest[] = [
  { request: cluster('UPDATE', '', 'nodes', 'status'), effect: 'nodes become NotReady' },
  { request: cluster('CREATE', '', 'nodes'), effect: 'no node can join the cluster' },
  {
    request: cluster('UPDATE', '', 'nodes'),
    effect: 'controllers cannot change nodes, such as their taints',
  },
  {
    request: namespaced('UPDATE', 'coordination.k8s.io', 'leases'),
    effect: 'nodes become NotReady',
    namespace: 'kube-node-lease',
  },
  {
    request: namespaced('UPDATE', 'coordination.k8s.io', 'leases'),
    effect: 'controllers lose their leases and stop',
    namespace: 'kube-system',
  },
  {
    request: namespaced('UPDATE', '', 'endpoints'),
    effect: 'Services do not follow changes of their pods',
    namespace: 'kube-system',
  },
  {
    request: namespaced('UPDATE', 'discovery.k8s.io', 'endpointslices'),
    effect: 'Services do not follow changes of their pods',
    namespace: 'kube-system',
  },
  {
    request: namespaced('CREATE', '', 'serviceaccounts', 'token'),
    effect: 'pods do not get tokens and cannot start',
    namespace: 'kube-system',
  },
  {
    request: namespaced('CREATE', '', 'events'),
    effect: 'events of the control plane are lost',
    namespace: 'kube-system',
  },
  {
    request: cluster('CREATE', 'authentication.k8s.io', 'tokenreviews'),
    effect: 'nodes and extension API servers cannot authenticate users',
    isReview: true,
  },
  {
    request: cluster('CREATE', 'authorization.k8s.io', 'subjectaccessreviews'),
    effect: 'nodes and extension API servers cannot authorize requests',
    isReview: true,
  },
  {
    request: cluster('UPDATE', 'apiregistration.k8s.io', 'apiservices'),
    effect: 'the API server does not serve new APIs',
  },
];

type Operation = AdmissionRequest['operation'];

function cluster(
  operation: Operation,
  group: string,
  resource: string,
  subresource = '',
): AdmissionRequest {
  return { operation, group, version: 'v1', resource, subresource, namespaced: false };
}

function namespaced(
  operation: Operation,
  group: string,
  resource: string,
  subresource = '',
): AdmissionRequest {
  return { operation, group, version: 'v1', resource, subresource, namespaced: true };
}
