import {
  findKind,
  type KindName,
  type ValidatedKindFacts,
} from '../../src/server/kubernetes/kinds.ts';

/** The facts of a kind whose values are validated. */
export function kindFacts(kind: KindName): ValidatedKindFacts {
  const facts = findKind(kind);
  if (facts?.validated !== true) throw new Error(`no kind ${kind}`);
  return facts;
}
