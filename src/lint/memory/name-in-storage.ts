import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import type { ObjectName } from '../../sources/installations/object-names.ts';
import { mappingIn, type Value } from '../../yaml/index.ts';

/** The name of an object; undefined if it has none yet. */
export function nameInStorage(
  apiVersion: string,
  kind: string,
  value: Value,
): ObjectName | undefined {
  const { name, namespace } = mappingIn(value, 'metadata');
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    group: groupOfObjects(apiVersion, kind),
    kind,
    name,
    namespace: typeof namespace === 'string' && namespace !== '' ? namespace : null,
  };
}

/** The group under which the objects of a kind are known: some kinds have versions in two groups, such as Event. */
function groupOfObjects(apiVersion: string, kind: string): string {
  const facts = findKind(kind);
  return facts?.versions.has(apiVersion) ? facts.group : groupAndVersion(apiVersion).group;
}
