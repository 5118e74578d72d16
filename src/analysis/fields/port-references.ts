import type { Field } from '../../rule/field.ts';
import { isPortNumber, portNameProblems } from '../../server/kubernetes/formats/port.ts';
import type { IntOrString } from '../../server/kubernetes/types.generated.ts';

/**
 * The error of a port that is given by its number or its name, as a clause. Undefined for a valid port. An absent port
 * counts as number 0, and a number in quotes as a name.
 *
 * Source: `ValidatePortNumOrName` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function portProblem(port: Field<IntOrString | undefined>): string | undefined {
  const { value = 0 } = port;
  if (port.pruned) return undefined;
  if (typeof value === 'string') {
    if (/^[0-9]+$/.test(value)) return 'remove the quotes, which make it the name of a port';
    const [problem] = portNameProblems(value);
    return problem;
  }
  return isPortNumber(value) ? undefined : 'a number must be between 1 and 65535';
}
