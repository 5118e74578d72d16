import { isMapping } from '../../../yaml/tree.ts';
import { imageTag } from '../../kubernetes/formats/image-reference.ts';
import { compareMinors, type Minor } from '../../kubernetes/minors.ts';
import {
  copyOf,
  type Draft,
  ensureStruct,
  setDefault,
  setIfZero,
  structIn,
  structsIn,
} from './draft.ts';
import type { Defaulter } from './server-defaults.ts';

/**
 * The defaults of the core group.
 *
 * Source: `pkg/apis/core/v1/defaults.go` and `zz_generated.defaults.go` of Kubernetes.
 */
export const CORE_DEFAULTS: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['core.v1.Pod', defaultPod],
  ['core.v1.PodSpec', defaultPodSpec],
  ['core.v1.Container', defaultContainer],
  ['core.v1.EphemeralContainer', defaultContainer],
  ['core.v1.ContainerPort', (port) => setIfZero(port, 'protocol', 'TCP')],
  ['core.v1.Probe', defaultProbe],
  ['core.v1.GRPCAction', (action) => setDefault(action, 'service', '')],
  ['core.v1.HTTPGetAction', defaultHttpGet],
  ['core.v1.Volume', defaultVolume],
  ['core.v1.SecretVolumeSource', defaultMode],
  ['core.v1.ConfigMapVolumeSource', defaultMode],
  ['core.v1.DownwardAPIVolumeSource', defaultMode],
  ['core.v1.ProjectedVolumeSource', defaultMode],
  [
    'core.v1.ServiceAccountTokenProjection',
    (token) => setDefault(token, 'expirationSeconds', 3600),
  ],
  ['core.v1.HostPathVolumeSource', (source) => setDefault(source, 'type', '')],
  ['core.v1.ISCSIVolumeSource', (source) => setIfZero(source, 'iscsiInterface', 'default')],
  [
    'core.v1.ISCSIPersistentVolumeSource',
    (source) => setIfZero(source, 'iscsiInterface', 'default'),
  ],
  ['core.v1.AzureDiskVolumeSource', defaultAzureDisk],
  ['core.v1.RBDVolumeSource', defaultRbd],
  ['core.v1.RBDPersistentVolumeSource', defaultRbd],
  ['core.v1.ScaleIOVolumeSource', defaultScaleIo],
  ['core.v1.ScaleIOPersistentVolumeSource', defaultScaleIo],
  ['core.v1.ObjectFieldSelector', (selector) => setIfZero(selector, 'apiVersion', 'v1')],
  ['core.v1.Service', defaultService],
  ['core.v1.Secret', (secret) => setIfZero(secret, 'type', 'Opaque')],
  ['core.v1.PersistentVolumeSpec', defaultPersistentVolume],
  ['core.v1.PersistentVolumeClaimSpec', (claim) => setDefault(claim, 'volumeMode', 'Filesystem')],
  [
    'core.v1.PersistentVolumeClaim',
    (claim) => setIfZero(ensureStruct(claim, 'status'), 'phase', 'Pending'),
  ],
  [
    'core.v1.PersistentVolume',
    (volume) => setIfZero(ensureStruct(volume, 'status'), 'phase', 'Pending'),
  ],
  ['core.v1.Namespace', defaultNamespace],
  ['core.v1.EndpointPort', (port) => setIfZero(port, 'protocol', 'TCP')],
  ['core.v1.NodeStatus', defaultNodeStatus],
  ['core.v1.ReplicationController', defaultReplicationController],
]);

function defaultPod(pod: Draft, minor: Minor): void {
  const spec = ensureStruct(pod, 'spec');
  for (const list of ['containers', 'initContainers']) {
    for (const container of structsIn(spec, list)) requestLimits(container);
  }
  setDefault(spec, 'enableServiceLinks', true);
  // Until 1.31 that was a default of templates, too.
  if (spec.hostNetwork === true) useHostPorts(spec);
  if (compareMinors(minor, '1.34') >= 0) defaultPodResources(spec);
}

/** Sets the requests of resources that have a limit and no request to the limit. */
function requestLimits(container: Draft): void {
  const resources = structIn(container, 'resources');
  const limits = resources && structIn(resources, 'limits');
  if (resources === undefined || limits === undefined) return;
  const requests = ensureStruct(resources, 'requests');
  for (const [name, limit] of Object.entries(limits)) setDefault(requests, name, limit);
}

/**
 * Sets the requests of the pod as a whole, if it has limits. They are its limits for resources that no container
 * requests.
 */
function defaultPodResources(spec: Draft): void {
  const resources = structIn(spec, 'resources');
  const limits = resources && structIn(resources, 'limits');
  if (resources === undefined || limits === undefined || Object.keys(limits).length === 0) return;
  const requests = ensureStruct(resources, 'requests');
  const containers = [...structsIn(spec, 'containers'), ...structsIn(spec, 'initContainers')];
  for (const [name, limit] of Object.entries(limits)) {
    const isRequested = containers.some((container) => {
      const own = structIn(container, 'resources');
      return isMapping(own?.requests) && own.requests[name] !== undefined;
    });
    if (!isRequested) setDefault(requests, name, limit);
  }
}

function useHostPorts(spec: Draft): void {
  for (const list of ['containers', 'initContainers']) {
    for (const container of structsIn(spec, list)) {
      for (const port of structsIn(container, 'ports')) {
        setIfZero(port, 'hostPort', port.containerPort ?? 0);
      }
    }
  }
}

function defaultPodSpec(spec: Draft): void {
  setIfZero(spec, 'dnsPolicy', 'ClusterFirst');
  setIfZero(spec, 'restartPolicy', 'Always');
  ensureStruct(spec, 'securityContext');
  setDefault(spec, 'terminationGracePeriodSeconds', 30);
  setIfZero(spec, 'schedulerName', 'default-scheduler');
  // Both names of the field are one in the server, and the newer one wins.
  const account = spec.serviceAccountName || spec.serviceAccount;
  if (typeof account === 'string' && account !== '') {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
}

function defaultContainer(container: Draft): void {
  setIfZero(container, 'imagePullPolicy', pullPolicy(container.image));
  setIfZero(container, 'terminationMessagePath', '/dev/termination-log');
  setIfZero(container, 'terminationMessagePolicy', 'File');
}

function pullPolicy(image: unknown): string {
  return imageTag(typeof image === 'string' ? image : '') === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultProbe(probe: Draft): void {
  setIfZero(probe, 'timeoutSeconds', 1);
  setIfZero(probe, 'periodSeconds', 10);
  setIfZero(probe, 'successThreshold', 1);
  setIfZero(probe, 'failureThreshold', 3);
}

function defaultHttpGet(action: Draft): void {
  setIfZero(action, 'path', '/');
  setIfZero(action, 'scheme', 'HTTP');
}

function defaultVolume(volume: Draft, minor: Minor): void {
  const sources = Object.keys(volume).filter((field) => field !== 'name');
  if (sources.length === 0) ensureStruct(volume, 'emptyDir');
  const image = structIn(volume, 'image');
  if (image !== undefined && compareMinors(minor, '1.35') >= 0) {
    setIfZero(image, 'pullPolicy', pullPolicy(image.reference));
  }
}

function defaultMode(source: Draft): void {
  setDefault(source, 'defaultMode', 0o644);
}

function defaultAzureDisk(source: Draft): void {
  setDefault(source, 'cachingMode', 'ReadWrite');
  setDefault(source, 'kind', 'Shared');
  setDefault(source, 'fsType', 'ext4');
  setDefault(source, 'readOnly', false);
}

function defaultRbd(source: Draft): void {
  setIfZero(source, 'pool', 'rbd');
  setIfZero(source, 'user', 'admin');
  setIfZero(source, 'keyring', '/etc/ceph/keyring');
}

function defaultScaleIo(source: Draft): void {
  setIfZero(source, 'storageMode', 'ThinProvisioned');
  setIfZero(source, 'fsType', 'xfs');
}

function defaultService(service: Draft): void {
  const spec = ensureStruct(service, 'spec');
  setIfZero(spec, 'sessionAffinity', 'None');
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP') {
    const config = ensureStruct(ensureStruct(spec, 'sessionAffinityConfig'), 'clientIP');
    setDefault(config, 'timeoutSeconds', 10_800);
  }
  setIfZero(spec, 'type', 'ClusterIP');
  for (const port of structsIn(spec, 'ports')) {
    setIfZero(port, 'protocol', 'TCP');
    setIfZero(port, 'targetPort', port.port ?? 0);
  }
  const { type } = spec;
  const hasExternalIps = Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0;
  const isExternal =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && hasExternalIps);
  if (isExternal) setIfZero(spec, 'externalTrafficPolicy', 'Cluster');
  if (type !== 'ExternalName') setDefault(spec, 'internalTrafficPolicy', 'Cluster');
  if (type === 'LoadBalancer') setDefault(spec, 'allocateLoadBalancerNodePorts', true);
}

function defaultPersistentVolume(spec: Draft): void {
  setIfZero(spec, 'persistentVolumeReclaimPolicy', 'Retain');
  setDefault(spec, 'volumeMode', 'Filesystem');
}

function defaultNamespace(namespace: Draft): void {
  const metadata = structIn(namespace, 'metadata');
  if (metadata === undefined || typeof metadata.name !== 'string' || metadata.name === '') return;
  ensureStruct(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata.name;
  setIfZero(ensureStruct(namespace, 'status'), 'phase', 'Active');
}

function defaultNodeStatus(status: Draft): void {
  if (status.capacity !== undefined) setDefault(status, 'allocatable', copyOf(status.capacity));
}

function defaultReplicationController(controller: Draft): void {
  const spec = ensureStruct(controller, 'spec');
  setDefault(spec, 'replicas', 1);
  const template = structIn(spec, 'template');
  const labels = template && structIn(template, 'metadata')?.labels;
  if (!isMapping(labels)) return;
  if (!isMapping(spec.selector) || Object.keys(spec.selector).length === 0) {
    spec.selector = copyOf(labels);
  }
  inheritLabels(controller, labels);
}

/** Copies labels to an object that has none. */
export function inheritLabels(object: Draft, labels: Parameters<typeof copyOf>[0]): void {
  const metadata = ensureStruct(object, 'metadata');
  if (!isMapping(metadata.labels) || Object.keys(metadata.labels).length === 0) {
    metadata.labels = copyOf(labels);
  }
}
