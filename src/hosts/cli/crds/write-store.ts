import { resolve } from 'node:path';
import { type CrdLock, digestsOf, lockText } from '../../../features/crds/crd-lock.ts';
import type { CrdStore } from '../../node/crds/crd-store.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { removeWritten, writeInNewFolder } from '../report-file.ts';

/**
 * Writes the files of CRDs, then the lock, and removes the files that the lock does not name any more.
 *
 * @param before the lock that is there
 * @param texts of the files that may differ, by the names of the CRDs
 * @throws UsageError if the folder leads out of the repository or a file cannot be written or removed
 */
export function writeStore(
  store: CrdStore,
  before: CrdLock,
  lock: CrdLock,
  texts: ReadonlyMap<string, string>,
  { cwd }: Host,
): void {
  const digests = digestsOf(lock);
  const names = [...digests.keys(), ...digestsOf(before).keys()].map((crd) => store.fileName(crd));
  const outside = [store.lockName, ...names].find((name) => store.isOutside(resolve(cwd, name)));
  if (outside !== undefined) throw new UsageError(`${outside} leads out of the repository`);
  for (const [crd, text] of texts) {
    if (digests.has(crd)) writeInNewFolder(store.fileName(crd), cwd, text);
  }
  writeInNewFolder(store.lockName, cwd, lockText(lock));
  for (const crd of digestsOf(before).keys()) {
    if (!digests.has(crd)) removeWritten(store.fileName(crd), cwd);
  }
}
