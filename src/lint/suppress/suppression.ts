import type { Range } from '../../result/finding.ts';

/** Rules whose findings in some place are not reported, for a given reason. */
export interface Suppression {
  /** The range of the suppression, for findings about it. */
  readonly range: Range;
  /** Rules and families; empty if the suppression is malformed. */
  readonly names: readonly { readonly name: string; readonly range: Range }[];
  /** The reason. Empty if none is given. */
  readonly reason: string;
  /** True if the suppression is for the document as a whole. */
  readonly isForDocument: boolean;
  /** The objects that it is for, by their position in a List; null for the object that the document is. */
  readonly items: readonly (number | null)[];
  /** The lines that it is for, first and last. */
  readonly lines: readonly (readonly [number, number])[];
}
