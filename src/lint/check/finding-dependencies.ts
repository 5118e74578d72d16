import type { Message } from '../../rule/description.ts';
import type { Origin } from '../../rule/origin.ts';
import { isUnrenderedAt, isUnrenderedBelow } from '../../sources/project/placeholders.ts';
import { valueAt } from '../../yaml/index.ts';

/**
 * The fields other than its own that a finding depends on, according to its message.
 *
 * @param field the field of the finding
 */
export function otherFieldsOf(
  { dependsOn = [] }: Message,
  field: string | null,
): readonly string[] {
  return dependsOn.map((other) => fieldInSameItem(other, field ?? ''));
}

/**
 * Another field of the list item that a field is in: `webhooks[*].rules` relative to `webhooks[1].name` is
 * `webhooks[1].rules`.
 */
function fieldInSameItem(other: string, field: string): string {
  const [list, inItem] = other.split('[*]');
  const item = inItem === undefined ? null : /^\[\d+\]/.exec(field.slice(list?.length));
  return item !== null && list !== undefined && field.startsWith(list)
    ? `${list}${item[0]}${inItem}`
    : other;
}

/**
 * Reports whether a finding depends on a part of its object that has a placeholder.
 *
 * @param others fields that it depends on
 * @param whole fields that it depends on with all their content
 */
export function dependsOnPlaceholder(
  { document, path }: Origin,
  others: readonly string[],
  whole: readonly string[],
): boolean {
  if (others.length === 0 && whole.length === 0) return false;
  const value = valueAt(document.value, path) ?? null;
  return (
    others.some((field) => isUnrenderedAt(value, field)) ||
    whole.some((field) => isUnrenderedBelow(value, field))
  );
}
