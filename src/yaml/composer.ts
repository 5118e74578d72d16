import { addTo } from '../base/index-by.ts';
import { checkAliasing } from './aliasing.ts';
import { badMerge, complexKey } from './composer-refusals.ts';
import type { Anchor, BadKey, Extras, MergeSource } from './extras.ts';
import { PositionRecorder } from './positions.ts';
import { Refused } from './refusals.ts';
import { floatKey, hasLeadingZero, isFloatText, isUnsigned, resolvePlain } from './resolve.ts';
import { PLAIN, type StyleNumber } from './styles.ts';
import { MERGE_TAG, resolveTagged } from './tags.ts';
import { createMapping, isMapping, type OpenMapping, type Value } from './tree.ts';

/** The kinds of a pending key. */
const ORDINARY = 0;
const MERGE = 1;
const TYPED = 2;
const BAD = 3;
type KeyNature = typeof ORDINARY | typeof MERGE | typeof TYPED | typeof BAD;

/** The ways to complete a container. */
const VALUE = 0;
const MERGED_MAPPING = 1;
const MERGED_LIST = 2;
type Role = typeof VALUE | typeof MERGED_MAPPING | typeof MERGED_LIST;

interface Frame {
  mapping: OpenMapping | undefined;
  items: Value[] | undefined;
  entry: number;
  role: Role;
  anchor: Anchor | undefined;
  /** The value of `#steps` when the container was opened. */
  steps: number;
}

/** Builds the value of a document from its nodes, and records the positions. */
export class Composer {
  root: Value = null;
  /** The innermost container is one of these two; neither before the root. */
  mapping: OpenMapping | undefined;
  items: Value[] | undefined;
  /** True if the innermost container is a mapping with a pending key, so that the next node is its value. */
  hasKey = false;
  /** True if the value may contain a value that JSON cannot represent: a number that is not finite, or a bad key. */
  mayBeNonJson = false;
  /** True if an integer has a leading zero that makes it octal. */
  hasOctal = false;
  readonly badKeys = new Map<object, BadKey>();
  extras: Extras | undefined;
  readonly recorder = new PositionRecorder();
  depth = 0;
  #key = '';
  #keyStart = 0;
  #keyEnd = 0;
  #keyNature: KeyNature = ORDINARY;
  #badKey: BadKey | undefined;
  #entry = -1;
  #role: Role = VALUE;
  #anchor: Anchor | undefined;
  #stepsBefore = 0;
  #mergeSources: MergeSource[] = [];
  /** go-yaml's counters: the decoded values, and the number of them that were decoded through an alias. */
  #steps = 2;
  #aliasSteps = 0;
  /** The number of characters that aliases repeat. */
  #aliasCharacters = 0;
  readonly #frames: Frame[] = [];
  readonly #anchors = new Map<string, Anchor>();

  clear(): void {
    this.root = null;
    this.mapping = undefined;
    this.items = undefined;
    this.hasKey = false;
    this.mayBeNonJson = false;
    this.hasOctal = false;
    this.badKeys.clear();
    this.extras = undefined;
    this.recorder.clear();
    this.depth = 0;
    this.#keyNature = ORDINARY;
    this.#entry = -1;
    this.#role = VALUE;
    this.#anchor = undefined;
    this.#mergeSources = [];
    this.#steps = 2;
    this.#aliasSteps = 0;
    this.#aliasCharacters = 0;
    this.#frames.length = 0;
    this.#anchors.clear();
  }

  /** The pending key, whose value is the next node. */
  get key(): string {
    return this.#key;
  }

  /** Reports whether the next node is a key. */
  get wantsKey(): boolean {
    return this.mapping !== undefined && !this.hasKey;
  }

  setKey(key: string, start: number, end: number): void {
    this.#key = key;
    this.#keyStart = start;
    this.#keyEnd = end;
    this.hasKey = true;
  }

  /** Adds a scalar that is complete, or a container that was opened. Returns the number of its entry. */
  put(value: Value, start: number, end: number, style: StyleNumber): number {
    const { mapping, items } = this;
    if (mapping !== undefined) {
      const key = this.#key;
      const entry = this.recorder.add(key, this.#keyStart, this.#keyEnd, start, end, style);
      this.hasKey = false;
      this.#steps += 2;
      if (this.#keyNature !== ORDINARY && !this.#putSpecial(entry, mapping)) return entry;
      if (mapping[key] !== undefined) this.#extra().repeating.add(this.#entry);
      mapping[key] = value;
      return entry;
    }
    const entry = this.recorder.add('', -1, -1, start, end, style);
    if (items !== undefined) {
      this.#steps++;
      items.push(value);
    } else this.root = value;
    return entry;
  }

  /** Handles a pending key that is not an ordinary string. Returns whether the mapping gets a pair with it. */
  #putSpecial(entry: number, mapping: OpenMapping): boolean {
    const nature = this.#keyNature;
    this.#keyNature = ORDINARY;
    if (nature === TYPED) {
      this.#extra().typedKeys.add(entry);
      return true;
    }
    if (nature === MERGE) this.#steps--;
    else if (this.#badKey !== undefined) {
      this.badKeys.set(mapping, this.#badKey);
      this.mayBeNonJson = true;
    }
    return false;
  }

  /** Adds a scalar as a key or value, with its tag and anchor. */
  putScalar(
    text: string,
    start: number,
    end: number,
    style: StyleNumber,
    tag = '',
    anchor = '',
  ): void {
    const isImplicit = tag === '!' || (tag === '' && style <= PLAIN);
    let value: Value = text;
    let isFloat = false;
    let entry = -1;
    if (this.wantsKey && text === '<<' && (isImplicit || tag === MERGE_TAG)) {
      this.setKey(text, start, end);
      this.#keyNature = MERGE;
    } else {
      if (tag !== '') value = resolveTagged(tag, text, { start, end });
      else if (isImplicit) value = resolvePlain(text);
      const isKey = this.wantsKey;
      if (typeof value === 'number' && (isKey || anchor !== '')) {
        isFloat = tag.endsWith(':float') || isFloatText(text);
      }
      if (isKey) this.#setResolvedKey(value, isFloat, start, end);
      else {
        this.#refuseMergeOf(value, start, end);
        if (typeof value === 'number' || typeof value === 'bigint') {
          if (typeof value === 'number' && !Number.isFinite(value)) this.mayBeNonJson = true;
          if (hasLeadingZero(text)) this.hasOctal = true;
        }
        entry = this.put(value, start, end, style);
      }
    }
    if (anchor !== '') {
      this.#anchors.set(anchor, {
        entry,
        start,
        end,
        style,
        value,
        isFloat,
        steps: 1,
        characters: end - start,
        open: false,
      });
    }
  }

  /** Sets the pending key to a plain scalar that begins with a letter, without tag and anchor. */
  putWord(text: string, start: number, end: number): void {
    this.#setResolvedKey(resolvePlain(text), false, start, end);
  }

  /** Adds an alias as a key or value; the span is that of `*name`. */
  putAlias(name: string, start: number, end: number): void {
    const anchor = this.#anchors.get(name);
    const span = { start, end };
    if (anchor === undefined) {
      throw Refused.plain(
        'unknown-anchor',
        span,
        `yaml: unknown anchor '${name}' referenced`,
        name,
      );
    }
    const { value } = anchor;
    if (anchor.open) {
      const problem = `yaml: anchor '${name}' value contains itself`;
      const begin = { start: anchor.start, end: anchor.end };
      throw Refused.plain('recursive-anchor', span, problem, name).relate(begin, 'it begins here');
    }
    if (this.wantsKey) {
      if (typeof value === 'object' && value !== null) throw complexKey(isMapping(value), span);
      this.#setResolvedKey(value, anchor.isFloat, start, end);
    } else {
      const isMerge = this.#keyNature === MERGE;
      this.#refuseMergeOf(value, start, end);
      const entry = this.put(value, start, end, anchor.style);
      this.#extra().aliases.set(entry, anchor);
      if (isMapping(value)) {
        const source = { entry: anchor.entry, value };
        if (isMerge) this.#merge(entry, [source]);
        else if (this.#role === MERGED_LIST) this.#mergeSources.push(source);
      }
    }
    this.#steps += anchor.steps;
    this.#aliasSteps += anchor.steps;
    this.#aliasCharacters += anchor.characters;
    checkAliasing(this.#steps, this.#aliasSteps, this.#aliasCharacters, span);
  }

  open(isMappingNode: boolean, start: number, end: number, style: StyleNumber, anchor = ''): void {
    if (this.wantsKey) throw complexKey(isMappingNode, { start, end }, style);
    let role: Role = VALUE;
    if (this.#keyNature === MERGE) role = isMappingNode ? MERGED_MAPPING : MERGED_LIST;
    else if (this.#role === MERGED_LIST && !isMappingNode) throw badMerge(start, end);
    const mapping = isMappingNode ? createMapping() : undefined;
    const items: Value[] | undefined = isMappingNode ? undefined : [];
    const value: Value = mapping ?? items ?? null;
    const entry = this.put(value, start, end, style);
    if (role === MERGED_LIST) {
      this.#steps--;
      this.#mergeSources = [];
    } else if (this.#role === MERGED_LIST && mapping !== undefined) {
      this.#mergeSources.push({ entry, value: mapping });
    }
    this.#pushFrame();
    this.mapping = mapping;
    this.items = items;
    this.#entry = entry;
    this.#role = role;
    this.#anchor = undefined;
    this.#stepsBefore = this.#steps;
    if (anchor !== '') {
      const characters = -start - this.#aliasCharacters;
      const isFloat = false;
      this.#anchor = { entry, start, end, style, value, isFloat, steps: 1, characters, open: true };
      this.#anchors.set(anchor, this.#anchor);
    }
  }

  /** Closes the innermost container. */
  close(end: number): void {
    const entry = this.#entry;
    const role = this.#role;
    const { mapping } = this;
    this.recorder.close(entry, end);
    if (this.#anchor !== undefined) {
      this.#anchor.open = false;
      this.#anchor.steps = this.#steps - this.#stepsBefore + 1;
      this.#anchor.characters += end + this.#aliasCharacters;
    }
    const frame = this.#frames[--this.depth];
    if (frame === undefined) return;
    this.mapping = frame.mapping;
    this.items = frame.items;
    this.#entry = frame.entry;
    this.#role = frame.role;
    this.#anchor = frame.anchor;
    this.#stepsBefore = frame.steps;
    this.hasKey = false;
    if (role === MERGED_MAPPING && mapping !== undefined)
      this.#merge(entry, [{ entry, value: mapping }]);
    else if (role === MERGED_LIST) this.#merge(entry, this.#mergeSources);
  }

  /** The offset of the innermost container. */
  get containerStart(): number {
    return this.#entry < 0 ? 0 : this.recorder.valueStart(this.#entry);
  }

  #pushFrame(): void {
    const depth = this.depth++;
    const frame = this.#frames[depth];
    if (frame === undefined) {
      this.#frames[depth] = {
        mapping: this.mapping,
        items: this.items,
        entry: this.#entry,
        role: this.#role,
        anchor: this.#anchor,
        steps: this.#stepsBefore,
      };
      return;
    }
    frame.mapping = this.mapping;
    frame.items = this.items;
    frame.entry = this.#entry;
    frame.role = this.#role;
    frame.anchor = this.#anchor;
    frame.steps = this.#stepsBefore;
  }

  /** Merges mappings into the innermost one. Earlier sources take precedence over later ones. */
  #merge(entry: number, sources: readonly MergeSource[]): void {
    const { mapping } = this;
    if (mapping === undefined) return;
    const { merges, mergeKeys } = this.#extra();
    merges.set(entry, sources);
    addTo(mergeKeys, this.#entry, entry);
    for (const { value } of sources.toReversed()) {
      for (const key of Object.keys(value)) mapping[key] = value[key] ?? null;
      const bad = this.badKeys.get(value);
      if (bad !== undefined) this.badKeys.set(mapping, bad);
    }
  }

  #setResolvedKey(value: Value, isFloat: boolean, start: number, end: number): void {
    if (typeof value === 'string') {
      this.setKey(value, start, end);
      return;
    }
    this.#keyNature = TYPED;
    if (value === null || (typeof value === 'bigint' && isUnsigned(value))) {
      this.#keyNature = BAD;
      this.#badKey = { id: value === null ? 'null-key' : 'number-key', span: { start, end } };
    }
    this.setKey(isFloat ? floatKey(Number(value)) : String(value), start, end);
  }

  #refuseMergeOf(value: Value, start: number, end: number): void {
    if (this.#keyNature !== MERGE && this.#role !== MERGED_LIST) return;
    if (!isMapping(value)) throw badMerge(start, end);
  }

  #extra(): Extras {
    this.extras ??= {
      aliases: new Map(),
      merges: new Map(),
      mergeKeys: new Map(),
      repeating: new Set(),
      typedKeys: new Set(),
    };
    return this.extras;
  }
}
