import { getOrCompute } from '../../base/get-or-compute.ts';
import {
  allKinds,
  groupsOfBuiltInKind,
  kindsWithoutResource,
} from '../../server/kubernetes/kinds.ts';

let byGroup: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * The plurals of all kinds that a built-in group has in any version, served by default or not. For kinds without a
 * resource, the plural is derived from the kind.
 */
export function builtInPlurals(group: string): ReadonlySet<string> {
  byGroup ??= collect();
  return byGroup.get(group) ?? new Set();
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const plurals = new Map<string, Set<string>>();
  const add = (group: string, plural: string): void => {
    getOrCompute(plurals, group, () => new Set<string>()).add(plural);
  };
  for (const { kind, plural } of allKinds()) {
    for (const group of groupsOfBuiltInKind(kind)) add(group, plural);
  }
  for (const kind of kindsWithoutResource()) {
    for (const group of groupsOfBuiltInKind(kind)) add(group, pluralOf(kind.toLowerCase()));
  }
  return plurals;
}

function pluralOf(singular: string): string {
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
