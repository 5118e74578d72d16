import { editDistance } from '../../kubernetes/edit-distance.ts';
import type { LabelSelector } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';

/** The label that the API server puts on every namespace: its name. */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** What it is taken for. */
const MISTAKEN: ReadonlySet<string> = new Set([
  'name',
  'metadata.name',
  'namespace',
  'kubernetes.io/name',
  'kubernetes.io/namespace',
  'kubernetes.io/metadata',
  'k8s.io/metadata.name',
]);

/** Whether a label's key looks like a slip for the one that holds a namespace's name. */
export function isMistakenForNameLabel(key: string): boolean {
  if (key === NAMESPACE_NAME_LABEL) return false;
  return MISTAKEN.has(key) || editDistance(key, NAMESPACE_NAME_LABEL) <= 2;
}

/**
 * Whether a namespaceSelector selects a namespace for sure: it asks for nothing, or only for a name
 * that the namespace has. Other labels may be there or not, so what asks for them is not sure.
 */
export function surelySelects(
  selector: Field<LabelSelector | undefined>,
  namespace: string,
): boolean {
  if (selector.pruned) return false;
  const labels = selector.get('matchLabels');
  const expressions = selector.get('matchExpressions');
  if (labels.pruned || expressions.pruned) return false;
  return (
    labels
      .entries()
      .every(({ key, field }) => key === NAMESPACE_NAME_LABEL && field.value === namespace) &&
    expressions.items().every((expression) => {
      if (expression.get('key').value !== NAMESPACE_NAME_LABEL) return false;
      const { value: operator } = expression.get('operator');
      const named = expression.get('values').value?.includes(namespace) ?? false;
      return operator === 'In' ? named : operator === 'NotIn' ? !named : operator === 'Exists';
    })
  );
}
