import { selectorMatches } from '../../server/kubernetes/label-selector.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';
import { isMapping, type Path, type Value, valueAt } from '../../yaml/index.ts';
import type { FolderIndex, IndexedObject } from './folder-index.ts';
import type { TextObject } from './open-text.ts';
import { POD_SELECTORS } from './reference-table.ts';

/** The pods that an object selects, and the workloads that create such pods. */
export interface SelectedPods {
  /** The field with the selector, from the object. */
  readonly field: Path;
  readonly objects: readonly IndexedObject[];
}

/** The pods that an object selects by labels. Undefined if it has no such selector. */
export function selectedPods(
  { kind, namespace, value }: TextObject,
  index: FolderIndex,
): SelectedPods | undefined {
  const found = POD_SELECTORS.get(kind);
  if (found === undefined) return undefined;
  const { field, form } = found;
  const written = valueAt(value, field);
  if (!isMapping(written)) return undefined;
  // Without labels, such a selector selects no pods.
  if (form === 'labels' && Object.keys(written).length === 0) return undefined;
  const selector = form === 'labels' ? { matchLabels: textsOf(written) } : readSelector(written);
  const objects = index.objects.filter(
    (object) =>
      object.podLabels !== undefined &&
      inNamespace(object.namespace) === inNamespace(namespace) &&
      selectorMatches(selector, object.podLabels),
  );
  return { field, objects };
}

function inNamespace(namespace: string): string {
  return namespace === '' ? 'default' : namespace;
}

/** A selector in a text that may be incomplete; requirements of a wrong type are left out. */
function readSelector(written: Value): LabelSelector {
  const labels = valueAt(written, ['matchLabels']);
  const expressions = valueAt(written, ['matchExpressions']);
  return {
    matchLabels: textsOf(labels),
    matchExpressions: (Array.isArray(expressions) ? expressions : []).flatMap((expression) => {
      const [key, operator] = [valueAt(expression, ['key']), valueAt(expression, ['operator'])];
      const values = valueAt(expression, ['values']);
      if (typeof key !== 'string' || typeof operator !== 'string') return [];
      const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
      return [{ key, operator, values: texts }];
    }),
  };
}

function textsOf(value: Value | undefined): NonNullable<LabelSelector['matchLabels']> {
  return Object.fromEntries(
    Object.entries(isMapping(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
