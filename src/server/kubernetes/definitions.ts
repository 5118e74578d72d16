import { type FieldType, parseFieldType } from './field-type.ts';
import { frequentTypes } from './generated/frequent-types.mjs';
import { otherTypes } from './generated/other-types.mjs';
import { linesByName } from './lines-by-name.ts';
import { MINORS, type Minor, type MinorRange } from './minors.ts';
import type { Value } from './value.ts';

/** The way in which server-side apply merges two values of a field. */
export interface FieldMerging {
  /** The minors that merge them in this way. */
  readonly minors: MinorRange;
  readonly list: 'atomic' | 'set' | 'map';
  /** The fields that identify an item, for lists of type `map`. */
  readonly keys: readonly string[];
  /** True if a mapping is replaced as a whole. */
  readonly isAtomic: boolean;
}

export interface FieldFacts {
  readonly type: FieldType;
  /** The minors that have the field, among those that have its definition; undefined for all. */
  readonly minors: MinorRange | undefined;
  /**
   * The value that the server sets if the field is absent; undefined if it sets none, or it depends on other fields.
   */
  readonly default: Value | undefined;
  /**
   * True for a struct, or a scalar with a default, that is not a pointer in the server's types. Absent and empty are
   * then the same.
   */
  readonly isPlain: boolean;
  /** The ways to merge the field. There is more than one if it has changed, the oldest first. */
  readonly merging: readonly FieldMerging[];
}

/** A struct of the API, in all minors. */
export interface Definition {
  /**
   * The name of the definition, such as `core.v1.PodSpec`. `definitionNameOf` gives the name of the definition of a
   * kind.
   */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldFacts>;
  /** The minors whose OpenAPI definitions declare it as a kind; undefined for none. */
  readonly kind: MinorRange | undefined;
  /** The minors in which server-side apply replaces it as a whole; undefined for none. */
  readonly atomic: MinorRange | undefined;
}

/** The definitions as text, by the name of the struct. */
let frequent: ReadonlyMap<string, string> | undefined;
let others: ReadonlyMap<string, string> | undefined;
const known = new Map<string, Definition>();

/**
 * A struct of the API by its name, such as `core.v1.PodSpec`.
 *
 * @throws Error if there is none of this name
 */
export function definitionOf(name: string): Definition {
  const definition = findDefinition(name);
  if (definition === undefined) throw new Error(`no definition ${name}`);
  return definition;
}

/** A struct of the API by its name; undefined if there is none. */
export function findDefinition(name: string): Definition | undefined {
  let definition = known.get(name);
  if (definition === undefined) {
    const line = lineOf(name);
    if (line === undefined) return undefined;
    definition = parseDefinition(name, line);
    known.set(name, definition);
  }
  return definition;
}

/** Reports whether a struct is a part of a kind whose types are part of the core. */
export function isFrequent(name: string): boolean {
  frequent ??= linesByName(frequentTypes());
  return frequent.has(name);
}

/** The other types are loaded when the first of them is needed, because there are many. */
function lineOf(name: string): string | undefined {
  frequent ??= linesByName(frequentTypes());
  const line = frequent.get(name);
  if (line !== undefined) return line;
  others ??= linesByName(otherTypes());
  return others.get(name);
}

function parseDefinition(name: string, line: string): Definition {
  const [head = '', ...fields] = line.split(';');
  const words = head.split(' ');
  const within = name.slice(0, name.lastIndexOf('.'));
  return {
    name,
    fields: new Map(fields.map((text) => parseField(text, within))),
    kind: words.includes('kind') ? (rangeOf(words) ?? {}) : undefined,
    atomic: words.includes('map=atomic') ? atomicRange(words) : undefined,
  };
}

function atomicRange(words: readonly string[]): MinorRange {
  const since = minorCalled(markerOf(words, 'mapSince'));
  return since === undefined ? {} : { since };
}

function parseField(text: string, within: string): readonly [string, FieldFacts] {
  const end = text.indexOf(' ');
  const alternatives = text
    .slice(end + 1)
    .split('|')
    .map((alternative) => alternative.split(' '));
  const [[type = ''] = []] = alternatives;
  const since = rangeOf(alternatives[0] ?? [])?.since;
  const until = rangeOf(alternatives.at(-1) ?? [])?.until;
  const standard = markerOf(alternatives[0] ?? [], 'default');
  return [
    text.slice(0, end),
    {
      type: parseFieldType(type, within),
      minors:
        since === undefined && until === undefined
          ? undefined
          : { ...(since && { since }), ...(until && { until }) },
      // The table is generated, so its defaults are valid JSON.
      default: standard === undefined ? undefined : JSON.parse(standard),
      isPlain: alternatives[0]?.at(-1) === 'plain',
      merging: alternatives.map(parseMerging),
    },
  ];
}

function parseMerging(words: readonly string[]): FieldMerging {
  const [list = 'atomic', keys = ''] = markerOf(words, 'list')?.split(':') ?? [];
  return {
    minors: rangeOf(words) ?? {},
    list: list === 'set' || list === 'map' ? list : 'atomic',
    keys: keys === '' ? [] : keys.split(','),
    isAtomic: words.includes('map=atomic'),
  };
}

function markerOf(words: readonly string[], name: string): string | undefined {
  const word = words.find((one) => one.startsWith(`${name}=`));
  return word?.slice(name.length + 1);
}

function rangeOf(words: readonly string[]): MinorRange | undefined {
  const since = minorCalled(markerOf(words, 'since'));
  const until = minorCalled(markerOf(words, 'until'));
  if (since === undefined && until === undefined) return undefined;
  return { ...(since && { since }), ...(until && { until }) };
}

function minorCalled(name: string | undefined): Minor | undefined {
  return MINORS.find((minor) => minor === name);
}
