import type { AdmissionRequest } from '../../../src/analysis/requests/rule-requests.ts';

/** Requests without which a cluster does not go on, and what stops. */
export interface CriticalRequest {
  readonly request: AdmissionRequest;
  /** What no longer works while such requests are refused. */
  readonly effect: string;
  /** Where they are made, if in a namespace. */
  readonly namespace?: string;
}

/** What the control plane and the nodes need to write all the time. */
export const CRITICAL_REQUESTS: readonly CriticalRequest[] = [
  {
    request: cluster('UPDATE', '', 'nodes', 'status'),
    effect: 'nodes become NotReady',
  },
  { request: cluster('CREATE', '', 'nodes'), effect: 'no node can join' },
  { request: cluster('UPDATE', '', 'nodes'), effect: 'nodes are no longer managed' },
  {
    request: namespaced('UPDATE', 'coordination.k8s.io', 'leases'),
    effect: 'nodes become NotReady',
    namespace: 'kube-node-lease',
  },
  {
    request: namespaced('UPDATE', 'coordination.k8s.io', 'leases'),
    effect: 'controllers lose their leader',
    namespace: 'kube-system',
  },
  {
    request: namespaced('UPDATE', '', 'endpoints'),
    effect: 'Services no longer follow their pods',
    namespace: 'kube-system',
  },
  {
    request: namespaced('UPDATE', 'discovery.k8s.io', 'endpointslices'),
    effect: 'Services no longer follow their pods',
    namespace: 'kube-system',
  },
  {
    request: namespaced('CREATE', '', 'serviceaccounts', 'token'),
    effect: 'pods get no token and do not start',
    namespace: 'kube-system',
  },
  {
    request: namespaced('CREATE', '', 'events'),
    effect: 'events of the control plane are lost',
    namespace: 'kube-system',
  },
  {
    request: cluster('CREATE', 'authentication.k8s.io', 'tokenreviews'),
    effect: 'nodes and extension servers recognize nobody',
  },
  {
    request: cluster('CREATE', 'authorization.k8s.io', 'subjectaccessreviews'),
    effect: 'nodes and extension servers allow nothing',
  },
  {
    request: cluster('UPDATE', 'apiregistration.k8s.io', 'apiservices'),
    effect: 'new APIs are not served',
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
