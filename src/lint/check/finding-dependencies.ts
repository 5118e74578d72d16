import type { Origin } from '../../rule/resource.ts';
import type { Message } from '../../rule/rule.ts';
import { isUnrenderedAt, isUnrenderedBelow } from '../../sources/project/placeholders.ts';
import { valueAt } from '../../yaml/index.ts';

/**
 * The fields that a finding depends on beside its own, as its message says.
 *
 * @param field of the finding
 */
export function fieldsBeside({ dependsOn = [] }: Message, field: string | null): readonly string[] {
  return dependsOn.map((other) => besideField(other, field ?? ''));
}

/** Another field of the list item that a field is in: `webhooks[*].rules` beside `webhooks[1].name` is `webhooks[1].rules`. */
function besideField(other: string, field: string): string {
  const [list, inItem] = other.split('[*]');
  const item = inItem === undefined ? null : /^\[\d+\]/.exec(field.slice(list?.length));
  return item !== null && list !== undefined && field.startsWith(list)
    ? `${list}${item[0]}${inItem}`
    : other;
}

/**
 * Whether a finding depends on something of its object that is still to be filled in.
 *
 * @param beside fields that it depends on
 * @param whole fields that it depends on with all their content
 */
export function dependsOnPlaceholder(
  { document, path }: Origin,
  beside: readonly string[],
  whole: readonly string[],
): boolean {
  if (beside.length === 0 && whole.length === 0) return false;
  const value = valueAt(document.value, path) ?? null;
  return (
    beside.some((field) => isUnrenderedAt(value, field)) ||
    whole.some((field) => isUnrenderedBelow(value, field))
  );
}
