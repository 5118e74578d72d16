import {
  compileRegularExpression,
  matchesWithinLimit,
} from '../../../base/go/regular-expression.ts';
import { isMapping, type Mapping, type Path, type Value, valueAt } from '../../../yaml/index.ts';
import { createMapping, itemsOf, mappingFrom, type OpenMapping } from '../../../yaml/tree.ts';
import { hasPlaceholder } from '../placeholders.ts';
import { partsOfReplacement, type Selector, selectorIn } from './patch-paths.ts';
import { type PatchTarget, readTarget } from './patch-target.ts';

/**
 * A replacement of a kustomization: a value of one object, which is written into others.
 * Source: `api/types/replacement.go` of kustomize
 */
export interface Replacement {
  /** The object with the value; undefined if the kustomization has the value itself. */
  readonly source: PatchTarget | undefined;
  readonly value: Value | undefined;
  readonly fieldPath: string;
  readonly options: FieldOptions;
  readonly targets: readonly ReplacementTarget[];
}

/** The objects that a replacement changes, and the fields. */
export interface ReplacementTarget {
  readonly select: PatchTarget;
  readonly rejected: readonly PatchTarget[];
  readonly fields: readonly ReplacedField[];
  readonly options: FieldOptions;
}

/** A field that a replacement writes to, and the place of its path in the document of the replacement. */
export interface ReplacedField {
  readonly path: string;
  readonly at: Path;
}

interface FieldOptions {
  readonly delimiter: string;
  readonly index: number;
  readonly create: boolean;
}

/**
 * Reads a replacement. Undefined if kustomize would refuse it.
 *
 * @param at the place of the replacement in its document
 */
export function readReplacement(replacement: Mapping, at: Path): Replacement | undefined {
  const { source, sourceValue, targets } = replacement;
  if (isMapping(source) === (sourceValue !== undefined) || !Array.isArray(targets))
    return undefined;
  const from = mappingFrom(source);
  const known = targets.map((target: Value, index) => readOne(target, [...at, 'targets', index]));
  return {
    source: isMapping(source) ? exactTarget(readTarget(source)) : undefined,
    value: sourceValue,
    fieldPath: typeof from.fieldPath === 'string' ? from.fieldPath : NAME,
    options: readOptions(from.options),
    targets: known.filter((target) => target !== undefined),
  };
}

/** The field that is read and written where a replacement names none. */
const NAME = 'metadata.name';

function readOne(target: Value, at: Path): ReplacementTarget | undefined {
  if (!isMapping(target) || !isMapping(target.select)) return undefined;
  const fields = itemsOf(target.fieldPaths).map((path, index) => ({
    path: String(path),
    at: [...at, 'fieldPaths', index],
  }));
  const rejected = itemsOf(target.reject).filter(isMapping);
  return {
    select: readTarget(target.select),
    rejected: rejected.map(readTarget).flatMap(eachPart).filter(isRestricted),
    fields: fields.length === 0 ? [{ path: NAME, at: [...at, 'select'] }] : fields,
    options: readOptions(target.options),
  };
}

/**
 * Reports whether the texts of a replacement that select objects are patterns. kustomize reads patterns since version
 * 5.8.0. Earlier versions compare the texts as they are written, so that a pattern selects nothing.
 */
export function selectsByPatterns({ targets }: Replacement): boolean {
  return targets
    .flatMap(({ select, rejected }) => [select, ...rejected])
    .some(({ group, version, kind, name, namespace }) =>
      [group, version, kind, name, namespace].some((text = '') => !PLAIN_NAME.test(text)),
    );
}

/** Reports whether the kind, group and version of a source are names. Kustomize reads no patterns there. */
export function isPlainTarget({ group = '', version = '', kind = '' }: PatchTarget): boolean {
  return [group, version, kind].every((text) => PLAIN_NAME.test(text));
}

/** A name in which no other character than a dot has a meaning in a pattern. */
const PLAIN_NAME = /^[\w.:-]*$/;

/** A target whose texts are not regular expressions. */
export function exactTarget(target: PatchTarget): PatchTarget {
  const quoted = (text: string | undefined) => text?.replaceAll('.', '\\.');
  return { ...target, name: quoted(target.name), namespace: quoted(target.namespace) };
}

/** kustomize rejects an object if its names or its labels and annotations fit. */
function eachPart(target: PatchTarget): readonly PatchTarget[] {
  const { labelSelector, annotationSelector } = target;
  return [
    { ...target, labelSelector: undefined, annotationSelector: undefined },
    { ...readTarget(createMapping()), labelSelector, annotationSelector },
  ];
}

/** Reports whether a target selects some objects only. One that selects all rejects none. */
function isRestricted({ isPattern: _, ...parts }: PatchTarget): boolean {
  return Object.values(parts).some((part) => part !== undefined && part !== '');
}

function readOptions(options: Value | undefined): FieldOptions {
  const { delimiter, index, create } = mappingFrom(options);
  return {
    delimiter: typeof delimiter === 'string' ? delimiter : '',
    index: typeof index === 'number' ? index : 0,
    create: create === true,
  };
}

/** The result of reading the source of a replacement. */
export type SourceValue =
  | { readonly kind: 'value'; readonly value: Value }
  /** kustomize fails, because the object has no such value. The problem is a predicate of the object. */
  | { readonly kind: 'none'; readonly problem: string };

/**
 * Reads the value of a replacement from its source. Undefined if it is not known.
 *
 * Source: `getReplacement` in `api/filters/replacement/replacement.go` of kustomize
 */
export function readSource(
  object: Mapping,
  { fieldPath, options }: Pick<Replacement, 'fieldPath' | 'options'>,
): SourceValue | undefined {
  let value: Value = object;
  for (const part of partsOfReplacement(fieldPath)) {
    const below = memberOf(value, part);
    if (below === 'unknown') return undefined;
    if (below === undefined) return { kind: 'none', problem: `has no '${fieldPath}'` };
    value = below.value;
  }
  const { delimiter, index } = options;
  if (typeof value === 'object') {
    if (delimiter !== '') return { kind: 'none', problem: `has no text in '${fieldPath}'` };
    const isEmpty = Object.keys(value ?? {}).length === 0;
    return isEmpty
      ? { kind: 'none', problem: `has nothing in '${fieldPath}'` }
      : { kind: 'value', value };
  }
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (delimiter === '') return { kind: 'value', value };
  const part = text.split(delimiter)[index];
  if (part !== undefined) return { kind: 'value', value: part };
  if (hasPlaceholder(text)) return undefined;
  return {
    kind: 'none',
    problem: `has no part ${index} in '${text}', which is split at '${delimiter}'`,
  };
}

/** The member of a value that a part of a path names; undefined if there is none. */
function memberOf(value: Value, part: string): { readonly value: Value } | 'unknown' | undefined {
  const selector = selectorIn(part);
  if (selector === undefined) {
    if (part === '-' || mayHaveOthers(value)) return 'unknown';
    const member = isMapping(value) || isIndex(part) ? valueAt(value, [part]) : undefined;
    return member === undefined || member === null ? undefined : { value: member };
  }
  const items = itemsOf(value).map((item) => ({ item, key: valueAt(item, [selector.key]) }));
  const isKnown = items.every(({ key }) => key === undefined || textOf(key) !== undefined);
  if (selector.key === '' || !isKnown || mayHaveOthers(value)) return 'unknown';
  const found = items.find(({ key }) => textOf(key) === selector.value);
  return found && { value: found.item };
}

/** Reports whether a program may replace a placeholder in a value by members. */
function mayHaveOthers(value: Value): boolean {
  return isMapping(value) ? Object.keys(value).some(hasPlaceholder) : isPlaceholder(value);
}

function isPlaceholder(value: Value): boolean {
  return typeof value === 'string' && hasPlaceholder(value);
}

/** No field of a built-in kind is deeper. */
const MOST_PARTS = 100;

/** Mappings that may be changed. The keys and the values are the same: by its type, a key may only be read. */
export type ChangeableMappings = Map<Mapping, OpenMapping>;

/** An object with a value in a field, and the places of the value: none if kustomize fails without the field. */
interface ReplacedObject {
  readonly object: Mapping;
  readonly paths: readonly Path[];
}

/**
 * Writes the value of a replacement into a field. Undefined if the result is not known.
 *
 * @param own the mappings that may be changed: those that were made for this object. All others are copied, which takes
 *   long for each of many replacements in a large mapping. The copies are added.
 */
export function writeField(
  object: Mapping,
  field: string,
  value: Value,
  options: FieldOptions,
  own: ChangeableMappings = new Map(),
): ReplacedObject | undefined {
  const parts = partsOfReplacement(field);
  if (parts.length > MOST_PARTS) return undefined;
  const writer = new FieldWriter(parts, value, options, own);
  const written = writer.write(object, 0, []);
  const isDone = writer.isExact && isMapping(written);
  return isDone ? { object: written, paths: writer.isBehind ? [] : writer.paths } : undefined;
}

/**
 * Source: `PathMatcher` in `yaml/match.go` of sigs.k8s.io/kustomize/kyaml, and `api/filters/replacement` of kustomize
 */
class FieldWriter {
  readonly paths: Path[] = [];
  /** False as soon as something is found whose result is not known. */
  isExact = true;
  /** True if the path has a position that a list does not have. */
  isBehind = false;
  readonly #parts: readonly string[];
  readonly #value: Value;
  readonly #options: FieldOptions;
  readonly #own: ChangeableMappings;

  constructor(
    parts: readonly string[],
    value: Value,
    options: FieldOptions,
    own: ChangeableMappings,
  ) {
    this.#parts = parts;
    this.#value = value;
    this.#options = options;
    this.#own = own;
  }

  /** @param depth the number of the parts of the path that lead to the value */
  write(own: Value | undefined, depth: number, path: Path): Value {
    const part = this.#parts[depth];
    if (part === undefined) {
      this.paths.push(path);
      return this.#written(own);
    }
    const selector = selectorIn(part);
    if (part === '*' || selector !== undefined || isIndex(part)) {
      return this.#items(own, depth, path, selector);
    }
    if (own !== undefined && !isMapping(own)) return this.#unknown();
    const below = valueAt(own, [part]);
    if (below === undefined && !this.#options.create) return own ?? createMapping();
    const mapping = this.#changeable(own);
    mapping[part] = this.write(below, depth + 1, [...path, part]);
    return mapping;
  }

  #changeable(mapping: Mapping | undefined): OpenMapping {
    const own = mapping && this.#own.get(mapping);
    if (own !== undefined) return own;
    const copy = createMapping();
    Object.assign(copy, mapping);
    this.#own.set(copy, copy);
    return copy;
  }

  #items(own: Value | undefined, depth: number, path: Path, selector: Selector | undefined): Value {
    const part = this.#parts[depth] ?? '';
    const list: Value[] = Array.isArray(own) ? [...own] : [];
    if (own !== undefined && !Array.isArray(own)) return this.#unknown();
    const isChosen = (item: Value, index: number) => {
      if (selector !== undefined) return this.#fits(item, selector);
      return part === '*' || index === Number(part);
    };
    const chosen = list.flatMap((item, index) => (isChosen(item, index) ? [index] : []));
    const isPosition = selector === undefined && part !== '*';
    // An item may be created. Otherwise kustomize fails for a position after the last one, whatever else it finds.
    if (chosen.length === 0 && part !== '*' && this.#options.create) return this.#unknown();
    if (chosen.length === 0 && isPosition && own !== undefined) this.isBehind = true;
    for (const index of chosen) {
      list[index] = this.write(list[index], depth + 1, [...path, index]);
    }
    return list;
  }

  /** kustomize looks for the text anywhere in the value. */
  #fits(item: Value, { key, value }: Selector): boolean {
    const found = key === '' ? item : valueAt(item, [key]);
    const text = textOf(found);
    const compiled = compileRegularExpression(value);
    if (!compiled.ok || /[$^]/.test(value)) this.isExact = false;
    if (text === undefined || !compiled.ok) return false;
    const isMatch = matchesWithinLimit(compiled.expression, text);
    if (isMatch === undefined) this.isExact = false;
    return isMatch === true;
  }

  #written(own: Value | undefined): Value {
    const { delimiter, index } = this.#options;
    const text = textOf(this.#value);
    if (delimiter === '') return this.#converted(own, this.#value, text);
    const ownText = own === undefined ? '' : textOf(own);
    if (text === undefined || ownText === undefined) return this.#unknown();
    const parts = ownText.split(delimiter);
    if (index < 0) parts.unshift(text);
    else if (index >= parts.length) parts.push(text);
    else parts[index] = text;
    const joined = parts.join(delimiter);
    return this.#converted(own, joined, joined);
  }

  /** A scalar keeps its type. */
  #converted(own: Value | undefined, value: Value, text: string | undefined): Value {
    if (own !== undefined && own !== null && typeof own === 'object') return value;
    if (text === undefined) return own === undefined ? value : this.#unknown();
    if (typeof own === 'string') return text;
    if (typeof own === 'number' && INTEGER.test(text)) return Number(text);
    if (typeof own === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
    const isNew = own === undefined && (typeof value !== 'string' || PLAIN_TEXT.test(text));
    return isNew ? value : this.#unknown();
  }

  #unknown(): null {
    this.isExact = false;
    return null;
  }
}

/** A small integer as it is usually written. */
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** A text that is a string without quotes. A new field gets none. */
const PLAIN_TEXT = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[a-z][\w./-]*$/i;

/** The text of a scalar. Undefined if it may be written in another way. */
function textOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return typeof value === 'boolean' || INTEGER.test(text) ? text : undefined;
}

function isIndex(part: string): boolean {
  return /^\+?\d+$/.test(part);
}
