import { checkAliasing } from './aliasing.ts';
import { PositionRecorder } from './positions.ts';
import { Refused } from './refusals.ts';
import { floatKey, isFloatText, isUnsigned, resolvePlain } from './resolve.ts';
import { FLOW_MAPPING, PLAIN } from './styles.ts';
import { MERGE_TAG, resolveTagged } from './tags.ts';
import {
  createMapping,
  isMapping,
  type Mapping,
  type OpenMapping,
  type Span,
  type Value,
} from './tree.ts';

/** What an anchor stands for. */
export interface Anchor {
  /** The entry of the value, or -1 where it is a key. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
  readonly style: number;
  readonly value: Value;
  /** Whether Go holds the number as a float. */
  readonly isFloat: boolean;
  /** The number of values that it contains, itself included, with all aliases written out. */
  steps: number;
  open: boolean;
}

/** A mapping that a merge key brings in, and the entry that holds its keys. */
export interface MergeSource {
  readonly entry: number;
  readonly value: Mapping;
}

/** What few documents have. */
export interface Extras {
  /** The entries that are aliases, with what they stand for. */
  readonly aliases: Map<number, Anchor>;
  /** The entries of merge keys, with what they bring in, in the order of the text. */
  readonly merges: Map<number, readonly MergeSource[]>;
  /** The entries of the merge keys of a mapping, by its entry. */
  readonly mergeKeys: Map<number, number[]>;
  /** The mappings in which a key was set again. */
  readonly repeating: Set<number>;
  /** The entries whose keys are numbers or booleans, not texts. */
  readonly typedKeys: Set<number>;
}

/** A key that JSON cannot hold. It matters only if its mapping is part of the final value. */
export interface BadKey {
  readonly id: 'null-key' | 'number-key';
  readonly span: Span;
}

/** What is special about a pending key. */
const ORDINARY = 0;
const MERGE = 1;
const TYPED = 2;
const BAD = 3;

/** What becomes of a container when it is complete. */
const VALUE = 0;
const MERGED_MAPPING = 1;
const MERGED_LIST = 2;

interface Frame {
  mapping: OpenMapping | undefined;
  items: Value[] | undefined;
  entry: number;
  role: number;
  anchor: Anchor | undefined;
  /** The value of `steps` when the container began. */
  steps: number;
}

/** Makes the value of a document from its nodes, and records the positions. */
export class Composer {
  root: Value = null;
  /** The innermost container: one of these, or none before the root. */
  mapping: OpenMapping | undefined;
  items: Value[] | undefined;
  /** Whether the innermost container is a mapping and its next node is a value. */
  hasKey = false;
  /** Whether the value may hold what JSON cannot: numbers that are not finite, bad keys. */
  isDoubtful = false;
  readonly badKeys = new Map<object, BadKey>();
  extras: Extras | undefined;
  readonly recorder = new PositionRecorder();
  depth = 0;
  #key = '';
  #keyStart = 0;
  #keyEnd = 0;
  #keyNature = ORDINARY;
  #badKey: BadKey | undefined;
  #entry = -1;
  #role = VALUE;
  #anchor: Anchor | undefined;
  #stepsBefore = 0;
  #mergeSources: MergeSource[] = [];
  /** go-yaml's counts of values decoded, and of those decoded through an alias. */
  #steps = 2;
  #aliasSteps = 0;
  readonly #frames: Frame[] = [];
  readonly #anchors = new Map<string, Anchor>();

  clear(): void {
    this.root = null;
    this.mapping = undefined;
    this.items = undefined;
    this.hasKey = false;
    this.isDoubtful = false;
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
    this.#frames.length = 0;
    this.#anchors.clear();
  }

  /** The key whose value comes next. */
  get key(): string {
    return this.#key;
  }

  /** Whether the next node is a key. */
  get wantsKey(): boolean {
    return this.mapping !== undefined && !this.hasKey;
  }

  /** Takes a key that is a text. */
  setKey(key: string, start: number, end: number): void {
    this.#key = key;
    this.#keyStart = start;
    this.#keyEnd = end;
    this.hasKey = true;
  }

  /** Takes an ordinary value, and gives the number of its entry. */
  put(value: Value, start: number, end: number, style: number): number {
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

  /** Settles a pending key that is no text; tells whether a value is to be set under it. */
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
      this.isDoubtful = true;
    }
    return false;
  }

  /** Takes a scalar as a key or value, with its tag and anchor, if any. */
  putScalar(
    text: string,
    start: number,
    end: number,
    style: number,
    tag: string,
    anchor: string,
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
        if (typeof value === 'number' && !Number.isFinite(value)) this.isDoubtful = true;
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
        open: false,
      });
    }
  }

  /** Takes an alias as a key or value; the span is that of `*name`. */
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
    checkAliasing(this.#steps, this.#aliasSteps, span);
  }

  /** Begins a mapping or list. */
  open(isMappingNode: boolean, start: number, end: number, style: number, anchor = ''): void {
    if (this.wantsKey) throw complexKey(isMappingNode, { start, end }, style);
    let role = VALUE;
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
      this.#anchor = { entry, start, end, style, value, isFloat: false, steps: 1, open: true };
      this.#anchors.set(anchor, this.#anchor);
    }
  }

  /** Ends the innermost container. */
  close(end: number): void {
    const entry = this.#entry;
    const role = this.#role;
    const { mapping } = this;
    this.recorder.close(entry, end);
    if (this.#anchor !== undefined) {
      this.#anchor.open = false;
      this.#anchor.steps = this.#steps - this.#stepsBefore + 1;
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

  /** The offset where the innermost container begins. */
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

  /** Sets the pairs of mappings in the innermost one; of these, the first takes precedence. */
  #merge(entry: number, sources: readonly MergeSource[]): void {
    const { mapping } = this;
    if (mapping === undefined) return;
    const { merges, mergeKeys } = this.#extra();
    merges.set(entry, sources);
    const entries = mergeKeys.get(this.#entry);
    if (entries === undefined) mergeKeys.set(this.#entry, [entry]);
    else entries.push(entry);
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

function badMerge(start: number, end: number): Refused {
  const problem = 'yaml: map merge requires map or sequence of maps as the value';
  return Refused.plain('merge-value', { start, end }, problem);
}

function complexKey(isMappingNode: boolean, span: Span, style = 0): Refused {
  const type = isMappingNode ? 'map[interface {}]interface {}' : '[]interface {}';
  const id = style === FLOW_MAPPING ? 'template' : 'complex-key';
  return Refused.plain(
    id,
    span,
    `yaml: invalid map key: ${type}`,
    isMappingNode ? 'mapping' : 'list',
  );
}
