import type { ValueType } from '../../config/value-type.ts';
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
