import { isMapping, type Value } from '../../yaml/index.ts';

/** Reports whether a document has directives of strategic merge patches, so that it is not an object by itself. */
export function hasPatchDirective(document: Value): boolean {
  const open: Value[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) open.push(item);
    } else if (isMapping(value)) {
      for (const [key, member] of Object.entries(value)) {
        // The schema of a field with such a name is a mapping.
        if (isPatchDirective(key) && !isMapping(member)) return true;
        open.push(member);
      }
    }
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
