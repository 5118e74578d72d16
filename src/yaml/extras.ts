import type { StyleNumber } from './styles.ts';
import type { Mapping, Span, Value } from './tree.ts';

/** An anchor and the value that it denotes. */
export interface Anchor {
  /** The entry of the value; -1 if the anchor is on a key. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
  readonly style: StyleNumber;
  readonly value: Value;
  /** True if Go represents the number as a float. */
  readonly isFloat: boolean;
  /** The number of values in it, itself included, with all aliases expanded. */
  steps: number;
  /** The number of characters in it, with all aliases expanded. While it is open, less than that. */
  characters: number;
  open: boolean;
}

/** A mapping that a merge key merges, and the entry with its keys. */
export interface MergeSource {
  readonly entry: number;
  readonly value: Mapping;
}

/** Data about features that few documents use: aliases, merge keys, duplicate keys, keys that are not strings. */
export interface Extras {
  readonly aliases: Map<number, Anchor>;
  /** For each entry that is a merge key, the mappings that it merges, in document order. */
  readonly merges: Map<number, readonly MergeSource[]>;
  /** The entries of the merge keys of a mapping, by its entry. */
  readonly mergeKeys: Map<number, number[]>;
  /** The mappings in which a key occurs again. */
  readonly repeating: Set<number>;
  /** The entries whose keys are numbers or booleans instead of strings. */
  readonly typedKeys: Set<number>;
}

/** A key that JSON cannot represent. It is an error only if its mapping is part of the final value. */
export interface BadKey {
  readonly id: 'null-key' | 'number-key';
  readonly span: Span;
}
