import type { Field } from '../../rule/field.ts';
import { isPortNumber, portNameProblems } from '../../server/kubernetes/formats/port.ts';
import type { IntOrString } from '../../server/kubernetes/types.generated.ts';
import { reportInvalid, type ValueReport } from './value-checks.ts';
import { unquotedFix } from './value-fixes.ts';

export const PROTOCOLS: readonly string[] = ['TCP', 'UDP', 'SCTP'];

/** Reports a number that is not the number of a port. An absent number counts as 0. */
export function requirePortNumber(
  report: ValueReport<'invalid'>,
  field: Field<number | bigint | undefined>,
): void {
  if (field.pruned || isPortNumber(Number(field.value ?? 0))) return;
  reportInvalid(report, field, 'it must be between 1 and 65535');
}

/** Reports a value that is neither the number nor the name of a port. An absent value is not checked. */
export function requirePort(
  report: ValueReport<'invalid'>,
  field: Field<IntOrString | undefined>,
): void {
  const { value } = field;
  if (typeof value === 'number') {
    if (!isPortNumber(value)) reportInvalid(report, field, 'it must be between 1 and 65535');
  } else if (value !== undefined) {
    const [problem] = portNameProblems(value);
    if (problem !== undefined) reportInvalid(report, field, problem, { fix: unquotedFix(field) });
  }
}
