import { isAdmissionKind } from '../../analysis/admission/policy-kinds.ts';
import type { DocumentReport } from '../../result/verdict.ts';

/** Reports whether a document is a policy, a binding or a CRD that some minor refuses, or cannot be read. */
export function isUnusable({ kind, verdicts, skipped }: DocumentReport): boolean {
  const isMeant = kind === null || kind === 'CustomResourceDefinition' || isAdmissionKind(kind);
  const isUsed = Object.values(verdicts).every((verdict) => verdict === 'accepted');
  return skipped === undefined && isMeant && !isUsed;
}

/** Reports whether a document is an object that no request can be made from, because the server cannot read it. */
export function isUndecodable({ verdicts, skipped }: DocumentReport): boolean {
  return skipped === undefined && Object.values(verdicts).includes('undecodable');
}
