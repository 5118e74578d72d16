import type { LabelSelector } from '../../../server/kubernetes/types.generated.ts';
import type { Mapping } from '../../../yaml/tree.ts';

/** The label that every Namespace has, with its name. */
export const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Labels that selectors select, as far as one value for each key can; undefined if none are needed. */
export function selectedLabels(
  selectors: readonly (LabelSelector | undefined)[],
): Mapping | undefined {
  const labels = new Map<string, string>();
  for (const selector of selectors) {
    for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) labels.set(key, value);
    for (const { key = '', operator, values = [] } of selector?.matchExpressions ?? []) {
      const [first] = values;
      if (operator === 'In' && first !== undefined) labels.set(key, first);
      if (operator === 'Exists' && !labels.has(key)) labels.set(key, 'example');
    }
  }
  return labels.size === 0 ? undefined : Object.fromEntries(labels);
}

/** The name of a Namespace that selectors select, as far as they are about the name. */
export function selectedNamespace(selectors: readonly (LabelSelector | undefined)[]): string {
  const name = selectedLabels(selectors)?.[NAME_LABEL];
  if (typeof name === 'string' && name !== 'example') return name;
  const excluded = selectors.flatMap((selector) =>
    (selector?.matchExpressions ?? []).flatMap(({ key, operator, values = [] }) =>
      key === NAME_LABEL && operator === 'NotIn' ? values : [],
    ),
  );
  return NAMES.find((one) => !excluded.includes(one)) ?? 'default';
}

const NAMES = ['default', 'example', 'other'];
