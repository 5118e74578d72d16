import { getOrCompute } from '../../base/get-or-compute.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type {
  Installation,
  InstalledObject,
  RelatedPlace,
  TypedObject,
} from '../../rule/installation.ts';
import type { Labels } from '../../server/kubernetes/label-selector.ts';
import type { Mapping } from '../../server/kubernetes/value.ts';
import type { ExpectedRequest } from '../requests/certain-match.ts';
import type { RequestFilter } from '../requests/request-filters.ts';
import { type AdmissionRequest, matchingEntry } from '../requests/rule-matching.ts';
import type { Workload } from './workloads.ts';

/** A request that has to succeed before the pods of a workload run. */
interface StartupRequest extends ExpectedRequest {
  /** The description of the request, as part of a message: `CREATE of pods`. */
  readonly description: string;
}

/** The users as which controllers create the pods of a workload. */
const CONTROLLERS: ReadonlyMap<string, string> = new Map([
  ['CronJob', 'job-controller'],
  ['DaemonSet', 'daemon-set-controller'],
  ['Deployment', 'replicaset-controller'],
  ['Job', 'job-controller'],
  ['ReplicaSet', 'replicaset-controller'],
  ['StatefulSet', 'statefulset-controller'],
]);

/**
 * The requests that have to succeed before the pods of a workload run: the creation of a ReplicaSet by the controller
 * of Deployments, and that of pods. None if the namespace is not known.
 */
export function startupRequests(
  workload: Workload,
  namespace: string | undefined,
  installation: Installation,
): readonly StartupRequest[] {
  if (namespace === undefined || namespace === '') return [];
  const known = knownRequests(workload);
  return getOrCompute(known, namespace, () => makeRequests(workload, namespace, installation));
}

/** The requests by namespace, because many webhooks may be served by the same pods. */
const knownRequests = onceForEach((_: Workload) => new Map<string, readonly StartupRequest[]>());

function makeRequests(
  workload: Workload,
  namespace: string,
  installation: Installation,
): readonly StartupRequest[] {
  const { kind, name } = workload.object;
  const inNamespace = { namespace, namespaceLabels: namespaceLabels(namespace, installation) };
  const metadata: Mapping = {
    generateName: `${name}-`,
    namespace,
    labels: Object.fromEntries(workload.labels),
    ...annotationsOf(workload),
  };
  const controller = CONTROLLERS.get(kind);
  const pods: StartupRequest = {
    ...inNamespace,
    description: 'CREATE of pods',
    attributes: creationOf('', 'pods'),
    kind: 'Pod',
    name: '',
    object: { apiVersion: 'v1', kind: 'Pod', metadata, spec: specOf(workload) },
    // Controllers add labels to the pods that they create, such as pod-template-hash.
    labels: workload.labels,
    user: controller === undefined ? undefined : `system:serviceaccount:kube-system:${controller}`,
  };
  if (kind !== 'Deployment') return [pods];
  const replicaSets: StartupRequest = {
    ...inNamespace,
    description: 'CREATE of replicasets',
    attributes: creationOf('apps', 'replicasets'),
    kind: 'ReplicaSet',
    name: '',
    object: {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { namespace, labels: Object.fromEntries(workload.labels) },
      spec: { template: { metadata, spec: specOf(workload) } },
    },
    labels: workload.labels,
    user: 'system:serviceaccount:kube-system:deployment-controller',
  };
  return [replicaSets, pods];
}

/**
 * The request of the controller that adds the addresses of new pods to a Service. Without it, the Service sends no
 * requests to them. Empty for a Service whose EndpointSlices are written by hand.
 */
export function endpointRequests(
  { object, root }: TypedObject<'Service'>,
  namespace: string,
  installation: Installation,
): readonly StartupRequest[] {
  if (namespace === '' || root.get('spec').get('selector').entries().length === 0) return [];
  const controller = 'endpointslice-controller';
  return [
    {
      description: 'UPDATE of endpointslices',
      attributes: { ...creationOf('discovery.k8s.io', 'endpointslices'), operation: 'UPDATE' },
      kind: 'EndpointSlice',
      namespace,
      namespaceLabels: namespaceLabels(namespace, installation),
      name: '',
      object: undefined,
      labels: new Map([
        ...object.labels,
        ['kubernetes.io/service-name', object.name],
        ['endpointslice.kubernetes.io/managed-by', `${controller}.k8s.io`],
      ]),
      user: `system:serviceaccount:kube-system:${controller}`,
    },
  ];
}

/** The Namespace of a name; undefined if the installation does not have it. */
export function findNamespace(
  namespace: string,
  installation: Installation,
): InstalledObject | undefined {
  return installation.named('', 'Namespace', namespace)[0];
}

/** The labels of a namespace; undefined if the installation does not have it, so that only its name is known. */
export function namespaceLabels(namespace: string, installation: Installation): Labels | undefined {
  const found = findNamespace(namespace, installation);
  return found === undefined || found.mayChange('metadata.labels') ? undefined : found.labels;
}

/** The Namespace, as a place that explains why it is selected. */
export function namespacePlace(
  namespace: string,
  installation: Installation,
): readonly RelatedPlace[] {
  const object = findNamespace(namespace, installation);
  return object === undefined ? [] : [{ object, message: `the namespace '${namespace}'` }];
}

function creationOf(group: string, resource: string): ExpectedRequest['attributes'] {
  return { operation: 'CREATE', group, version: 'v1', resource, subresource: '', namespaced: true };
}

/** The decoder has settled the types of the template. */
function specOf({ podSpec }: Workload): Mapping {
  return (podSpec.value ?? {}) as Mapping;
}

function annotationsOf({ metadata }: Workload): Mapping {
  const { value } = metadata.get('annotations');
  return value === undefined ? {} : { annotations: value as Mapping };
}

/**
 * Reports whether rules match the creation of pods or ReplicaSets, whatever the selectors are. The rules of few
 * webhooks do.
 */
export function mayMatchStartup({ rules }: RequestFilter): boolean {
  return rules.some((rule) =>
    STARTUP_RESOURCES.some((one) => matchingEntry(rule, one) !== undefined),
  );
}

const STARTUP_RESOURCES = (
  [
    ['', 'pods'],
    ['apps', 'replicasets'],
  ] as const
).map(([group, resource]): AdmissionRequest => {
  return { operation: 'CREATE', group, version: 'v1', resource, subresource: '', namespaced: true };
});
