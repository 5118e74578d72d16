import { isMapping, mappingIn } from '../../yaml/index.ts';
import type { LabelSelector } from './types.generated.ts';
import type { Value } from './value.ts';

/** The labels or annotations of an object. */
export type Labels = ReadonlyMap<string, string>;

const NO_LABELS: Labels = new Map();

/** The labels of an object. A value that is not an object has no labels. */
export function labelsOf(object: Value | undefined): Labels {
  const { labels } = mappingIn(object, 'metadata');
  if (!isMapping(labels)) return NO_LABELS;
  return new Map(
    Object.entries(labels).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );
}

/**
 * Reports whether a selector selects something with these labels. A selector without requirements selects everything.
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
