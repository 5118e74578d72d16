import { cut } from '../../base/go/cut.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../server/kubernetes/minors.ts';
import { builtInResources, resourceName } from '../../server/kubernetes/resources.ts';
import { builtInPlurals } from '../requests/built-in-plurals.ts';
import { isCalled } from '../requests/requested-resources.ts';

/** The resource that a quota counts by `count/NAME`. */
type CountedResource =
  /** A resource of Kubernetes, or one that may exist in the cluster. */
  | { readonly is: 'resource' }
  /** A kind, a singular or a short name; `right` is the name of the resource. */
  | { readonly is: 'kind'; readonly right: string }
  | { readonly is: 'other-group'; readonly resource: string; readonly group: string }
  | { readonly is: 'unknown' };

/**
 * The resource that the `NAME` of `count/NAME` refers to: `RESOURCE.GROUP`, or only `RESOURCE` for the core group. Of
 * resources in groups outside of Kubernetes, it is only known that their names are lowercase.
 */
export function countedResource(name: string, minor: Minor): CountedResource {
  const [plural, group = ''] = cut(name, '.');
  const resources = builtInResources().filter((resource) => holdsIn(resource, minor));
  const ofGroup = resources.filter((resource) => resource.group === group);
  if (ofGroup.some(({ resource }) => resource === plural)) return { is: 'resource' };
  const meant = ofGroup.find((resource) => isCalled(resource, plural));
  if (meant !== undefined) return { is: 'kind', right: resourceName(meant) };
  if (!isBuiltInGroup(group)) return { is: /[A-Z]/.test(name) ? 'unknown' : 'resource' };
  // An alpha or beta API that a flag enables.
  if (builtInPlurals(group).has(plural)) return { is: 'resource' };
  const elsewhere = resources.find(({ resource }) => resource === plural);
  if (elsewhere === undefined || group !== '') return { is: 'unknown' };
  return { is: 'other-group', resource: plural, group: elsewhere.group };
}
