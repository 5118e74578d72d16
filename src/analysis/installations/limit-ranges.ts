import { onceForEach } from '../../base/once-for-each.ts';
import type { Installation, InstalledObject } from '../../rule/installation.ts';

/**
 * Reports whether a LimitRange in the namespace of an object may set the amounts that containers lack. If the input is
 * incomplete, it may also lack a LimitRange.
 */
export function mayHaveLimitRange(object: InstalledObject, installation: Installation): boolean {
  const limited = limitedNamespaces(installation);
  return !installation.isComplete || limited.has(undefined) || limited.has(object.namespace);
}

/** The namespaces with a LimitRange; undefined for one that the files do not name. */
const limitedNamespaces = onceForEach(
  (installation: Installation): ReadonlySet<string | undefined> =>
    new Set(installation.find('', 'LimitRange').map(({ namespace }) => namespace)),
);
