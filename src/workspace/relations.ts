import type { InstallationFacts } from './installations.ts';
import { isNeededByPods, refersToOthers } from './referring-kinds.ts';

/** Whether some rule may have something to say about the objects of an installation together. */
export function hasRelations({ objects }: InstallationFacts): boolean {
  if (objects.length < 2) return false;
  const identities = new Set<string>();
  let hasPod = false;
  for (const { facts } of objects) {
    const { group, kind, namespace, name } = facts;
    if (refersToOthers(kind)) return true;
    const identity = `${group}\n${kind}\n${namespace ?? ''}\n${name}`;
    // A Namespace after the objects in it, what a Pod needs after it, or an object given twice.
    if (kind === 'Namespace' ? identities.size > 0 : identities.has(identity)) return true;
    if (hasPod && isNeededByPods(kind)) return true;
    hasPod ||= kind === 'Pod';
    identities.add(identity);
  }
  return false;
}
