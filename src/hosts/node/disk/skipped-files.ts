import { addTo } from '../../../base/index-by.ts';

/** The reason why a file that was found is not read. */
export type SkipReason =
  /** A symbolic link that leads out of the folders that were named. */
  | 'link'
  /** A symbolic link whose target does not exist, or that leads back to itself. */
  | 'dangling'
  /** A named pipe, a socket, a device, or a file of the kernel. */
  | 'special'
  /** The file is above the limit and not a manifest, as far as its beginning shows. */
  | 'too-large';

/** The files that were found, and are not read: counted, and reported at the end of a run. */
export class SkippedFiles {
  readonly #names = new Map<SkipReason, string[]>();

  add(reason: SkipReason, name: string): void {
    addTo(this.#names, reason, name);
  }

  /** The names of the files, by reason. */
  get names(): ReadonlyMap<SkipReason, readonly string[]> {
    return this.#names;
  }
}
