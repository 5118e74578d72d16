import type { Path } from '../yaml/index.ts';

/** The value that an edit writes: a scalar, or a list of strings. */
export type NewValue = string | number | boolean | readonly string[];

/** A replacement of a range of a string, in UTF-16 code units; an insertion if it is empty. */
export interface StringChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * A change of a document. Paths start at the root of the document, and are paths before the change. `src/edits/` makes
 * text edits from it, in the style of the file.
 */
export type FieldEdit =
  /** Gives the pair at a path another key. */
  | { readonly kind: 'rename-key'; readonly path: Path; readonly key: string }
  /** Replaces the scalar at the path of a pair or item by another value. */
  | { readonly kind: 'replace'; readonly path: Path; readonly value: NewValue }
  /** Changes parts of the string at a path. They are in their order, and do not overlap. */
  | {
      readonly kind: 'replace-within';
      readonly path: Path;
      readonly changes: readonly StringChange[];
    }
  /** Removes some keys of the mapping, or indexes of the list, at a path. */
  | { readonly kind: 'remove'; readonly path: Path; readonly entries: readonly (string | number)[] }
  /** Adds a pair to the mapping at a path: before a key, after a key, or at the end. */
  | {
      readonly kind: 'insert';
      readonly path: Path;
      readonly key: string;
      readonly value: NewValue;
      readonly before?: string;
      readonly after?: string;
    }
  /** Moves the pair at a path to the end of the mapping at another one. */
  | { readonly kind: 'move'; readonly path: Path; readonly to: Path };

/** One way to fix a finding. */
export interface FixChoice {
  /** The title of the fix, as an editor shows it: `rename it to 'protocol'`. */
  readonly title: string;
  readonly edits: readonly FieldEdit[];
}

/** The fix of a finding, as plain data. */
export interface Fix {
  /** True if there is only one possible fix, and it cannot change the intention of the author. */
  readonly isSafe: boolean;
  /** The first is the one that is applied. */
  readonly choices: readonly FixChoice[];
}
