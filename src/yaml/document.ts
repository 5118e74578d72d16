import type { Anchor, Extras, MergeSource } from './composer.ts';
import type { Positions } from './positions.ts';
import { FLOW_MAPPING, STYLES } from './styles.ts';
import { isMapping, type Path, type Span, type Style, type Value } from './tree.ts';

/** Where a value of a document stands. */
export interface Location {
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
  locate(path: Path): Location | undefined;
  /** The keys of the mapping at a path in the order of the text, merged ones at their merge key. */
  keys(path: Path): readonly string[] | undefined;
}

/** Where the value at a path is: its entry, and the entry of the alias that led there, if any. */
interface Found {
  readonly entry: number;
  readonly alias: number;
  readonly value: Value;
}

/** Mappings and lists with more entries than this get an index when they are searched. */
const SMALL = 8;

/** A document over the positions that the reader recorded. */
export class ReadDocument implements Document {
  readonly text: string;
  readonly value: Value;
  readonly ignored: Span | undefined;
  readonly format: 'yaml' | 'json';
  readonly #positions: Positions;
  readonly #extras: Extras | undefined;
  readonly #contentColumns: ReadonlyMap<number, number>;
  #duplicates: readonly DuplicateKey[] | undefined;
  #merges: readonly Merge[] | undefined;
  #indexes: Map<number, ReadonlyMap<string, number>> | undefined;
  #items: Map<number, Int32Array> | undefined;

  constructor(parts: {
    text: string;
    value: Value;
    format: 'yaml' | 'json';
    ignored: Span | undefined;
    positions: Positions;
    extras: Extras | undefined;
    contentColumns: ReadonlyMap<number, number>;
  }) {
    this.text = parts.text;
    this.value = parts.value;
    this.ignored = parts.ignored;
    this.format = parts.format;
    this.#positions = parts.positions;
    this.#extras = parts.extras;
    this.#contentColumns = parts.contentColumns;
  }

  /** The column of the content of the block scalar at an offset, where its header gives it. */
  contentColumn(offset: number): number {
    return this.#contentColumns.get(offset) ?? 0;
  }

  locate(path: Path): Location | undefined {
    const found = this.#find(path);
    return found === undefined ? undefined : this.#location(found);
  }

  keys(path: Path): readonly string[] | undefined {
    const found = this.#find(path);
    if (found === undefined || !isMapping(found.value)) return undefined;
    const keys = new Set<string>();
    for (const entry of this.#children(this.#target(found.entry))) {
      const sources = this.#extras?.merges.get(entry);
      if (sources === undefined) keys.add(this.#positions.keys[entry] ?? '');
      for (const source of sources ?? [])
        for (const key of Object.keys(source.value)) keys.add(key);
    }
    return [...keys];
  }

  get duplicates(): readonly DuplicateKey[] {
    this.#duplicates ??= this.#findDuplicates();
    return this.#duplicates;
  }

  get merges(): readonly Merge[] {
    this.#merges ??= this.#findMerges();
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

  /** Finds the pair of a mapping that gave a key its value, through as many merges as it takes. */
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

  /** The last merge key behind an own pair (or at all) that brings in a key. */
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

  /** The alias under a merge key that brought a mapping in. */
  #aliasOf(merge: { entry: number; source: MergeSource }, source: number): number {
    const aliases = this.#extras?.aliases;
    if (aliases?.get(merge.entry)?.entry === source) return merge.entry;
    for (const item of this.#children(merge.entry)) {
      if (aliases?.get(item)?.entry === source) return item;
    }
    return merge.entry;
  }

  /** The last pair of a mapping with a key, merge keys aside; -1 if there is none. */
  #ownMember(container: number, key: string): number {
    const index = this.#indexes?.get(container) ?? this.#indexIfLarge(container);
    if (index !== undefined) return index.get(key) ?? -1;
    const { keys } = this.#positions;
    let last = -1;
    for (const entry of this.#children(container)) {
      if (keys[entry] === key && !this.#extras?.merges.has(entry)) last = entry;
    }
    return last;
  }

  #indexIfLarge(container: number): ReadonlyMap<string, number> | undefined {
    if (this.#positions.next(container) - container <= SMALL) return undefined;
    const index = new Map<string, number>();
    for (const entry of this.#children(container)) {
      if (!this.#extras?.merges.has(entry)) index.set(this.#positions.keys[entry] ?? '', entry);
    }
    this.#indexes ??= new Map();
    this.#indexes.set(container, index);
    return index;
  }

  #item(container: number, index: number): number {
    let items = this.#items?.get(container);
    if (items === undefined) {
      items = Int32Array.from(this.#children(container));
      this.#items ??= new Map();
      this.#items.set(container, items);
    }
    return items[index] ?? container;
  }

  *#children(container: number): Generator<number> {
    const end = this.#positions.next(container);
    for (let entry = container + 1; entry < end; entry = this.#positions.next(entry)) yield entry;
  }

  /** The entry that holds what an entry stands for: itself, or that of the anchor of an alias. */
  #target(entry: number): number {
    const anchor = this.#extras?.aliases.get(entry);
    return anchor === undefined || anchor.entry < 0 ? entry : anchor.entry;
  }

  #location(found: Found): Location {
    const positions = this.#positions;
    const style = STYLES[positions.style(found.entry)] ?? 'plain';
    const anchor: Anchor | undefined = this.#extras?.aliases.get(found.entry);
    if (found.alias >= 0) {
      const alias = this.#valueSpan(found.alias);
      const value = anchor === undefined ? this.#valueSpan(found.entry) : this.#anchorSpan(anchor);
      const key = this.#keySpan(found.entry);
      return { key: key && alias, value: alias, style, anchor: { key, value } };
    }
    const key = this.#keySpan(found.entry);
    const value = this.#valueSpan(found.entry);
    if (anchor === undefined) return { key, value, style, anchor: undefined };
    const anchorKey = anchor.entry < 0 ? undefined : this.#keySpan(anchor.entry);
    return { key, value, style, anchor: { key: anchorKey, value: this.#anchorSpan(anchor) } };
  }

  #anchorSpan(anchor: Anchor): Span {
    if (anchor.entry >= 0) return this.#valueSpan(anchor.entry);
    return { start: anchor.start, end: anchor.end };
  }

  #keySpan(entry: number): Span | undefined {
    const start = this.#positions.keyStart(entry);
    return start < 0 ? undefined : { start, end: this.#positions.keyEnd(entry) };
  }

  #valueSpan(entry: number): Span {
    // The line break that the reader adds at the end is not in the text.
    const end = Math.min(this.#positions.valueEnd(entry), this.text.length);
    return { start: Math.min(this.#positions.valueStart(entry), end), end };
  }

  #findDuplicates(): DuplicateKey[] {
    const repeating = this.#extras?.repeating;
    const duplicates: DuplicateKey[] = [];
    if (repeating === undefined || repeating.size === 0) return duplicates;
    this.#walk((mapping, path) => {
      if (repeating.has(mapping)) this.#compareKeys(mapping, path, duplicates);
    });
    return duplicates.sort((a, b) => a.second.start - b.second.start);
  }

  #compareKeys(mapping: number, path: Path, duplicates: DuplicateKey[]): void {
    const first = new Map<string, number>();
    for (const entry of this.#children(mapping)) {
      if (this.#extras?.merges.has(entry)) continue;
      const key = this.#positions.keys[entry] ?? '';
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, entry);
        continue;
      }
      const typed = this.#extras?.typedKeys;
      duplicates.push({
        path: [...path, key],
        key,
        first: this.#keySpan(earlier) ?? this.#valueSpan(earlier),
        second: this.#keySpan(entry) ?? this.#valueSpan(entry),
        sameText: typed?.has(earlier) !== typed?.has(entry),
      });
    }
  }

  #findMerges(): Merge[] {
    const sources = this.#extras?.merges;
    const merges: Merge[] = [];
    if (sources === undefined || sources.size === 0) return merges;
    this.#walk((mapping, path) => {
      const own = new Map<string, number>();
      for (const entry of this.#children(mapping)) {
        const brought = sources.get(entry);
        if (brought === undefined) {
          own.set(this.#positions.keys[entry] ?? '', entry);
          continue;
        }
        const overrides: { key: string; span: Span }[] = [];
        for (const source of brought) {
          for (const key of Object.keys(source.value)) {
            const span = own.has(key) ? this.#keySpan(own.get(key) ?? entry) : undefined;
            if (span !== undefined) overrides.push({ key, span });
            own.delete(key);
          }
        }
        const span = this.#keySpan(entry) ?? this.#valueSpan(entry);
        merges.push({ path: [...path], span, overrides });
      }
    });
    return merges.sort((a, b) => a.span.start - b.span.start);
  }

  /** Visits each mapping that is written in the document, with its path. */
  #walk(visit: (mapping: number, path: Path) => void): void {
    const positions = this.#positions;
    const path: (string | number)[] = [];
    const ends: number[] = [];
    const indexes: number[] = [];
    for (let entry = 0; entry < positions.count; entry++) {
      while (ends.length > 0 && entry >= (ends.at(-1) ?? 0)) {
        ends.pop();
        indexes.pop();
        path.pop();
      }
      if (entry > 0) {
        const index = (indexes.pop() ?? 0) + 1;
        indexes.push(index);
        path.pop();
        path.push(positions.keyStart(entry) < 0 ? index - 1 : (positions.keys[entry] ?? ''));
      }
      if (positions.next(entry) === entry + 1) continue;
      const style = STYLES[positions.style(entry)];
      if (style === 'block-mapping' || positions.style(entry) === FLOW_MAPPING) visit(entry, path);
      ends.push(positions.next(entry));
      indexes.push(0);
      path.push('');
    }
  }
}
