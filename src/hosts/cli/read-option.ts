import { KUBERNETES_VERSION } from '../../config/kubernetes-version.ts';
import type { ValueType } from '../../config/value-type.ts';
import { MINORS, type Minor } from '../../server/kubernetes/minors.ts';
import { UsageError } from './exit.ts';

/**
 * Reads the value of an option as a configuration would be read.
 *
 * @throws UsageError
 */
export function readOption<T>(type: ValueType<T>, text: string): T {
  const value = type.read(text, [], {
    report: (_, problem) => {
      throw new UsageError(problem);
    },
    written: () => text,
    pathOf: (path) => path,
  });
  if (value === undefined) throw new Error('a value was refused without a problem');
  return value;
}

/**
 * Reads a minor for a command that runs with one of them.
 *
 * @throws UsageError
 */
export function readMinor(text: string): Minor {
  const [minor, ...others] = readOption(KUBERNETES_VERSION, text);
  if (minor === undefined || others.length > 0) {
    throw new UsageError(`${text} must be one minor, such as ${MINORS[0]}`);
  }
  return minor;
}
