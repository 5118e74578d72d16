import type { MinorRange } from './minors.ts';
import { builtInKinds, resourceTable } from './resources.generated.ts';

/** A resource that an API server with default flags serves in some supported minor. */
export interface BuiltInResource extends MinorRange {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name, as it stands in paths. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  /** The names of its subresources, with the minors that have them where not all do. */
  readonly subresources?: Readonly<Record<string, MinorRange>>;
}

let resources: readonly BuiltInResource[] | undefined;
let groups: ReadonlySet<string> | undefined;
let kinds: Readonly<Record<string, readonly string[]>> | undefined;

/** All built-in resources; `holdsIn(resource, minor)` tells whether a minor serves one. */
export function builtInResources(): readonly BuiltInResource[] {
  resources ??= resourceTable();
  return resources;
}

/** The groups that have a built-in kind, served by default or not; none for what is no built-in kind. */
export function groupsOfBuiltInKind(kind: string): readonly string[] {
  kinds ??= builtInKinds();
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? []) : [];
}

/** Tells whether an API group is one of Kubernetes itself (also one that is gone: `extensions`). */
export function isBuiltInGroup(group: string): boolean {
  kinds ??= builtInKinds();
  groups ??= new Set(['', 'extensions', ...Object.values(kinds).flat()]);
  return groups.has(group);
}
