import type { Location } from './location.ts';

/** A file or folder that a kustomization lists and that does not exist. */
export interface ListedFile {
  /** The path as the kustomization lists it. */
  readonly path: string;
  readonly at: Location;
  /** The paths of files and kustomizations in the same folder that the kustomization does not list. */
  readonly others: readonly string[];
}
