import type { Field } from '../../rule/field.ts';
import { editDistance } from '../../server/kubernetes/edit-distance.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';

/** The label that the API server puts on every namespace: its name. */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** The namespaces that Kubernetes creates. They usually have no additional labels. */
export const INITIAL_NAMESPACES: ReadonlySet<string> = new Set([
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
]);

/** Keys that people write instead. */
const MISTAKEN_KEYS: ReadonlySet<string> = new Set([
  'name',
  'metadata.name',
  'namespace',
  'kubernetes.io/name',
  'kubernetes.io/namespace',
  'kubernetes.io/metadata',
  'k8s.io/metadata.name',
]);

/**
 * Reports whether the key of a label is probably a mistake for the key of the label whose value is the name of the
 * namespace.
 */
export function isMistakenForNameLabel(key: string): boolean {
  if (key === NAMESPACE_NAME_LABEL) return false;
  return MISTAKEN_KEYS.has(key) || editDistance(key, NAMESPACE_NAME_LABEL) <= 2;
}

/**
 * Reports whether a namespaceSelector certainly selects a namespace. It has no requirements, or only requirements on
 * the name that the namespace meets. Other labels of the namespace are not known.
 */
export function certainlySelects(
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
