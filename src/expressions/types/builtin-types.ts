import { holdsIn, type Minor, type MinorRange, parseMinors } from '../../kubernetes/minors.ts';
import { type ApiObject, type ApiScalar, type ApiType, scalarType } from './api-types.ts';
import { builtInTypeTable } from './builtin-types.generated.ts';

/** What the API has of built-in kinds, over all minors; scripts/generate/openapi/builtin-types.py says how it is written. */
export interface BuiltInTypeTable {
  /** The names of the types of kinds, by `GROUP/VERSION/KIND`; the core group has no name. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The fields of types. The empty name stands for what holds of the type itself. */
  readonly types: Readonly<Record<string, WrittenFields>>;
}

/** The types of fields by their names. */
type WrittenFields = Readonly<Record<string, string>>;

/** The table by names that may come from a manifest. */
interface BuiltInTypes {
  readonly kinds: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, WrittenFields>;
}

let table: BuiltInTypes | undefined;

function types(): BuiltInTypes {
  if (table === undefined) {
    const written = builtInTypeTable();
    table = {
      kinds: new Map(Object.entries(written.kinds)),
      types: new Map(Object.entries(written.types)),
    };
  }
  return table;
}

/** The names of all kinds, with their groups and versions: `apps/v1/Deployment`. */
export function builtInKinds(): readonly string[] {
  return [...types().kinds.keys()];
}

/** The type of a kind such as `apps/v1/Deployment` in a minor, served by default or not. */
export function builtInKind(groupVersionKind: string, minor: Minor): ApiObject | undefined {
  const written = types().kinds.get(groupVersionKind);
  const entry = written === undefined ? undefined : entryIn(written, minor);
  return entry === undefined ? undefined : builtInType(entry.type, minor);
}

/** A type by its name, such as `core.v1.PodSpec`, with the fields that it has in a minor. */
export function builtInType(name: string, minor: Minor): ApiObject | undefined {
  const fields = types().types.get(name);
  return fields === undefined ? undefined : new BuiltInObject(name, fields, minor);
}

class BuiltInObject implements ApiObject {
  readonly kind = 'object';
  readonly name: string;
  readonly isOpen = false;
  readonly #fields: ReadonlyMap<string, string>;
  readonly #minor: Minor;
  readonly #known = new Map<string, ApiType | undefined>();

  constructor(name: string, fields: WrittenFields, minor: Minor) {
    this.name = name;
    this.#fields = new Map(Object.entries(fields));
    this.#minor = minor;
  }

  get isAtomic(): boolean {
    const written = this.#fields.get('');
    return written !== undefined && entryIn(written, this.#minor) !== undefined;
  }

  get fieldNames(): readonly string[] {
    return [...this.#fields.keys()].filter((name) => name !== '' && this.field(name) !== undefined);
  }

  field(name: string): ApiType | undefined {
    const written = name === '' ? undefined : this.#fields.get(name);
    if (written === undefined) return undefined;
    if (this.#known.has(name)) return this.#known.get(name);
    const entry = entryIn(written, this.#minor);
    const type = entry === undefined ? undefined : readType(entry, this.#minor);
    this.#known.set(name, type);
    return type;
  }
}

interface Entry {
  readonly type: string;
  readonly markers: readonly string[];
}

/** What an entry of the table says for a minor. */
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

/** An object that is replaced as a whole where this field has it. */
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
