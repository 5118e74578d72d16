import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../kubernetes/resources.ts';
import { builtInPlurals } from './built-in-plurals.ts';

/** What `RESOURCE` or `RESOURCE/SUBRESOURCE` is among some of the groups of Kubernetes itself. */
export type RequestedResource =
  | { readonly is: 'served'; readonly resource: BuiltInResource }
  /** Nothing that is served by default, but a flag may turn it on. */
  | { readonly is: 'optional' }
  /** A kind, a singular or a short name. */
  | { readonly is: 'misnamed'; readonly right: string }
  | { readonly is: 'elsewhere'; readonly group: string }
  | { readonly is: 'unknown' };

/** Looks up what a rule about requests has under `resources`, without wildcards. */
export function findResource(
  name: string,
  groups: ReadonlySet<string>,
  minor: Minor,
): RequestedResource {
  const slash = name.indexOf('/');
  const plural = slash < 0 ? name : name.slice(0, slash);
  const subresource = slash < 0 ? undefined : name.slice(slash + 1);
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

function hasSubresource(
  { subresources }: BuiltInResource,
  name: string | undefined,
  minor: Minor,
): boolean {
  if (name === undefined) return true;
  const range = subresources?.[name];
  return range !== undefined && holdsIn(range, minor);
}

/** Whether a text is another name for a resource that people use: its kind, or a short name. */
export function isCalled({ kind, shortNames }: BuiltInResource, text: string): boolean {
  return text.toLowerCase() === kind.toLowerCase() || (shortNames?.includes(text) ?? false);
}
