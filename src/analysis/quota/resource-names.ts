import {
  isQualifiedName,
  qualifiedNameProblems,
} from '../../server/kubernetes/formats/qualified-name.ts';

const NATIVE_PREFIX = 'kubernetes.io/';
const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** The resources whose quantities are integers. */
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

/** The names without a domain that a quota can limit, other than those of huge pages. */
export const QUOTA_RESOURCES: ReadonlySet<string> = new Set([
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

/** Reports whether a name without a domain is a resource of Kubernetes: of containers, claims or quotas. */
export function isStandardResource(name: string): boolean {
  return name === 'storage' || isQuotaResource(name);
}

/** Reports whether a quota can limit a name without a domain. */
export function isQuotaResource(name: string): boolean {
  return (
    QUOTA_RESOURCES.has(name) ||
    name.startsWith(HUGE_PAGES) ||
    name.startsWith(`${REQUESTS}${HUGE_PAGES}`)
  );
}

/** Reports whether containers can request a name without a domain. */
export function isContainerResource(name: string): boolean {
  return CONTAINER_RESOURCES.has(name) || isHugePages(name);
}

/**
 * The error of the name of a resource that a container requests, as a clause. Undefined for a valid name.
 *
 * Source: `ValidateContainerResourceName` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function containerResourceProblem(name: string): string | undefined {
  const [problem] = qualifiedNameProblems(name);
  if (problem !== undefined) return problem;
  if (!name.includes('/')) {
    if (isContainerResource(name)) return undefined;
    return isStandardResource(name)
      ? 'containers have no such resource'
      : 'it is not a standard resource, and has no domain, as in example.com/gpu';
  }
  return isNativeResource(name) || isExtendedResource(name)
    ? undefined
    : 'a resource with a domain must not start with requests., and must be short enough for a quota';
}

/** Reports whether a name is the name of huge pages, such as `hugepages-2Mi`. */
export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Reports whether a resource is defined by Kubernetes: without a domain, or with one that ends in `kubernetes.io`. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes(NATIVE_PREFIX);
}

/**
 * Reports whether a name is the name of an extended resource (`example.com/gpu`). It has a domain that does not belong
 * to Kubernetes, and with the prefix `requests.` of quotas it is still a qualified name.
 */
export function isExtendedResource(name: string): boolean {
  return (
    !isNativeResource(name) && !name.startsWith(REQUESTS) && isQualifiedName(`${REQUESTS}${name}`)
  );
}

/** Reports whether the quantity of a resource in a quota is an integer. */
export function isCountedResource(name: string): boolean {
  return COUNTED_RESOURCES.has(name) || isExtendedResource(name);
}

/**
 * Reports whether the limit of a resource may be larger than its request. This is true for a resource of Kubernetes
 * other than huge pages.
 */
export function canBeOvercommitted(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** Reports whether some resources are huge pages, and none is cpu or memory, which a container with them needs. */
export function haveOnlyHugePages(names: readonly string[]): boolean {
  return names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory');
}
