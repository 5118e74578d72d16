import type { ResourceRuleField } from '../../../src/analysis/requests/request-filters.ts';
import { cut } from '../../../src/base/go/cut.ts';

/** Reports whether the lists of a resource rule match everything that the lists of another one match. */
export function coversRule(wide: ResourceRuleField, narrow: ResourceRuleField): boolean {
  const scope = wide.get('scope').value ?? '*';
  const names = wide.get('resourceNames').value ?? [];
  const narrowNames = narrow.get('resourceNames').value ?? [];
  const hasNames =
    names.length === 0 ||
    (narrowNames.length > 0 && narrowNames.every((name) => names.includes(name)));
  return (
    hasNames &&
    (scope === '*' || scope === narrow.get('scope').value) &&
    coversList(wide.get('operations').value, narrow.get('operations').value) &&
    coversList(wide.get('apiGroups').value, narrow.get('apiGroups').value) &&
    coversList(wide.get('apiVersions').value, narrow.get('apiVersions').value) &&
    coversResources(wide.get('resources').value ?? [], narrow.get('resources').value ?? [])
  );
}

type List = readonly string[] | undefined;

function coversList(wide: List = [], narrow: List = []): boolean {
  const entries = new Set(wide);
  return entries.has('*') || narrow.every((entry) => entries.has(entry));
}

function coversResources(wide: readonly string[], narrow: readonly string[]): boolean {
  const entries = new Set(wide);
  return narrow.every((entry) => {
    const [resource, subresource] = cut(entry, '/');
    const other = subresource === undefined ? '*' : `*/${subresource}`;
    return [entry, other, `${resource}/*`, '*/*'].some((pattern) => entries.has(pattern));
  });
}
