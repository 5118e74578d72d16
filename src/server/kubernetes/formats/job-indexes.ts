import { parseInteger } from '../../../base/go/decimal-integer.ts';

/**
 * The number of indexes in a list of indexes and ranges in ascending order (`0,2-4`). Undefined if the server refuses
 * the list.
 *
 * Source: `validateIndexesFormat` in `pkg/apis/batch/validation/validation.go` of Kubernetes.
 *
 * @param completions of the Job: all indexes are smaller
 */
export function countIndexes(text: string, completions: number): number | undefined {
  if (text === '') return 0;
  let total = 0;
  let last: number | undefined;
  for (const interval of text.split(',')) {
    const bounds = interval.split('-').map((bound) => {
      const parsed = parseInteger(bound);
      return parsed.ok ? Number(parsed.value) : Number.NaN;
    });
    const [first = Number.NaN, end = first] = bounds;
    const isInRange = first < completions && end < completions;
    if (bounds.length > 2 || !isInRange || (bounds.length === 2 && first >= end)) return undefined;
    if (last !== undefined && last >= first) return undefined;
    total += end - first + 1;
    last = end;
  }
  return total;
}
