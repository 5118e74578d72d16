import { NO_SUCH_FIELD, type TypeProvider } from '../../../cel/environment.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  STRING,
  TIMESTAMP,
  type Type,
} from '../../../cel/types.ts';
import { escapeProperty } from '../escaping.ts';
import type { ApiList, ApiObject, ApiScalar, ApiType } from './api-types.ts';
import { findEscaped } from './declared-types.ts';
import type { TypeTable } from './type-table.ts';

/**
 * The types that the fields of objects get:
 * - `type-checker`: those of the server's type checker. It does not know quantities, and gives strings with a format
 *   the types of CEL (`timestamp`, `bytes`).
 * - `run-time`: those that the values have when expressions are evaluated, which is plain JSON. A value without a
 *   schema is dyn.
 */
export type ObjectView = 'type-checker' | 'run-time';

/** The type of an object, and its path below a variable of a policy. */
export interface ObjectAtPath {
  /** The name of the type of the variable in messages. */
  readonly root: string;
  /** The path below the variable as messages write it: `spec.containers[]`; empty for the variable itself. */
  readonly path: string;
  readonly object: ApiObject;
}

/** The path of a field of an object below the variable. */
export function fieldPath({ path }: Pick<ObjectAtPath, 'path'>, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

interface Struct extends ObjectAtPath {
  /** The names of the API types that contain it, and its own. The type checker does not expand a type within itself. */
  readonly within: ReadonlySet<string>;
  /** The fields by their names in expressions. */
  readonly fields: Map<string, Type | undefined>;
}

type Position = Pick<Struct, 'root' | 'path' | 'within'>;

/**
 * The types of `object`, `oldObject` and `params`, and of their fields. Only messages contain their names; expressions
 * cannot refer to them.
 *
 * Source: `SchemaDeclType` in `pkg/cel/common/schemas.go`, `MaybeAssignTypeName` in `pkg/cel/types.go` and
 * `PopulateRefs` in `pkg/cel/openapi/resolver/refs.go` of the API server.
 */
export class ObjectTypes implements TypeProvider {
  readonly roots: ReadonlySet<string> = new Set();
  readonly #view: ObjectView;
  readonly #acceptsKeywords: boolean;
  readonly #types: TypeTable;
  readonly #structs = new Map<string, Struct>();
  readonly #lists = new WeakMap<Type, ApiList>();
  #dependsOnView = false;

  /**
   * @param acceptsKeywords true if a field whose name is a keyword can be selected by its plain name
   * @param types the table of types. Objects whose types are compared share one table.
   */
  constructor(view: ObjectView, acceptsKeywords: boolean, types: TypeTable) {
    this.#view = view;
    this.#acceptsKeywords = acceptsKeywords;
    this.#types = types;
  }

  /** Reports whether a type that was looked up is a different type in the other view. */
  get dependsOnView(): boolean {
    return this.#dependsOnView;
  }

  /**
   * Declares the type of a variable.
   *
   * @param name the name of the type
   * @param root its name in messages
   */
  declare(name: string, type: ApiType, root: string): Type {
    return this.#typeOf(type, name, { root, path: '', within: new Set() }) ?? DYN;
  }

  objectOf(type: Type): ObjectAtPath | undefined {
    return type.kind === 'struct' ? this.#structs.get(type.name) : undefined;
  }

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
      const property = this.#propertyOf(found, escaped);
      return property === undefined ? undefined : this.#fieldOf(found, name, property, escaped);
    };
    return findEscaped({ get }, field, this.#acceptsKeywords);
  }

  /** The name in manifests of the field with an escaped name. */
  #propertyOf({ object }: Struct, escaped: string): string | undefined {
    if (escapeProperty(escaped) === escaped && object.field(escaped) !== undefined) return escaped;
    if (!escaped.includes('__')) return undefined;
    return object.fieldNames.find((name) => escapeProperty(name) === escaped);
  }

  #fieldOf(parent: Struct, struct: string, property: string, escaped: string): Type | undefined {
    const { fields, object, root, within } = parent;
    if (!fields.has(escaped)) {
      const type = object.field(property);
      if (escapeProperty(property) !== property || (type === undefined && object.isOpen))
        this.#dependsOnView = true;
      const position = { root, path: fieldPath(parent, property), within };
      const declared =
        type === undefined ? undefined : this.#typeOf(type, `${struct}.${escaped}`, position);
      fields.set(escaped, declared);
    }
    return fields.get(escaped);
  }

  #typeOf(type: ApiType, name: string, position: Position): Type | undefined {
    if (type.isNullable === true) {
      this.#dependsOnView = true;
      if (this.#view === 'run-time') return DYN;
    }
    switch (type.kind) {
      case 'scalar':
        if (RUN_TIME[type.scalar] !== TYPE_CHECKER[type.scalar]) this.#dependsOnView = true;
        if (type.scalar === 'object' && this.#view === 'type-checker') {
          return this.#struct(NO_FIELDS, name, position);
        }
        return this.#view === 'run-time' ? RUN_TIME[type.scalar] : TYPE_CHECKER[type.scalar];
      case 'list': {
        const below = { ...position, path: `${position.path}[]` };
        const element = this.#typeOf(type.element, `${name}.@idx`, below);
        if (element === undefined) return undefined;
        const list = this.#types.list(name, element);
        this.#lists.set(list, type);
        return list;
      }
      case 'map': {
        const below = { ...position, path: `${position.path}[*]` };
        const element = this.#typeOf(type.element, `${name}.@elem`, below);
        return element === undefined ? undefined : this.#types.map(element);
      }
      case 'object':
        return this.#struct(type, name, position);
    }
  }

  #struct(object: ApiObject, name: string, { root, path, within }: Position): Type {
    const isWithinItself = object.name !== undefined && within.has(object.name);
    if (isWithinItself) this.#dependsOnView = true;
    const isRepeated = this.#view === 'type-checker' && isWithinItself;
    this.#structs.set(name, {
      root,
      path,
      object: isRepeated ? NO_FIELDS : object,
      within: object.name === undefined ? within : new Set([...within, object.name]),
      fields: new Map(),
    });
    return this.#types.struct(name);
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

/** A number without a fraction is an integer in JSON, so the type of a number is not known. */
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
