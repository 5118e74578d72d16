import type { MinorRange } from './minors.ts';
import { builtInKinds, resourceTable } from './resources.generated.ts';

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
let groups: ReadonlySet<string> | undefined;
let kinds: ReadonlyMap<string, readonly string[]> | undefined;

/** All built-in resources; `holdsIn(resource, minor)` says whether a minor serves one. */
export function builtInResources(): readonly BuiltInResource[] {
  resources ??= resourceTable();
  return resources;
}

/**
 * The groups that have a built-in kind of this name, served by default or not; empty if it is not a
 * built-in kind.
 */
export function groupsOfBuiltInKind(kind: string): readonly string[] {
  kinds ??= builtInKinds();
  return kinds.get(kind) ?? [];
}

/** Whether an API group is part of Kubernetes, including the removed group `extensions`. */
export function isBuiltInGroup(group: string): boolean {
  kinds ??= builtInKinds();
  groups ??= new Set(['', 'extensions', ...[...kinds.values()].flat()]);
  return groups.has(group);
}
