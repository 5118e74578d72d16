import { builtInKinds } from '../../kubernetes/resources.generated.ts';
import { builtInResources } from '../../kubernetes/resources.ts';

let byGroup: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * The plurals of all kinds that a built-in group has in any version, served by default or not. For kinds that no
 * minor serves by default, the plural is derived from the kind.
 */
export function builtInPlurals(group: string): ReadonlySet<string> {
  byGroup ??= collect();
  return byGroup.get(group) ?? new Set();
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const plurals = new Map<string, Set<string>>();
  const add = (group: string, plural: string): void => {
    const known = plurals.get(group);
    if (known === undefined) plurals.set(group, new Set([plural]));
    else known.add(plural);
  };
  for (const { group, resource } of builtInResources()) add(group, resource);
  for (const [kind, groups] of builtInKinds()) {
    for (const group of groups) add(group, pluralOf(kind.toLowerCase()));
  }
  return plurals;
}

function pluralOf(singular: string): string {
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
