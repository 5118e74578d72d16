import { copyOf } from '../base/kept-strings.ts';
import type { Document, DuplicateKey, Merge, NodeSpans, WrittenScalar } from './document.ts';
import { findDuplicates } from './duplicate-keys.ts';
import type { EditedPair } from './edited-pairs.ts';
import type { Anchor, Extras, MergeSource } from './extras.ts';
import { findMerges } from './merge-keys.ts';
import type { Positions } from './positions.ts';
import { EMPTY, FOLDED, LITERAL, STYLES } from './styles.ts';
import type { DecodedText } from './text.ts';
import type { TextChange } from './text-change.ts';
import {
  copyFloatMarks,
  createMapping,
  isMapping,
  type Path,
  type Span,
  type Value,
} from './tree.ts';

/** The entry of the value at a path, and the entry of the alias that led to it (-1 if there is none). */
interface Found {
  readonly entry: number;
  readonly alias: number;
  readonly value: Value;
}

/** An object with a text. The text may be released and read again later. */
interface TextSource {
  readonly text: string;
}

/** Containers with more entries than this get an index when they are searched. */
const SMALL = 8;

/** A document that looks up locations in recorded positions. */
export class ReadDocument implements Document {
  readonly value: Value;
  readonly ignored: Span | undefined;
  readonly format: 'yaml' | 'json';
  readonly hasOctal: boolean;
  readonly #source: TextSource;
  readonly #length: number;
  readonly #positions: Positions;
  readonly #extras: Extras | undefined;
  readonly #contentColumns: ReadonlyMap<number, number>;
  #duplicates: readonly DuplicateKey[] | undefined;
  #merges: readonly Merge[] | undefined;
  #indexes: Map<number, ReadonlyMap<string, number>> | undefined;
  #items: Map<number, Int32Array> | undefined;

  constructor(parts: {
    /** Has the text that all spans refer to. */
    source: TextSource;
    length: number;
    value: Value;
    format: 'yaml' | 'json';
    hasOctal: boolean;
    ignored: Span | undefined;
    positions: Positions;
    extras: Extras | undefined;
    contentColumns: ReadonlyMap<number, number>;
  }) {
    this.#source = parts.source;
    this.#length = parts.length;
    this.value = parts.value;
    this.ignored = parts.ignored;
    this.format = parts.format;
    this.hasOctal = parts.hasOctal;
    this.#positions = parts.positions;
    this.#extras = parts.extras;
    this.#contentColumns = parts.contentColumns;
  }

  get text(): string {
    return this.#source.text;
  }

  /** The content column of the block scalar at an offset, if its header specifies it; else 0. */
  contentColumn(offset: number): number {
    return this.#contentColumns.get(offset) ?? 0;
  }

  locate(path: Path): NodeSpans | undefined {
    const found = this.#find(path);
    return found === undefined ? undefined : this.#location(found);
  }

  *scalars(): Iterable<WrittenScalar> {
    for (let entry = 0; entry < this.#positions.count; entry++) {
      const key = this.#positions.keySpan(entry);
      if (key !== undefined) yield { span: key, isBlock: false };
      const style = this.#positions.style(entry);
      if (style === EMPTY || style > FOLDED) continue;
      yield { span: this.#valueSpan(entry), isBlock: style === LITERAL || style === FOLDED };
    }
  }

  keys(path: Path): readonly string[] | undefined {
    const found = this.#find(path);
    if (found === undefined || !isMapping(found.value)) return undefined;
    const keys = new Set<string>();
    for (const entry of this.#positions.children(this.#target(found.entry))) {
      const sources = this.#extras?.merges.get(entry);
      if (sources === undefined) keys.add(this.#positions.keys[entry] ?? '');
      for (const source of sources ?? [])
        for (const key of Object.keys(source.value)) keys.add(key);
    }
    return [...keys];
  }

  without(paths: readonly Path[], source: TextSource): Document | undefined {
    if (this.#extras !== undefined || this.ignored !== undefined) return undefined;
    const entries = paths.flatMap((path) => {
      const found = this.#find(path);
      return found !== undefined && isMapping(found.value) ? [{ path, entry: found.entry }] : [];
    });
    const { format, hasOctal, ignored } = this;
    const empty = createMapping();
    const cut = entries.reduce((value, { path }) => withValue(value, path, empty), this.value);
    return new ReadDocument({
      source,
      length: this.#length,
      value: withoutText(cut),
      format,
      hasOctal,
      ignored,
      positions: this.#positions.without(
        entries.map(({ entry }) => entry).sort((one, other) => one - other),
      ),
      extras: undefined,
      contentColumns: this.#contentColumns,
    });
  }

  /**
   * The document after an edit of its text in a pair of a mapping, which has been read again.
   *
   * @param source has the text after the edit
   * @param readAgain finds the pair in the positions, and reads it as a mapping of its own
   * @returns undefined if there is no such pair, or if values of the document depend on other ones
   */
  afterEdit(
    edit: TextChange,
    source: DecodedText,
    readAgain: (
      positions: Positions,
    ) => { readonly pair: EditedPair; readonly read: ReadDocument } | undefined,
  ): ReadDocument | undefined {
    if (!this.#isIndependent || this.hasOctal) return undefined;
    const found = readAgain(this.#positions);
    if (found === undefined || !found.read.#isIndependent) return undefined;
    const { pair, read } = found;
    const positions = this.#positions.withPair(pair.entry, read.#positions, edit);
    const value = isMapping(read.value) ? read.value[pair.path.at(-1) ?? ''] : undefined;
    if (positions === undefined || value === undefined) return undefined;
    return new ReadDocument({
      source,
      length: source.text.length,
      // A copy, because other edits may follow: each of them would keep all of its text.
      value: withValue(this.value, pair.path, withoutText(value)),
      format: this.format,
      hasOctal: read.hasOctal,
      ignored: undefined,
      positions,
      extras: undefined,
      contentColumns: this.#contentColumns,
    });
  }

  /** Reports whether no value of the document depends on another one, and nothing is known of single offsets. */
  get #isIndependent(): boolean {
    return (
      this.#extras === undefined && this.ignored === undefined && this.#contentColumns.size === 0
    );
  }

  get hasTypedKeys(): boolean {
    return this.#extras !== undefined && this.#extras.typedKeys.size > 0;
  }

  get duplicates(): readonly DuplicateKey[] {
    this.#duplicates ??= findDuplicates(this.#positions, this.#extras);
    return this.#duplicates;
  }

  get merges(): readonly Merge[] {
    this.#merges ??= findMerges(this.#positions, this.#extras, this.text);
    return this.#merges;
  }

  #find(path: Path): Found | undefined {
    if (this.#positions.count === 0) return undefined;
    let found: Found = { entry: 0, alias: -1, value: this.value };
    for (const segment of path) {
      const next = this.#step(found, segment);
      if (next === undefined) return undefined;
      found = next;
    }
    return found;
  }

  #step(from: Found, segment: string | number): Found | undefined {
    const container = this.#target(from.entry);
    const alias = from.alias >= 0 || container === from.entry ? from.alias : from.entry;
    if (Array.isArray(from.value)) {
      const index = Number(segment);
      const value: Value | undefined = from.value[index];
      if (value === undefined) return undefined;
      return { entry: this.#item(container, index), alias, value };
    }
    if (!isMapping(from.value)) return undefined;
    const key = String(segment);
    const value = from.value[key];
    if (value === undefined) return undefined;
    return this.#member(container, key, alias, value);
  }

  /** Finds the pair that a key of a mapping gets its value from, through merge keys. */
  #member(mapping: number, key: string, alias: number, value: Value): Found | undefined {
    let container = mapping;
    let through = alias;
    for (;;) {
      const own = this.#ownMember(container, key);
      const merge = this.#mergeOf(container, key, own);
      if (merge === undefined) return own < 0 ? undefined : { entry: own, alias: through, value };
      const source = merge.source.entry;
      if (through < 0 && !this.#isWithin(source, merge.entry))
        through = this.#aliasOf(merge, source);
      container = source;
    }
  }

  /** The last merge key after the mapping's own pair (if there is one) that merges a key. */
  #mergeOf(
    container: number,
    key: string,
    own: number,
  ): { entry: number; source: MergeSource } | undefined {
    const entries = this.#extras?.mergeKeys.get(container) ?? [];
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i] ?? -1;
      if (entry < own) break;
      const sources = this.#extras?.merges.get(entry);
      const source = sources?.find((candidate) => Object.hasOwn(candidate.value, key));
      if (source !== undefined) return { entry, source };
    }
    return undefined;
  }

  #isWithin(entry: number, container: number): boolean {
    return entry >= container && entry < this.#positions.next(container);
  }

  /** The alias in the value of a merge key through which a mapping was merged. */
  #aliasOf(merge: { entry: number; source: MergeSource }, source: number): number {
    const aliases = this.#extras?.aliases;
    if (aliases?.get(merge.entry)?.entry === source) return merge.entry;
    for (const item of this.#positions.children(merge.entry)) {
      if (aliases?.get(item)?.entry === source) return item;
    }
    return merge.entry;
  }

  /** The last pair of a mapping with a key, merge keys excluded; -1 if there is none. */
  #ownMember(container: number, key: string): number {
    const index = this.#indexes?.get(container) ?? this.#indexIfLarge(container);
    if (index !== undefined) return index.get(key) ?? -1;
    const { keys } = this.#positions;
    let last = -1;
    for (const entry of this.#positions.children(container)) {
      if (keys[entry] === key && !this.#extras?.merges.has(entry)) last = entry;
    }
    return last;
  }

  #indexIfLarge(container: number): ReadonlyMap<string, number> | undefined {
    if (this.#positions.next(container) - container <= SMALL) return undefined;
    const index = new Map<string, number>();
    for (const entry of this.#positions.children(container)) {
      if (!this.#extras?.merges.has(entry)) index.set(this.#positions.keys[entry] ?? '', entry);
    }
    this.#indexes ??= new Map();
    this.#indexes.set(container, index);
    return index;
  }

  #item(container: number, index: number): number {
    let items = this.#items?.get(container);
    if (items === undefined) {
      items = Int32Array.from(this.#positions.children(container));
      this.#items ??= new Map();
      this.#items.set(container, items);
    }
    return items[index] ?? container;
  }

  /** The entry of the value that an entry denotes: for an alias, that of the anchor. */
  #target(entry: number): number {
    const anchor = this.#extras?.aliases.get(entry);
    return anchor === undefined || anchor.entry < 0 ? entry : anchor.entry;
  }

  #location(found: Found): NodeSpans {
    const positions = this.#positions;
    const style = STYLES[positions.style(found.entry)] ?? 'plain';
    const anchor: Anchor | undefined = this.#extras?.aliases.get(found.entry);
    if (found.alias >= 0) {
      const alias = this.#valueSpan(found.alias);
      const value = anchor === undefined ? this.#valueSpan(found.entry) : this.#anchorSpan(anchor);
      const key = this.#positions.keySpan(found.entry);
      return { key: key && alias, value: alias, style, anchor: { key, value } };
    }
    const key = this.#positions.keySpan(found.entry);
    const value = this.#valueSpan(found.entry);
    if (anchor === undefined) return { key, value, style, anchor: undefined };
    const anchorKey = anchor.entry < 0 ? undefined : this.#positions.keySpan(anchor.entry);
    return { key, value, style, anchor: { key: anchorKey, value: this.#anchorSpan(anchor) } };
  }

  #anchorSpan(anchor: Anchor): Span {
    if (anchor.entry >= 0) return this.#valueSpan(anchor.entry);
    return { start: anchor.start, end: anchor.end };
  }

  #valueSpan(entry: number): Span {
    // The reader adds a line break at the end, which is not in the text.
    const end = Math.min(this.#positions.valueEnd(entry), this.#length);
    return { start: Math.min(this.#positions.valueStart(entry), end), end };
  }
}

/** A copy of a value with another value at a path, which it has. */
function withValue(value: Value, path: Path, other: Value): Value {
  const [segment, ...below] = path;
  if (segment === undefined) return other;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      index === Number(segment) ? withValue(item, below, other) : item,
    );
  }
  if (!isMapping(value)) return value;
  const copy = withFloatMarks(value, Object.assign(createMapping(), value));
  copy[segment] = withValue(value[segment] ?? null, below, other);
  return copy;
}

/** A copy of a value whose strings are not parts of the text. V8 would keep the text as long as one of them. */
function withoutText(value: Value): Value {
  if (typeof value === 'string') return copyOf(value);
  if (Array.isArray(value)) return withFloatMarks(value, value.map(withoutText));
  if (!isMapping(value)) return value;
  const copy = createMapping();
  for (const [key, item] of Object.entries(value)) copy[key] = withoutText(item);
  return withFloatMarks(value, copy);
}

function withFloatMarks<T extends object>(from: object, to: T): T {
  copyFloatMarks(from, to);
  return to;
}
