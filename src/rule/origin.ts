import type { Document } from '../yaml/index.ts';

/** The location of an object in the input. */
export interface Origin {
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly document: Document;
  /** The path of the object in its document: empty, or that of a List's item. */
  readonly path: readonly (string | number)[];
}
