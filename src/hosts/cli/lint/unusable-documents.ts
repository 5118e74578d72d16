import type { DocumentReport } from '../../../result/verdict.ts';

/** The message about a CRD that the server does not accept. */
export function problemOfCrd(crd: DocumentReport): string {
  return `${refusalOf(crd, 'CRD')}, so its kinds are unknown there; check the file itself for details`;
}

/** The message about a policy or binding that the server does not accept. */
export function problemOfPolicy(document: DocumentReport): string {
  return `${refusalOf(document, document.kind ?? '')}, so it has no effect there; check the file itself for details`;
}

/** The message about an object that the server cannot read. */
export function problemOfObject(document: DocumentReport): string {
  return `${refusalOf(document, document.kind ?? '')}, so no request is made of it; check the file itself for details`;
}

/** The reason why a document cannot be used. */
function refusalOf({ file, line, name, verdicts }: DocumentReport, kind: string): string {
  const unfit = Object.entries(verdicts).filter(([, verdict]) => verdict !== 'accepted');
  const isUnread = unfit.every(([, verdict]) => verdict === 'undecodable');
  const isUnserved = unfit.every(([, verdict]) => verdict === 'unserved');
  const what = name === null ? 'this document' : `the ${kind} ${name}`;
  const minors = unfit.map(([minor]) => minor).join(', ');
  const reason = isUnread
    ? 'cannot be read'
    : `is ${isUnserved ? 'not served' : 'refused'} by Kubernetes ${minors}`;
  return `${file}:${line}: ${what} ${reason}`;
}
