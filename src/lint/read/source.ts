import type { RuleLevels } from '../../result/finding.ts';
import type { Surrounding } from '../../sources/project/project-folder.ts';

/** A named text: a path, or `<stdin>`. */
export interface Source {
  readonly name: string;
  /** Bytes if they are available: only they show invalid UTF-8. */
  readonly content: string | Uint8Array;
  /**
   * Reads the content again, so that it need not be kept. Undefined if it has changed. The function is absent if the
   * content cannot be read twice.
   */
  readonly readAgain?: () => string | Uint8Array | undefined;
  /**
   * The path of the file from the root of its project, with `/`. Its folders show what the file is for. By default, it
   * is the name.
   */
  readonly location?: string;
  /** The folder that the file is in and the folders above it, the nearest first. Empty if it is not a file. */
  readonly surroundings?: readonly Surrounding[];
  /**
   * The levels of the findings of some rules in this source, by the id of the rule. Other rules have their own
   * severity.
   */
  readonly ruleLevels?: RuleLevels;
  /** True if a program has built the text, so that it has whole objects, whatever its name is. */
  readonly isBuilt?: boolean;
  /**
   * True if the text has been built as Flux or Argo CD sends it to the server, so that all patches have been applied.
   */
  readonly isDelivered?: boolean;
}
