import { isMapping, type Mapping, mappingIn } from '../../../yaml/tree.ts';
import { imageTag } from '../../kubernetes/formats/image-reference.ts';
import { compareMinors, type Minor } from '../../kubernetes/minors.ts';
import {
  type Defaulter,
  isAbsent,
  withDefaults,
  withField,
  within,
  withinEach,
  withZeroDefault,
} from '../defaulter.ts';
import { mappingOf } from '../settle.ts';

/**
 * The defaults of the core group that depend on other fields.
 *
 * Source: `pkg/apis/core/v1/defaults.go` of Kubernetes.
 */
export const CORE_DEFAULTS: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['core.v1.Pod', (pod, minor) => within(pod, 'spec', (spec) => defaultPod(spec, minor))],
  ['core.v1.PodSpec', defaultAccount],
  ['core.v1.Container', defaultContainer],
  ['core.v1.EphemeralContainer', defaultContainer],
  ['core.v1.Volume', defaultVolume],
  ['core.v1.ServiceSpec', defaultService],
  ['core.v1.ServicePort', (port) => withZeroDefault(port, 'targetPort', port.port ?? 0)],
  ['core.v1.Namespace', defaultNamespace],
  ['core.v1.NodeStatus', defaultNodeStatus],
  ['core.v1.PersistentVolume', defaultPersistentVolume],
  ['core.v1.ReplicationController', defaultReplicationController],
]);

/** Applies the defaults that the spec of a Pod has, but not the spec of a template. */
function defaultPod(given: Mapping, minor: Minor): Mapping {
  let spec = withinContainers(given, requestLimits);
  spec = withDefaults(spec, { enableServiceLinks: true });
  // Number is NaN where the field is absent.
  if (Number(spec.terminationGracePeriodSeconds) < 0) {
    spec = withField(spec, 'terminationGracePeriodSeconds', 1);
  }
  // Until 1.31 this was a default of templates too.
  if (spec.hostNetwork === true) spec = withinContainers(spec, useHostPorts);
  return compareMinors(minor, '1.34') >= 0 ? requestPodLimits(spec) : spec;
}

function withinContainers(spec: Mapping, change: (container: Mapping) => Mapping): Mapping {
  return withinEach(withinEach(spec, 'containers', change), 'initContainers', change);
}

/** Adds a request for each limit that has none. */
function requestLimits(container: Mapping): Mapping {
  return within(container, 'resources', (resources) =>
    within(resources, 'requests', (requests) =>
      withDefaults(requests, mappingIn(resources, 'limits')),
    ),
  );
}

/**
 * Adds a request for each limit of the pod as a whole: for huge pages always, for other resources unless a container
 * requests them.
 */
function requestPodLimits(spec: Mapping): Mapping {
  const containers = [spec.containers, spec.initContainers].flatMap((list) =>
    Array.isArray(list) ? list.filter(isMapping) : [],
  );
  const isRequested = (name: string): boolean =>
    containers.some(
      (container) => mappingIn(mappingIn(container, 'resources'), 'requests')[name] !== undefined,
    );
  return within(spec, 'resources', (resources) => {
    const limits = Object.entries(mappingIn(resources, 'limits'));
    const added = limits.filter(
      ([name]) =>
        name.startsWith('hugepages-') ||
        ((name === 'cpu' || name === 'memory') && !isRequested(name)),
    );
    return within(resources, 'requests', (requests) =>
      withDefaults(requests, Object.fromEntries(added)),
    );
  });
}

function useHostPorts(container: Mapping): Mapping {
  return withinEach(container, 'ports', (port) =>
    withZeroDefault(port, 'hostPort', port.containerPort ?? 0),
  );
}

/** The server has one field for both names, and the value of the newer name wins. */
function defaultAccount(spec: Mapping): Mapping {
  const account = spec.serviceAccountName || spec.serviceAccount;
  if (typeof account !== 'string' || account === '') return spec;
  return withField(withField(spec, 'serviceAccountName', account), 'serviceAccount', account);
}

function defaultContainer(container: Mapping): Mapping {
  return withZeroDefault(container, 'imagePullPolicy', pullPolicy(container.image));
}

function pullPolicy(image: unknown): string {
  return imageTag(typeof image === 'string' ? image : '') === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultVolume(volume: Mapping, minor: Minor): Mapping {
  const sources = Object.keys(volume).filter((field) => field !== 'name');
  if (sources.length === 0) return withField(volume, 'emptyDir', {});
  if (!isMapping(volume.image) || compareMinors(minor, '1.35') < 0) return volume;
  return within(volume, 'image', (image) =>
    withZeroDefault(image, 'pullPolicy', pullPolicy(image.reference)),
  );
}

function defaultService(given: Mapping): Mapping {
  const { type, sessionAffinity, externalIPs } = given;
  let spec = given;
  if (sessionAffinity === 'None' && spec.sessionAffinityConfig !== undefined) {
    const changed = mappingOf(spec);
    delete changed.sessionAffinityConfig;
    spec = changed;
  }
  if (sessionAffinity === 'ClientIP') {
    spec = within(spec, 'sessionAffinityConfig', (config) =>
      within(config, 'clientIP', (client) => withDefaults(client, { timeoutSeconds: 10_800 })),
    );
  }
  const hasExternalIps = Array.isArray(externalIPs) && externalIPs.length > 0;
  const isExternal =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && hasExternalIps);
  if (isExternal) spec = withZeroDefault(spec, 'externalTrafficPolicy', 'Cluster');
  return withDefaults(spec, {
    ...(type !== 'ExternalName' && { internalTrafficPolicy: 'Cluster' }),
    ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: true }),
  });
}

function defaultNamespace(namespace: Mapping): Mapping {
  const { name } = mappingIn(namespace, 'metadata');
  if (typeof name !== 'string' || name === '') return namespace;
  const labelled = within(namespace, 'metadata', (metadata) =>
    within(metadata, 'labels', (labels) => withField(labels, 'kubernetes.io/metadata.name', name)),
  );
  return within(labelled, 'status', (status) => withZeroDefault(status, 'phase', 'Active'));
}

function defaultNodeStatus(status: Mapping): Mapping {
  const { capacity } = status;
  return isAbsent(capacity) ? status : withDefaults(status, { allocatable: capacity });
}

/** The spec of a volume in a VolumeAttachment has no such defaults. */
function defaultPersistentVolume(volume: Mapping): Mapping {
  return within(volume, 'spec', (spec) =>
    withDefaults(withZeroDefault(spec, 'persistentVolumeReclaimPolicy', 'Retain'), {
      volumeMode: 'Filesystem',
    }),
  );
}

function defaultReplicationController(controller: Mapping): Mapping {
  const { labels } = mappingIn(mappingIn(mappingIn(controller, 'spec'), 'template'), 'metadata');
  if (!isMapping(labels)) return controller;
  const selecting = within(controller, 'spec', (spec) =>
    isEmpty(mappingIn(spec, 'selector')) ? withField(spec, 'selector', labels) : spec,
  );
  return inheritLabels(selecting, labels);
}

/** Copies labels to an object that has none. */
export function inheritLabels(object: Mapping, labels: Mapping): Mapping {
  return within(object, 'metadata', (metadata) =>
    isEmpty(mappingIn(metadata, 'labels')) ? withField(metadata, 'labels', labels) : metadata,
  );
}

function isEmpty(struct: Mapping): boolean {
  return Object.keys(struct).length === 0;
}
