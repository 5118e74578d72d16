import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { FindFilePlaces } from './index/file-links.ts';
import type { FolderIndex } from './index/folder-index.ts';
import type { Shape } from './shape.ts';

/** The minor and the folder that a text is for. */
export interface ServiceContext {
  /** The newest minor of the run. */
  readonly minor: Minor;
  readonly index: FolderIndex;
  readonly customKinds: readonly CustomDefinition[];
  /** The shape of the documents of a file that has no objects, such as a configuration. */
  readonly fileShape?: Shape | undefined;
  /** The files that the text can name; undefined if it names none. */
  readonly files?: NearbyFiles | undefined;
}

/** The files around a text that names files, such as a kustomization. */
export interface NearbyFiles {
  readonly placesIn: FindFilePlaces;
  /**
   * The files and folders of a folder, which is given from the folder of the text, and `..` if the folder above can be
   * named too. Empty for any other path.
   */
  readonly entriesOf: (folder: string) => readonly FolderEntry[];
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}
