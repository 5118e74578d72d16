import type { Path, Span, Style, Value } from './tree.ts';

/** Where a value of a document stands. */
export interface NodeSpans {
  /** The key; undefined for list items and the root. */
  readonly key: Span | undefined;
  /** The value as it is written, without anchor and tag; an empty span where nothing stands. */
  readonly value: Span;
  readonly style: Style;
  /**
   * Where the text really is, if an alias or a merge led there. The spans of key and value are then
   * those of the outermost alias.
   */
  readonly anchor: { readonly key: Span | undefined; readonly value: Span } | undefined;
}

/** A key that a mapping has twice. The later pair counts. */
export interface DuplicateKey {
  /** The path of the value under the key. */
  readonly path: Path;
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
  /**
   * Whether the keys are the same only as texts, such as `1` and `"1"`: which of the two counts is
   * random in Go.
   */
  readonly sameText: boolean;
}

/** A merge key. */
export interface Merge {
  /** The path of the mapping that it stands in. */
  readonly path: Path;
  /** The `<<`. */
  readonly span: Span;
  /** The keys of the mapping above it whose values it overrides. */
  readonly overrides: readonly { readonly key: string; readonly span: Span }[];
}

/** One document: its value, and the places of all that is in it. */
export interface Document {
  /** The text that all spans point into: the whole source, not only this part. */
  readonly text: string;
  readonly value: Value;
  /** The keys given twice. Pairs that a merge key brings in or overrides are none. */
  readonly duplicates: readonly DuplicateKey[];
  /** The merge keys, in the order of the text. */
  readonly merges: readonly Merge[];
  /** What stands behind the document in its part: nobody reads it. */
  readonly ignored: Span | undefined;
  /** Where the value at a path is written, through aliases and merges; undefined if nothing is. */
  locate(path: Path): NodeSpans | undefined;
  /** The keys of the mapping at a path in the order of the text, merged ones at their merge key. */
  keys(path: Path): readonly string[] | undefined;
}
