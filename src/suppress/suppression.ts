import type { Finding, Range } from '../result/finding.ts';

/** Rules whose findings in some place are not reported, because somebody says why not. */
export interface Suppression {
  /** Where it is written, for findings about it. */
  readonly range: Range;
  /** Rules and families; empty where the suppression is malformed. */
  readonly names: readonly { readonly name: string; readonly range: Range }[];
  /** Empty where none is given. */
  readonly reason: string;
  /** Whether it is for the document as a whole. */
  readonly isForDocument: boolean;
  /** The objects that it is for, by their position in a List; null for the object that the document is. */
  readonly items: readonly (number | null)[];
  /** The lines that it is for, first and last. */
  readonly lines: readonly (readonly [number, number])[];
}

/** Whether a finding in the same part of the same text is in the place of a suppression. */
export function covers(
  { isForDocument, items, lines }: Suppression,
  { item, line }: Pick<Finding, 'item' | 'line'>,
): boolean {
  return (
    isForDocument ||
    items.includes(item) ||
    lines.some(([first, last]) => first <= line && line <= last)
  );
}
