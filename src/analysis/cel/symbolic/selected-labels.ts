import type { Field } from '../../../rule/field.ts';
import type { LabelSelector } from '../../../server/kubernetes/types.generated.ts';

/** The keys of the labels that every object has that a selector selects. */
export function selectedLabels(selector: Field<LabelSelector | undefined>): ReadonlySet<string> {
  const keys = selector
    .get('matchLabels')
    .entries()
    .map(({ key }) => key);
  for (const expression of selector.itemsOf('matchExpressions')) {
    const operator = expression.get('operator').value;
    const key = expression.get('key').value;
    if (key !== undefined && (operator === 'In' || operator === 'Exists')) keys.push(key);
  }
  return new Set(keys);
}
