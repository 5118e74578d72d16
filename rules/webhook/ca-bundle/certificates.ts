import { base64Text } from '../../../src/server/kubernetes/formats/base64-bytes.ts';
import { bundleContent } from '../../../src/server/kubernetes/formats/pem.ts';
import { type Certificate, readCertificates } from '../../../src/server/kubernetes/formats/x509.ts';

/** The problem of a bundle of certificates. `day` has the form `2026-01-31`. */
export type BundleProblem =
  | { readonly is: 'absent' }
  | { readonly is: 'twice' | 'other' | 'broken' | 'noAuthority' }
  | { readonly is: 'expired' | 'early'; readonly day: string };

/**
 * Finds the reason why a certificate cannot be verified with a CA bundle; undefined if there is none.
 *
 * @param bundle valid base64, or the empty string
 * @param now the date to check validity periods against; without it they are not checked
 */
export function bundleProblem(bundle: string, now: Date | undefined): BundleProblem | undefined {
  switch (bundleContent(bundle)) {
    case 'blank':
      return { is: 'absent' };
    case 'encoded-twice':
      return { is: 'twice' };
    case 'other':
      return { is: 'other' };
    case 'certificates':
      return problemOf(readCertificates(base64Text(bundle)), now);
  }
}

function problemOf(
  certificates: readonly Certificate[],
  now: Date | undefined,
): BundleProblem | undefined {
  if (certificates.length === 0) return { is: 'broken' };
  if (now !== undefined) {
    const ends = certificates.map(({ notAfter }) => notAfter.getTime());
    const begins = certificates.map(({ notBefore }) => notBefore.getTime());
    const last = ends.reduce((a, b) => Math.max(a, b));
    const first = begins.reduce((a, b) => Math.min(a, b));
    if (last < now.getTime()) return { is: 'expired', day: dayOf(last) };
    if (first > now.getTime()) return { is: 'early', day: dayOf(first) };
  }
  // A self-signed certificate is the one that a webhook without a CA presents.
  const isPinned = certificates.every(({ isAuthority, selfIssued }) => !isAuthority && !selfIssued);
  return isPinned ? { is: 'noAuthority' } : undefined;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
