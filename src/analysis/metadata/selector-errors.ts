import type { Field } from '../../rule/field.ts';
import { isLabelValue, isQualifiedName } from '../../server/kubernetes/formats/qualified-name.ts';
import type {
  LabelSelector,
  LabelSelectorRequirement,
} from '../../server/kubernetes/types.generated.ts';

/** Reports whether the server finds an error in the labels that a selector names. */
export function hasBadLabel(matchLabels: LabelSelector['matchLabels'] = {}): boolean {
  return Object.entries(matchLabels).some(
    ([key, value]) => !isQualifiedName(key) || !isLabelValue(value),
  );
}

/** Reports whether the server finds an error in an expression of a selector. */
export function isBadRequirement({
  key = '',
  operator = '',
  values = [],
}: LabelSelectorRequirement): boolean {
  const takesValues = operator === 'In' || operator === 'NotIn';
  const takesNone = operator === 'Exists' || operator === 'DoesNotExist';
  return (
    (!takesValues && !takesNone) ||
    takesValues !== values.length > 0 ||
    !isQualifiedName(key) ||
    !values.every(isLabelValue)
  );
}

/** Reports whether the server finds an error in a selector. */
export function hasSelectorError(selector: Field<LabelSelector | undefined>): boolean {
  const { matchLabels, matchExpressions = [] } = selector.value ?? {};
  return hasBadLabel(matchLabels) || matchExpressions.some(isBadRequirement);
}
