import { holdsIn, type Minor, type MinorRange } from '../../kubernetes/minors.ts';
import { minorsWith } from '../../kubernetes/server-changes.ts';
import { isQuotaResource } from './resource-names.ts';

interface ScopeFacts {
  readonly range?: MinorRange;
  /** The resources that a quota with the scope can have. */
  readonly resources: readonly string[];
  /** Whether a selector can only ask that the scope is there, not for values. */
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
const SCOPES: ReadonlyMap<string, ScopeFacts> = new Map(
  Object.entries<ScopeFacts>({
    Terminating: { resources: POD_RESOURCES, existsOnly: true },
    NotTerminating: { resources: POD_RESOURCES, existsOnly: true },
    BestEffort: { resources: ['pods'], existsOnly: true },
    NotBestEffort: { resources: POD_RESOURCES, existsOnly: true },
    PriorityClass: { resources: POD_RESOURCES, existsOnly: false },
    CrossNamespacePodAffinity: { resources: POD_RESOURCES, existsOnly: true },
    VolumeAttributesClass: {
      range: minorsWith('volume-attributes-class-scope'),
      resources: ['persistentvolumeclaims', 'requests.storage'],
      existsOnly: false,
    },
  }),
);

/** Scopes of which nothing has both. */
export const CONFLICTING_SCOPES: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** The scopes that a minor knows. */
export function knownScopes(minor: Minor): readonly string[] {
  return [...SCOPES.keys()].filter((scope) => factsOf(scope, minor) !== undefined);
}

/** The resources that a quota with a scope can have; undefined for a scope that the minor does not know, which allows any. */
export function resourcesOfScope(scope: string, minor: Minor): readonly string[] | undefined {
  return factsOf(scope, minor)?.resources;
}

/** Whether a selector can only ask whether a scope is there. */
export function isExistsOnly(scope: string, minor: Minor): boolean {
  return factsOf(scope, minor)?.existsOnly ?? false;
}

/** The resources of a quota that a scope does not go with; of those with a domain the server looks at none. */
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
