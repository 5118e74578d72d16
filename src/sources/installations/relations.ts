import { findKind } from '../../server/kubernetes/kinds.ts';
import { POD_SECURITY_LABELS } from '../../server/kubernetes/pod-security.ts';
import type { InstallationFacts } from './installations.ts';
import { ObjectNames } from './object-names.ts';

const isOfPodSecurity = (label: string): boolean => label.startsWith(POD_SECURITY_LABELS);

/**
 * Reports whether some rule may report something about the objects of an installation together, or about the lack of
 * one.
 */
export function hasRelations({ objects }: InstallationFacts): boolean {
  const [first, second] = objects;
  if (second === undefined) return findKind(first?.facts.kind ?? '')?.needsOthers !== undefined;
  const names = new ObjectNames();
  let hasPod = false;
  let isFirst = true;
  for (const { facts } of objects) {
    const { kind } = facts;
    const { relations, isNeededByPods } = findKind(kind) ?? {};
    if (relations === 'refers') return true;
    // The labels of a Namespace decide about the pods in it.
    if (kind === 'Namespace' && [...facts.labels.keys()].some(isOfPodSecurity)) return true;
    const isNew = names.add(facts);
    // The relation may be a Namespace after the objects in it, a Pod before an object that it needs, or a duplicate
    // object.
    if (kind === 'Namespace' ? !isFirst : !isNew) return true;
    if (hasPod && isNeededByPods) return true;
    hasPod ||= kind === 'Pod';
    isFirst = false;
  }
  return false;
}
