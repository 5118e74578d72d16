import { compareUnits } from '../../base/compare.ts';
import { groupAndVersion } from './api-version.ts';
import { allKinds } from './kinds.ts';
import type { MinorRange } from './minors.ts';

/** A resource that an API server with default flags serves in some supported minor. */
export interface BuiltInResource extends MinorRange {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name, as in URLs. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  /** The names of its subresources, each with the minors that have it. */
  readonly subresources?: ReadonlyMap<string, MinorRange>;
}

let resources: readonly BuiltInResource[] | undefined;

/**
 * All built-in resources, by group, version and name. `holdsIn(resource, minor)` reports whether a minor serves one.
 */
export function builtInResources(): readonly BuiltInResource[] {
  resources ??= servedResources().sort(
    (a, b) =>
      compareUnits(a.group, b.group) ||
      compareUnits(a.version, b.version) ||
      compareUnits(a.resource, b.resource),
  );
  return resources;
}

function servedResources(): BuiltInResource[] {
  return allKinds().flatMap(({ kind, plural, namespaced, shortNames, versions }) =>
    [...versions].flatMap(([apiVersion, { served, subresources }]) => {
      if (served === undefined) return [];
      return {
        ...groupAndVersion(apiVersion),
        resource: plural,
        kind,
        namespaced,
        ...served,
        ...(shortNames && { shortNames }),
        ...(subresources && { subresources }),
      };
    }),
  );
}

/**
 * A resource as the server writes it: `pods`, `deployments.apps`.
 *
 * Source: `GroupResource.String` in `pkg/runtime/schema/group_version.go` of apimachinery
 */
export function resourceName({
  group,
  resource,
}: Pick<BuiltInResource, 'group' | 'resource'>): string {
  return group === '' ? resource : `${resource}.${group}`;
}
