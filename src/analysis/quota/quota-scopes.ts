import type { Resource } from '../../rule/resource.ts';
import { holdsIn, type Minor, type MinorRange } from '../../server/kubernetes/minors.ts';
import { minorsWith } from '../../server/kubernetes/server-changes.ts';
import { isQuotaResource } from './resource-names.ts';

interface ScopeFacts {
  readonly range?: MinorRange;
  /** The resources that a quota with the scope can limit. */
  readonly resources: readonly string[];
  /** True if the only operator for the scope is Exists. */
  readonly existsOnly: boolean;
}

const POD_RESOURCES = [
  'pods',
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
] as const;

/** https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes */
const SCOPES: ReadonlyMap<string, ScopeFacts> = new Map([
  ['Terminating', { resources: POD_RESOURCES, existsOnly: true }],
  ['NotTerminating', { resources: POD_RESOURCES, existsOnly: true }],
  ['BestEffort', { resources: ['pods'], existsOnly: true }],
  ['NotBestEffort', { resources: POD_RESOURCES, existsOnly: true }],
  ['PriorityClass', { resources: POD_RESOURCES, existsOnly: false }],
  ['CrossNamespacePodAffinity', { resources: POD_RESOURCES, existsOnly: true }],
  [
    'VolumeAttributesClass',
    {
      range: minorsWith('volume-attributes-class-scope'),
      resources: ['persistentvolumeclaims', 'requests.storage'],
      existsOnly: false,
    },
  ],
]);

/** The pairs of scopes that no object has both of. */
export const CONFLICTING_SCOPES: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** Reports whether a quota counts only the objects in its scopes. An empty `scopeSelector` does not limit it. */
export function hasScopes({ root }: Resource<'ResourceQuota'>): boolean {
  const spec = root.get('spec');
  const lists = [spec.get('scopes'), spec.get('scopeSelector').get('matchExpressions')];
  return lists.some((list) => (list.value ?? []).length > 0);
}

/** The scopes that a minor supports. */
export function knownScopes(minor: Minor): readonly string[] {
  return [...SCOPES.keys()].filter((scope) => factsOf(scope, minor) !== undefined);
}

/**
 * The resources that a quota with a scope can limit; undefined for a scope that the minor does not support, which
 * allows any.
 */
export function resourcesOfScope(scope: string, minor: Minor): readonly string[] | undefined {
  return factsOf(scope, minor)?.resources;
}

/** Reports whether the only operator for a scope is Exists. */
export function isExistsOnly(scope: string, minor: Minor): boolean {
  return factsOf(scope, minor)?.existsOnly ?? false;
}

/** The resources of a quota that it cannot limit with a scope. Names with a domain are never checked. */
export function resourcesAgainstScope(
  scope: string,
  resources: readonly string[],
  minor: Minor,
): readonly string[] {
  const allowed = resourcesOfScope(scope, minor);
  if (allowed === undefined) return [];
  return resources.filter((name) => isQuotaResource(name) && !allowed.includes(name));
}

function factsOf(scope: string, minor: Minor): ScopeFacts | undefined {
  const facts = SCOPES.get(scope);
  return facts !== undefined && holdsIn(facts.range ?? {}, minor) ? facts : undefined;
}
