import { NO_SUCH_FIELD, type TypeProvider } from '../../cel/environment.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  struct,
  TIMESTAMP,
  type Type,
} from '../../cel/types.ts';
import { escapeProperty } from '../escaping.ts';
import type { ApiList, ApiObject, ApiScalar, ApiType } from './api-types.ts';
import { findEscaped } from './declared-types.ts';

/**
 * How the objects of policies are seen:
 * - `type-checker`: as the type checker of the server takes them, which knows nothing of quantities and
 *   takes texts with a format for values of CEL.
 * - `run-time`: as expressions find them, which is as plain JSON. What a schema does not say is dyn.
 */
export type ObjectView = 'type-checker' | 'run-time';

/** An object of the API at its place below a variable of a policy. */
export interface ObjectPlace {
  /** The name that the variable was declared with. */
  readonly root: string;
  /** The path from the variable on, as people write it: `spec.containers[]`; empty for the variable. */
  readonly path: string;
  readonly object: ApiObject;
}

interface Struct extends ObjectPlace {
  /** The names of the types on the way, its own included. The type checker stops where one comes again. */
  readonly within: ReadonlySet<string>;
  /** The fields by their names in expressions. */
  readonly fields: Map<string, Type | undefined>;
}

/**
 * The types of `object`, `oldObject` and `params`, and of all below them. They have names in messages
 * only, such as `Deployment.spec`: no expression can name them.
 *
 * Source: `SchemaDeclType` in `pkg/cel/common/schemas.go`, `MaybeAssignTypeName` in `pkg/cel/types.go` and
 * `PopulateRefs` in `pkg/cel/openapi/resolver/refs.go` of the API server.
 */
export class ObjectTypes implements TypeProvider {
  readonly roots: ReadonlySet<string> = new Set();
  readonly #view: ObjectView;
  readonly #acceptsKeywords: boolean;
  readonly #structs = new Map<string, Struct>();
  readonly #lists = new WeakMap<Type, ApiList>();

  /** @param acceptsKeywords whether a field whose name is a keyword is found under its plain name */
  constructor(view: ObjectView, acceptsKeywords: boolean) {
    this.#view = view;
    this.#acceptsKeywords = acceptsKeywords;
  }

  /** The type of a variable; the name is that of the type in messages. */
  declare(name: string, type: ApiType): Type {
    return this.#typeOf(type, name, { root: name, path: '', within: new Set() }) ?? DYN;
  }

  /** Which object a type is of. */
  placeOf(type: Type): ObjectPlace | undefined {
    return type.kind === 'struct' ? this.#structs.get(type.name) : undefined;
  }

  /** Which list a type is of. */
  listOf(type: Type): ApiList | undefined {
    return this.#lists.get(type);
  }

  findName(): undefined {
    return undefined;
  }

  findField(name: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    const found = this.#structs.get(name);
    if (found === undefined) return undefined;
    if (this.#view === 'run-time') {
      const type = this.#fieldOf(found, name, field, field);
      return type ?? (found.object.isOpen ? DYN : NO_SUCH_FIELD);
    }
    const get = (escaped: string): Type | undefined => {
      const written = this.#writtenName(found, escaped);
      return written === undefined ? undefined : this.#fieldOf(found, name, written, escaped);
    };
    return findEscaped({ get }, field, this.#acceptsKeywords);
  }

  /** The name of a field in manifests. */
  #writtenName({ object }: Struct, escaped: string): string | undefined {
    if (escapeProperty(escaped) === escaped && object.field(escaped) !== undefined) return escaped;
    if (!escaped.includes('__')) return undefined;
    return object.fieldNames.find((name) => escapeProperty(name) === escaped);
  }

  #fieldOf(found: Struct, struct: string, written: string, escaped: string): Type | undefined {
    const { fields, object, path, root, within } = found;
    if (!fields.has(escaped)) {
      const type = object.field(written);
      const place = { root, path: path === '' ? written : `${path}.${written}`, within };
      const made =
        type === undefined ? undefined : this.#typeOf(type, `${struct}.${escaped}`, place);
      fields.set(escaped, made);
    }
    return fields.get(escaped);
  }

  #typeOf(
    type: ApiType,
    name: string,
    place: Pick<Struct, 'root' | 'path' | 'within'>,
  ): Type | undefined {
    if (type.isNullable === true && this.#view === 'run-time') return DYN;
    switch (type.kind) {
      case 'scalar':
        if (type.scalar === 'object' && this.#view === 'type-checker') {
          return this.#struct(NO_FIELDS, name, place);
        }
        return this.#view === 'run-time' ? RUN_TIME[type.scalar] : TYPE_CHECKER[type.scalar];
      case 'list': {
        const below = { ...place, path: `${place.path}[]` };
        const element = this.#typeOf(type.element, `${name}.@idx`, below);
        if (element === undefined) return undefined;
        const list = listOf(element);
        this.#lists.set(list, type);
        return list;
      }
      case 'map': {
        const below = { ...place, path: `${place.path}[*]` };
        const element = this.#typeOf(type.element, `${name}.@elem`, below);
        return element === undefined ? undefined : mapOf(STRING, element);
      }
      case 'object':
        return this.#struct(type, name, place);
    }
  }

  #struct(
    object: ApiObject,
    name: string,
    { root, path, within }: Pick<Struct, 'root' | 'path' | 'within'>,
  ): Type {
    const isRepeated =
      this.#view === 'type-checker' && object.name !== undefined && within.has(object.name);
    this.#structs.set(name, {
      root,
      path,
      object: isRepeated ? NO_FIELDS : object,
      within: object.name === undefined ? within : new Set([...within, object.name]),
      fields: new Map(),
    });
    return struct(name);
  }
}

const NO_FIELDS: ApiObject = {
  kind: 'object',
  name: undefined,
  isOpen: true,
  isAtomic: false,
  fieldNames: [],
  field: () => undefined,
};

const TYPE_CHECKER: Readonly<Record<ApiScalar, Type | undefined>> = {
  string: STRING,
  integer: INT,
  number: DOUBLE,
  boolean: BOOL,
  timestamp: TIMESTAMP,
  bytes: BYTES,
  duration: DURATION,
  'int-or-string': DYN,
  quantity: undefined,
  any: undefined,
  object: undefined,
};

/** A number without a fraction is an integer in JSON, so that nothing is sure of numbers. */
const RUN_TIME: Readonly<Record<ApiScalar, Type>> = {
  string: STRING,
  integer: INT,
  number: DYN,
  boolean: BOOL,
  timestamp: STRING,
  bytes: STRING,
  duration: STRING,
  'int-or-string': DYN,
  quantity: DYN,
  any: DYN,
  object: DYN,
};
