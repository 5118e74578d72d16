import { cut } from '../../base/go/cut.ts';
import { holdsIn, type Minor } from '../../server/kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../server/kubernetes/resources.ts';
import { builtInPlurals } from './built-in-plurals.ts';

/** The resource that `RESOURCE` or `RESOURCE/SUBRESOURCE` refers to in some built-in API groups. */
type RequestedResource =
  | { readonly is: 'served'; readonly resource: BuiltInResource }
  /** A resource that is served only if `--runtime-config` enables it. */
  | { readonly is: 'optional' }
  /** The kind, the singular or the short name of a resource instead of its plural. */
  | { readonly is: 'misnamed'; readonly right: string }
  /** A resource of another group. */
  | { readonly is: 'elsewhere'; readonly group: string }
  | { readonly is: 'unknown' };

/**
 * Looks up an entry of `resources` that has no wildcards.
 *
 * @param groups built-in API groups; the core group is the empty string
 */
export function findResource(
  name: string,
  groups: ReadonlySet<string>,
  minor: Minor,
): RequestedResource {
  const [plural, subresource] = cut(name, '/');
  const all = builtInResources().filter((resource) => holdsIn(resource, minor));
  const ofGroups = all.filter(({ group }) => groups.has(group));
  const named = ofGroups.filter(({ resource }) => resource === plural);
  const served = named.find((resource) => hasSubresource(resource, subresource, minor));
  if (served !== undefined) return { is: 'served', resource: served };
  if (named.length > 0) return { is: 'unknown' };
  if ([...groups].some((group) => builtInPlurals(group).has(plural))) return { is: 'optional' };
  const meant = ofGroups.find((resource) => isCalled(resource, plural));
  if (meant !== undefined) {
    const right = subresource === undefined ? meant.resource : `${meant.resource}/${subresource}`;
    return { is: 'misnamed', right };
  }
  const elsewhere = all.find(({ resource }) => resource === plural);
  return elsewhere === undefined ? { is: 'unknown' } : { is: 'elsewhere', group: elsewhere.group };
}

/**
 * Reports whether a resource has a subresource.
 *
 * @param name the name of the subresource; undefined for the resource itself, which always exists
 * @param minor the minor; undefined for any minor
 */
export function hasSubresource(
  { subresources }: BuiltInResource,
  name: string | undefined,
  minor?: Minor,
): boolean {
  if (name === undefined) return true;
  const range = subresources?.get(name);
  return range !== undefined && (minor === undefined || holdsIn(range, minor));
}

/** Reports whether a name is the kind of a resource, in upper or lower case, or one of its short names. */
export function isCalled({ kind, shortNames }: BuiltInResource, name: string): boolean {
  return name.toLowerCase() === kind.toLowerCase() || (shortNames?.includes(name) ?? false);
}
