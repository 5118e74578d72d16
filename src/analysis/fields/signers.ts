import { toLower } from '../../base/go/lower-case.ts';
import type { Field } from '../../rule/field.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import { isQualifiedName } from '../../server/kubernetes/formats/qualified-name.ts';
import {
  isKubernetesSigner,
  signerNameProblems,
} from '../../server/kubernetes/formats/signer-name.ts';
import type { PodCertificateProjection } from '../../server/kubernetes/types.generated.ts';
import {
  reportInvalid,
  reportTooLong,
  requireRange,
  requireText,
  type ValueReport,
} from './value-checks.ts';

type SignerReport = ValueReport<'required' | 'invalid' | 'tooLong'>;

/** The sum of the lengths of the keys and values of annotations is limited. */
const MAX_ANNOTATIONS = 256 * 1024;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Reports the errors of the name of a signer of certificates. An absent or empty name is an error. */
export function requireSignerName(report: SignerReport, signer: Field<string | undefined>): void {
  if (requireText(report, signer, 'the signer, such as example.com/signer')) {
    checkSignerName(report, signer);
  }
}

/** Reports the errors of the name of a signer of certificates that may be absent or empty. */
export function checkSignerName(
  report: ValueReport<'invalid' | 'tooLong'>,
  signer: Field<string | undefined>,
): void {
  const name = signer.value ?? '';
  if (name === '') return;
  for (const { isLength, problem } of signerNameProblems(name)) {
    (isLength ? reportTooLong : reportInvalid)(report, signer, problem);
  }
}

/**
 * Reports a longest lifetime of a certificate for a pod, in seconds, that the server does not allow. Signers of
 * Kubernetes issue certificates for at most a day, others for at most 91 days.
 */
export function requireLifetime(
  report: ValueReport<'invalid'>,
  lifetime: Field<number | undefined>,
  signer: Field<string | undefined>,
): void {
  requireRange(report, lifetime, {
    least: HOUR,
    most: isKubernetesSigner(signer.value ?? '') ? DAY : 91 * DAY,
  });
}

/** Reports the errors of the annotations that a signer gets. Their keys have a domain. */
export function checkSignerAnnotations(
  report: SignerReport,
  annotations: Field<PodCertificateProjection['userAnnotations']>,
): void {
  const entries = annotations.entries();
  const { path } = annotations;
  for (const { key, field } of entries) {
    const lower = toLower(key);
    if (key === '') {
      const values = { field: 'the key', value: '', problem: 'a key such as example.com/name' };
      report({ message: 'required', at: field, values, path });
    } else if (!isQualifiedName(lower) || !lower.includes('/')) {
      const problem = `'${key}' must be a key with a domain, such as example.com/name`;
      reportInvalid(report, field, problem, { path });
    }
  }
  const size = entries.reduce(
    (sum, { key, field }) => sum + byteLength(key) + byteLength(field.value ?? ''),
    0,
  );
  if (size > MAX_ANNOTATIONS) reportTooLong(report, annotations, 'at most 256 KiB are allowed');
}
