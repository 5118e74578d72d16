import type { LabelSelector } from '../../kubernetes/types.generated.ts';
import type { Labels } from '../../project/label-selector.ts';

/**
 * Whether a selector selects something with these labels; one without requirements selects everything.
 * Source: `LabelSelectorAsSelector` and `Requirement.Matches` of apimachinery.
 */
export function selectorMatches(selector: LabelSelector, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels.get(key) === value) &&
    matchExpressions.every(({ key = '', operator, values = [] }) => {
      const value = labels.get(key);
      switch (operator) {
        case 'In':
          return value !== undefined && values.includes(value);
        case 'NotIn':
          return value === undefined || !values.includes(value);
        case 'Exists':
          return value !== undefined;
        case 'DoesNotExist':
          return value === undefined;
        default:
          return false;
      }
    })
  );
}
