import type { LabelSelector } from '../kubernetes/types.generated.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';

/** The labels of an object. */
export function labelsOf(object: Mapping | undefined): Mapping {
  const metadata = object?.metadata;
  const labels = isMapping(metadata) ? metadata.labels : undefined;
  return isMapping(labels) ? labels : {};
}

/**
 * Whether a selector selects labels. An empty one selects everything.
 *
 * Source: `LabelSelectorAsSelector` of apimachinery, and `Requirement.Matches` there.
 */
export function selects(selector: LabelSelector, labels: Mapping): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const has = (key: string) => Object.hasOwn(labels, key);
  return (
    Object.entries(matchLabels).every(([key, value]) => has(key) && labels[key] === value) &&
    matchExpressions.every(({ key = '', operator, values = [] }) => {
      const value = has(key) ? labels[key] : undefined;
      switch (operator) {
        case 'In':
          return value !== undefined && values.some((one) => one === value);
        case 'NotIn':
          return value === undefined || !values.some((one) => one === value);
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
