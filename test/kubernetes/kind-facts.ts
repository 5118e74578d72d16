import { allKinds, type KindFacts, type KindName } from '../../src/kubernetes/kinds.ts';

/** The facts of a kind that kubeadmit checks. */
export function kindFacts(kind: KindName): KindFacts {
  const facts = allKinds().get(kind);
  if (facts === undefined) throw new Error(`no kind ${kind}`);
  return facts;
}
