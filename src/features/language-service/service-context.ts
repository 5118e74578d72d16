import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
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
}
