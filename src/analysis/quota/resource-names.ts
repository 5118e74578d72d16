import { isQualifiedName } from '../../kubernetes/formats/qualified-name.ts';

const NATIVE_PREFIX = 'kubernetes.io/';
const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** What is counted, so that it has no fractions. */
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

/** Whether a name without a domain is one that Kubernetes has a resource for, of containers, claims or quotas. */
export function isStandardResource(name: string): boolean {
  return name === 'storage' || isQuotaResource(name);
}

/** Whether quotas know a name without a domain. */
export function isQuotaResource(name: string): boolean {
  return (
    QUOTA_RESOURCES.has(name) ||
    name.startsWith(HUGE_PAGES) ||
    name.startsWith(`${REQUESTS}${HUGE_PAGES}`)
  );
}

/** Whether containers can ask for a name without a domain. */
export function isContainerResource(name: string): boolean {
  return CONTAINER_RESOURCES.has(name) || isHugePages(name);
}

/** Whether a name is one of huge pages, such as `hugepages-2Mi`. */
function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Whether a resource is Kubernetes' own: without a domain, or with one that ends in `kubernetes.io`. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes(NATIVE_PREFIX);
}

/**
 * Whether a name is one of an extended resource (`example.com/gpu`): of a domain that is not
 * Kubernetes' own, and still a qualified name when quotas put `requests.` in front.
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

/** Whether the limit of a resource may be larger than the request: of Kubernetes' own, but not of huge pages. */
export function canBeOvercommitted(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}
