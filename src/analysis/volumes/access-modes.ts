import type { Field } from '../../rule/field.ts';
import { forbid, requireItems, requireOneOf, type ValueReport } from '../fields/value-checks.ts';

const ACCESS_MODES = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'];

/** Reports the errors of the access modes of a claim or volume. The server reports the path of the list. */
export function requireAccessModes(
  report: ValueReport<'required' | 'unsupported' | 'forbidden'>,
  list: Field<readonly string[] | undefined>,
): void {
  requireItems(report, list, 'a list such as [ReadWriteOnce]');
  const modes = list.items();
  for (const mode of modes) requireOneOf(report, mode, ACCESS_MODES, { path: list.path });
  const known = modes.filter(({ value = '' }) => ACCESS_MODES.includes(value));
  const single = known.filter(({ value }) => value === 'ReadWriteOncePod');
  const [first] = single;
  if (first !== undefined && single.length < known.length) {
    const place = { path: list.path };
    forbid(report, first, 'ReadWriteOncePod cannot be combined with other modes', place);
  }
}
