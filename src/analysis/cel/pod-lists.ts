/** The lists that the spec of a pod can lack. */
export const OPTIONAL_LISTS_OF_PODS: readonly string[] = [
  'ephemeralContainers',
  'hostAliases',
  'imagePullSecrets',
  'initContainers',
  'readinessGates',
  'schedulingGates',
  'topologySpreadConstraints',
];

/**
 * The lists that only the spec of a template can lack: the admission plugins ServiceAccount and
 * DefaultTolerationSeconds add them to pods, before policies see these.
 */
export const LISTS_ADDED_TO_PODS: readonly string[] = ['tolerations', 'volumes'];

export const OPTIONAL_LISTS_OF_CONTAINERS: readonly string[] = [
  'args',
  'command',
  'env',
  'envFrom',
  'ports',
  'volumeDevices',
];

/** The lists that only a container of a template can lack. */
export const LISTS_ADDED_TO_CONTAINERS: readonly string[] = ['volumeMounts'];
