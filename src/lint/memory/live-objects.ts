import type { ManifestObject } from '../../rule/manifest.ts';
import { isStoredCopy } from '../../sources/project/stored-copy.ts';
import { type OpenDocument, referenceTo } from '../open/open-part.ts';
import { type ObjectName, StoredObject } from './stored-objects.ts';

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
    if (!isStoredCopy(value)) return undefined;
    this.isEmpty = false;
    return new StoredObject({ source, part: referenceTo(part), item: origin.item, name });
  }
}
