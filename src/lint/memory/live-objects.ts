import type { ManifestObject } from '../../rule/manifest.ts';
import type { ObjectName } from '../../sources/installations/object-names.ts';
import { mappingIn, type Value } from '../../yaml/index.ts';
import { type OpenDocument, referenceTo } from '../open/open-part.ts';
import { StoredObject } from './stored-objects.ts';

/** The objects of a run that a cluster has returned. The cluster has stored each of them as it is in the source. */
export class LiveObjects {
  /** True if no such object was found yet. */
  isEmpty = true;

  /** The stored object of an object; undefined if it does not come from a cluster. */
  find(
    { source, part }: Pick<OpenDocument, 'source' | 'part'>,
    { origin, value }: ManifestObject,
    name: ObjectName,
  ): StoredObject | undefined {
    if (!isLive(value)) return undefined;
    this.isEmpty = false;
    return new StoredObject({ source, part: referenceTo(part), item: origin.item, name });
  }
}

/** Reports whether an object has the metadata that the server sets. It refuses to create an object with a version. */
function isLive(value: Value): boolean {
  const { uid, resourceVersion, creationTimestamp } = mappingIn(value, 'metadata');
  return [uid, resourceVersion, creationTimestamp].every(
    (field) => typeof field === 'string' && field !== '',
  );
}
