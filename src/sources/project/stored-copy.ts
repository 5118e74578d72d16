import { isMapping, type Value } from '../../yaml/index.ts';

/** Reports whether an object has the metadata that the server sets. It refuses to create an object with a version. */
export function isStoredCopy(object: Value): boolean {
  const metadata = isMapping(object) ? object.metadata : undefined;
  const { uid, resourceVersion, creationTimestamp } = isMapping(metadata) ? metadata : {};
  return [uid, resourceVersion, creationTimestamp].every(
    (field) => typeof field === 'string' && field !== '',
  );
}
