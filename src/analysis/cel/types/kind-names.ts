import type { GroupVersionKind } from '../../../server/kubernetes/api-version.ts';
import { apiVersionOf } from '../../../server/kubernetes/api-version.ts';

/** The number of kinds that a message names. */
const MAX_NAMED_KINDS = 3;

/**
 * Names kinds for a message: `v1 Pod`, `apps/v1 Deployment and batch/v1 Job`. Of more than {@link MAX_NAMED_KINDS} it
 * names the first ones: `v1 Pod, apps/v1 Deployment and 4 more kinds`.
 */
export function describeKinds(kinds: readonly GroupVersionKind[]): string {
  const names = kinds.map((one) => `${apiVersionOf(one)} ${one.kind}`);
  if (names.length < 2) return names.join('');
  if (names.length <= MAX_NAMED_KINDS) {
    return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  }
  const named = names.slice(0, MAX_NAMED_KINDS - 1);
  return `${named.join(', ')} and ${names.length - named.length} more kinds`;
}

/** A key that two kinds have in common only if they are the same kind. */
export function kindKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

/** Removes repeated kinds; the order is that of the first occurrences. */
export function distinctKinds(kinds: readonly GroupVersionKind[]): readonly GroupVersionKind[] {
  return [...new Map(kinds.map((kind) => [kindKey(kind), kind])).values()];
}
