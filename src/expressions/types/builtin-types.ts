import { holdsIn, type Minor, type MinorRange, parseMinors } from '../../kubernetes/minors.ts';
import { type ApiObject, type ApiScalar, type ApiType, scalarType } from './api-types.ts';
import { builtInTypeTable } from './builtin-types.generated.ts';

/** The types of built-in kinds in all minors. `scripts/generate/openapi/builtin-types.py` describes the notation. */
export interface BuiltInTypeTable {
  /** The names of the types of kinds, by `GROUP/VERSION/KIND`; `VERSION/KIND` in the core group. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The fields of types. The empty name has the properties of the type itself. */
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

let table: BuiltInTypeTable | undefined;

function types(): BuiltInTypeTable {
  table ??= builtInTypeTable();
  return table;
}

/** The names of all kinds, with their groups and versions: `apps/v1/Deployment`. */
export function builtInKinds(): readonly string[] {
  return Object.keys(types().kinds);
}

/** The type of a kind such as `apps/v1/Deployment` in a minor, also of one that is not served by default. */
export function builtInKind(groupVersionKind: string, minor: Minor): ApiObject | undefined {
  const { kinds } = types();
  const written = Object.hasOwn(kinds, groupVersionKind) ? kinds[groupVersionKind] : undefined;
  const entry = written === undefined ? undefined : entryIn(written, minor);
  return entry === undefined ? undefined : builtInType(entry.type, minor);
}

/** A type by its name, such as `core.v1.PodSpec`, with the fields that it has in a minor. */
export function builtInType(name: string, minor: Minor): ApiObject | undefined {
  const written = types().types;
  const fields = Object.hasOwn(written, name) ? written[name] : undefined;
  return fields === undefined ? undefined : new BuiltInObject(name, fields, minor);
}

class BuiltInObject implements ApiObject {
  readonly kind = 'object';
  readonly name: string;
  readonly isOpen = false;
  readonly #fields: Readonly<Record<string, string>>;
  readonly #minor: Minor;
  readonly #known = new Map<string, ApiType | undefined>();

  constructor(name: string, fields: Readonly<Record<string, string>>, minor: Minor) {
    this.name = name;
    this.#fields = fields;
    this.#minor = minor;
  }

  get isAtomic(): boolean {
    const written = this.#fields[''];
    return written !== undefined && entryIn(written, this.#minor) !== undefined;
  }

  get fieldNames(): readonly string[] {
    return Object.keys(this.#fields).filter(
      (name) => name !== '' && this.field(name) !== undefined,
    );
  }

  field(name: string): ApiType | undefined {
    if (name === '' || !Object.hasOwn(this.#fields, name)) return undefined;
    if (this.#known.has(name)) return this.#known.get(name);
    const entry = entryIn(this.#fields[name] ?? '', this.#minor);
    const type = entry === undefined ? undefined : readType(entry, this.#minor);
    this.#known.set(name, type);
    return type;
  }
}

interface Entry {
  readonly type: string;
  readonly markers: readonly string[];
}

/** The entry of a field in a minor; undefined if the minor does not have the field. */
function entryIn(written: string, minor: Minor): Entry | undefined {
  for (const alternative of written.split(' | ')) {
    const [type = '', ...markers] = alternative.split(' ');
    if (holdsIn(rangeOf(markers), minor)) return { type, markers };
  }
  return undefined;
}

function rangeOf(markers: readonly string[]): MinorRange {
  const since = minorIn(markerValue(markers, 'since'));
  const until = minorIn(markerValue(markers, 'until'));
  return { ...(since && { since }), ...(until && { until }) };
}

function minorIn(text: string | undefined): Minor | undefined {
  return text === undefined ? undefined : parseMinors(text)?.[0];
}

function markerValue(markers: readonly string[], name: string): string | undefined {
  return markers.find((marker) => marker.startsWith(`${name}=`))?.slice(name.length + 1);
}

const SCALARS: ReadonlyMap<string, ApiScalar> = new Map([
  ['s', 'string'],
  ['s/date-time', 'timestamp'],
  ['s/byte', 'bytes'],
  ['i', 'integer'],
  ['n', 'number'],
  ['b', 'boolean'],
  ['o', 'object'],
  ['any', 'any'],
  ['quantity', 'quantity'],
  ['int-or-string', 'int-or-string'],
]);

function readType({ type, markers }: Entry, minor: Minor): ApiType {
  const isAtomic = markers.includes('map=atomic');
  const inner = (text: string): ApiType => readType({ type: text, markers: [] }, minor);
  if (type.startsWith('[]')) {
    const [merge = 'atomic', keys = ''] = markerValue(markers, 'list')?.split(':') ?? [];
    return {
      kind: 'list',
      element: inner(type.slice(2)),
      merge: merge === 'set' || merge === 'map' ? merge : 'atomic',
      keys: keys === '' ? [] : keys.split(','),
    };
  }
  if (type.startsWith('{}')) return { kind: 'map', element: inner(type.slice(2)), isAtomic };
  if (!type.startsWith('@')) return scalarType(SCALARS.get(type) ?? 'any');
  const named = builtInType(type.slice(1), minor);
  if (named === undefined) return scalarType('object');
  return isAtomic ? atomic(named) : named;
}

/** A type that server-side apply replaces as a whole. */
function atomic(object: ApiObject): ApiObject {
  const { name, isOpen, fieldNames } = object;
  return {
    kind: 'object',
    name,
    isOpen,
    isAtomic: true,
    fieldNames,
    field: (field) => object.field(field),
  };
}
