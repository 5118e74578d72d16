import type { Surrounding } from '../project/project-folder.ts';
import type { ObjectFacts } from './object-facts.ts';

/** A file of the input, with the facts that decide which files it is applied with. */
export interface FileFacts {
  readonly file: string;
  readonly surroundings: readonly Surrounding[];
  objects: ObjectFacts[];
  /** True if the file has objects that are not known: a template, or text that cannot be read. */
  isOpaque: boolean;
  /** True if some document of the file is skipped, or is not applied unchanged. */
  hasOthers: boolean;
  /** The number of its first part in the run. */
  readonly firstPart: number;
  /** The number of its last part in the run. */
  lastPart: number;
}
