import type { Path, Span, Style, Value } from './tree.ts';

/** The location of a value in a document. */
export interface NodeSpans {
  /** The key; undefined for items of sequences and the root. */
  readonly key: Span | undefined;
  /** The value as written, without anchor and tag; an empty span if nothing is written. */
  readonly value: Span;
  readonly style: Style;
  /**
   * The location at the anchor, if the value comes through an alias or a merge key. The spans of key and value are then
   * the spans of the outermost alias.
   */
  readonly anchor: { readonly key: Span | undefined; readonly value: Span } | undefined;
}

/** A key that occurs twice in a mapping. The later pair takes effect. */
export interface DuplicateKey {
  /** The path of the value of the key. */
  readonly path: Path;
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
  /**
   * True if only the string forms of the keys are equal, such as `1` and `"1"`. Go then picks one of the two values at
   * random.
   */
  readonly sameText: boolean;
}

/** A scalar as it is written; block scalars begin with their header (`|` or `>`). */
export interface WrittenScalar {
  readonly span: Span;
  readonly isBlock: boolean;
}

export interface Merge {
  /** The path of the mapping that contains it. */
  readonly path: Path;
  /** The span of the `<<`. */
  readonly span: Span;
  /** The keys earlier in the mapping whose values it overrides with other ones. */
  readonly overrides: readonly { readonly key: string; readonly span: Span }[];
}

/** A document: its value, and the locations of all values in it. */
export interface Document {
  /** The text that all spans refer to: the whole source, not only this part. */
  readonly text: string;
  readonly value: Value;
  /** Keys that occur twice. Pairs from merge keys, or overridden by them, do not count. */
  readonly duplicates: readonly DuplicateKey[];
  /** True if the document may contain a number with a leading zero, such as `010`. */
  readonly hasOctal: boolean;
  /** True if a key is a number or a boolean instead of a string. */
  readonly hasTypedKeys: boolean;
  /** The merge keys, in document order. */
  readonly merges: readonly Merge[];
  /** Text after the end of the document in the same part, which the server's clients ignore. */
  readonly ignored: Span | undefined;
  /** The location of the value at a path, through aliases and merge keys; undefined if there is none. */
  locate(path: Path): NodeSpans | undefined;
  /** The keys and values that are scalars, as they are written, in document order. */
  scalars(): Iterable<WrittenScalar>;
  /** The keys of the mapping at a path in document order; merged keys are at their merge key. */
  keys(path: Path): readonly string[] | undefined;
  /**
   * The document without the contents of the mappings at some paths, none of which is in another one. Undefined if it
   * has anchors, merge keys or similar constructs, so that parts of it depend on others. It keeps no reference to the
   * text.
   *
   * @param source an object with the same text
   */
  without(paths: readonly Path[], source: { readonly text: string }): Document | undefined;
}
