import { builtInPlurals } from '../../../src/analysis/requests/built-in-plurals.ts';
import { hasSubresource, isCalled } from '../../../src/analysis/requests/requested-resources.ts';
import {
  builtInResourcesOf,
  type ResolvedRule,
  type RuleTarget,
} from '../../../src/analysis/requests/resolved-rules.ts';
import { editDistance } from '../../../src/server/kubernetes/edit-distance.ts';
import {
  type BuiltInResource,
  builtInResources,
} from '../../../src/server/kubernetes/resources.ts';

/** The reason why an entry of `resources` does not name an existing resource. */
type ResourceMistake =
  | { readonly is: 'capitals' | 'singular' | 'subresource' | 'typo'; readonly right: string }
  | { readonly is: 'other-group'; readonly group: string }
  | { readonly is: 'unknown-subresource' | 'unknown' };

/**
 * The reason why an entry of `resources` does not name an existing resource; undefined if it does or if that is not
 * known. A name in uppercase never exists; everything else is known only for rules with built-in groups. Resources
 * that any minor serves, or that a flag enables, exist.
 */
export function resourceMistakeIn(
  { hasBuiltInGroupsOnly, groups }: ResolvedRule,
  { resource, subresource }: RuleTarget,
): ResourceMistake | undefined {
  if (!/^[A-Za-z0-9.-]+$/.test(resource)) return undefined;
  const rest = subresource === undefined ? '' : `/${subresource}`;
  if (/[A-Z]/.test(resource)) {
    return { is: 'capitals', right: `${pluralFor(resource)}${rest}` };
  }
  if (!hasBuiltInGroupsOnly) return undefined;
  const listed = (known: BuiltInResource): boolean => groups.includes(known.group);
  const here = builtInResourcesOf(resource).filter(listed);
  if (here.length > 0) {
    return hasAnySubresource(here, subresource) ? undefined : { is: 'unknown-subresource' };
  }
  if (groups.some((group) => builtInPlurals(group).has(resource))) return undefined;
  const candidates = builtInResources();
  const named = candidates.find((known) => listed(known) && isCalled(known, resource));
  if (named !== undefined) return { is: 'singular', right: `${named.resource}${rest}` };
  const [elsewhere] = builtInResourcesOf(resource);
  if (elsewhere !== undefined) return { is: 'other-group', group: elsewhere.group };
  const owner = candidates.find((known) => listed(known) && hasSubresource(known, resource));
  if (owner !== undefined && rest === '') {
    return { is: 'subresource', right: `${owner.resource}/${resource}` };
  }
  const near = candidates.find(
    (known) => listed(known) && resource.length > 3 && editDistance(resource, known.resource) <= 2,
  );
  return near === undefined ? { is: 'unknown' } : { is: 'typo', right: `${near.resource}${rest}` };
}

/** Reports whether one of several resources has a subresource. This rule accepts an empty name and a wildcard. */
function hasAnySubresource(
  resources: readonly BuiltInResource[],
  subresource: string | undefined,
): boolean {
  if (subresource === undefined || subresource === '' || subresource.includes('*')) return true;
  return resources.some((resource) => hasSubresource(resource, subresource));
}

/** The most likely plural for a kind, or for a plural with uppercase letters. */
function pluralFor(name: string): string {
  const lower = name.toLowerCase();
  if (builtInResourcesOf(lower).length > 0) return lower;
  const known = builtInResources().find((resource) => isCalled(resource, lower));
  if (known !== undefined) return known.resource;
  if (lower.endsWith('s')) return lower;
  return lower.endsWith('y') ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}
