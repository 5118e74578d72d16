import { builtInPlurals } from '../../../src/analysis/requests/built-in-plurals.ts';
import {
  builtInResourcesOf,
  type RuleReading,
  type RuleTarget,
} from '../../../src/analysis/requests/rule-targets.ts';
import { editDistance } from '../../../src/kubernetes/edit-distance.ts';
import { type BuiltInResource, builtInResources } from '../../../src/kubernetes/resources.ts';

/** Why an entry of `resources` names nothing that exists. */
export type ResourceSlip =
  | { readonly is: 'capitals' | 'singular' | 'subresource' | 'typo'; readonly right: string }
  | { readonly is: 'other-group'; readonly group: string }
  | { readonly is: 'unknown-subresource' | 'unknown' };

/**
 * Tells why an entry names nothing that exists, as far as it can be known: capital letters match nothing
 * anywhere, all else is only known where a rule names no groups but those of Kubernetes. What some minor
 * serves, or a flag turns on, exists.
 */
export function resourceSlipIn(
  { closed, groups }: RuleReading,
  { resource, subresource }: RuleTarget,
): ResourceSlip | undefined {
  if (!/^[A-Za-z0-9.-]+$/.test(resource)) return undefined;
  const rest = subresource === undefined ? '' : `/${subresource}`;
  if (/[A-Z]/.test(resource)) {
    return { is: 'capitals', right: `${pluralFor(resource)}${rest}` };
  }
  if (!closed) return undefined;
  const listed = (known: BuiltInResource): boolean => groups.includes(known.group);
  const here = builtInResourcesOf(resource).filter(listed);
  if (here.length > 0) {
    return isSubresource(here, subresource) ? undefined : { is: 'unknown-subresource' };
  }
  if (groups.some((group) => builtInPlurals(group).has(resource))) return undefined;
  const candidates = builtInResources();
  const named = candidates.find((known) => listed(known) && hasName(known, resource));
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

function isSubresource(
  resources: readonly BuiltInResource[],
  subresource: string | undefined,
): boolean {
  if (subresource === undefined || subresource === '' || subresource.includes('*')) return true;
  return resources.some((resource) => hasSubresource(resource, subresource));
}

function hasSubresource({ subresources }: BuiltInResource, name: string): boolean {
  return subresources !== undefined && Object.hasOwn(subresources, name);
}

/** Whether a text is a kind, in lower case as singulars are, or a short name. */
function hasName({ kind, shortNames }: BuiltInResource, text: string): boolean {
  return kind.toLowerCase() === text || (shortNames?.includes(text) ?? false);
}

/** The plural that a kind, or a plural with capital letters, is most likely meant to be. */
function pluralFor(text: string): string {
  const lower = text.toLowerCase();
  if (builtInResourcesOf(lower).length > 0) return lower;
  const known = builtInResources().find((resource) => hasName(resource, lower));
  if (known !== undefined) return known.resource;
  if (lower.endsWith('s')) return lower;
  return lower.endsWith('y') ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}
