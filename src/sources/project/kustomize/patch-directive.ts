import { isMapping, type Value, withValuesBelow } from '../../../yaml/index.ts';

/** Reports whether a document has directives of strategic merge patches, so that it is not an object by itself. */
export function hasPatchDirective(document: Value): boolean {
  for (const value of withValuesBelow([document])) {
    if (!isMapping(value)) continue;
    // The schema of a field with such a name is a mapping.
    const hasOne = Object.entries(value).some(
      ([key, member]) => isPatchDirective(key) && !isMapping(member),
    );
    if (hasOne) return true;
  }
  return false;
}

/** Source: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ */
export function isPatchDirective(key: string): boolean {
  return (
    key === '$patch' ||
    key === '$retainKeys' ||
    key.startsWith('$setElementOrder/') ||
    key.startsWith('$deleteFromPrimitiveList/')
  );
}
