import { isQualifiedName } from '../../server/kubernetes/formats/qualified-name.ts';

const NATIVE_PREFIX = 'kubernetes.io/';
const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** What is counted in whole numbers. */
const COUNTED_RESOURCES: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
]);

const QUOTA_RESOURCES: ReadonlySet<string> = new Set([
  ...CONTAINER_RESOURCES,
  ...COUNTED_RESOURCES,
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
]);

/** Whether a name without a domain is a resource of Kubernetes: of containers, claims or quotas. */
export function isStandardResource(name: string): boolean {
  return name === 'storage' || isQuotaResource(name);
}

/** Whether a quota can limit a name without a domain. */
export function isQuotaResource(name: string): boolean {
  return (
    QUOTA_RESOURCES.has(name) ||
    name.startsWith(HUGE_PAGES) ||
    name.startsWith(`${REQUESTS}${HUGE_PAGES}`)
  );
}

/** Whether containers can request a name without a domain. */
export function isContainerResource(name: string): boolean {
  return CONTAINER_RESOURCES.has(name) || isHugePages(name);
}

/** Whether a name is that of huge pages, such as `hugepages-2Mi`. */
function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Whether a resource is defined by Kubernetes: without a domain, or with one that ends in `kubernetes.io`. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes(NATIVE_PREFIX);
}

/**
 * Whether a name is that of an extended resource (`example.com/gpu`): with a domain that is not one of
 * Kubernetes, and still a qualified name with the prefix `requests.` of quotas.
 */
export function isExtendedResource(name: string): boolean {
  return (
    !isNativeResource(name) && !name.startsWith(REQUESTS) && isQualifiedName(`${REQUESTS}${name}`)
  );
}

/** Whether quotas count a resource in whole numbers. */
export function isCountedResource(name: string): boolean {
  return COUNTED_RESOURCES.has(name) || isExtendedResource(name);
}

/** Whether the limit of a resource may be larger than its request: a resource of Kubernetes other than huge pages. */
export function canBeOvercommitted(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}
