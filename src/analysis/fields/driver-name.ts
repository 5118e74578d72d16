import { toLower } from '../../base/go/lower-case.ts';
import type { Field } from '../../rule/field.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { subdomainProblem } from '../metadata/names.ts';
import {
  reportInvalid,
  reportTooLong,
  requireFormat,
  requireText,
  type ValueReport,
} from './value-checks.ts';

const LONGEST = 63;

/**
 * Reports the errors of the name of a driver of storage or devices: a DNS name of at most 63 bytes, with letters of any
 * case.
 *
 * Source: `ValidateCSIDriverName` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 *
 * @returns true if there is a name
 */
export function requireDriverName(
  report: ValueReport<'required' | 'invalid' | 'tooLong'>,
  field: Field<string | undefined>,
  minor: Minor,
): boolean {
  if (!requireText(report, field, 'the name of the driver')) {
    if (!serverHas('empty-driver-names-not-validated', minor)) {
      reportInvalid(report, field, 'it is not a DNS name');
    }
    return false;
  }
  if (byteLength(field.value ?? '') > LONGEST) {
    reportTooLong(report, field, `at most ${LONGEST} bytes are allowed`);
  }
  requireFormat(report, field, (text) => subdomainProblem(toLower(text)));
  return true;
}
