import { selectorMatches } from '../../../server/kubernetes/label-selector.ts';
import type { Path } from '../../../yaml/index.ts';
import { type FolderIndex, type IndexedObject, isSameNamespace } from '../index/folder-index.ts';
import { podSelectorOf } from '../index/pod-selector.ts';
import type { TextObject } from '../text/open-text.ts';

/** The pods that an object selects, and the workloads that create such pods. */
interface SelectedPods {
  /** The field with the selector, from the object. */
  readonly field: Path;
  readonly objects: readonly IndexedObject[];
}

/** The pods that an object selects by labels. Undefined if it has no such selector. */
export function selectedPods(
  { kind, namespace, value }: TextObject,
  index: FolderIndex,
): SelectedPods | undefined {
  const found = podSelectorOf(kind, value);
  if (found === undefined) return undefined;
  const objects = index.sent.filter(
    (object) =>
      object.podLabels !== undefined &&
      isSameNamespace(object.namespace, namespace) &&
      selectorMatches(found.selector, object.podLabels),
  );
  return { field: found.field, objects };
}
