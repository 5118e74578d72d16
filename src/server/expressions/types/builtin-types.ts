import type { GroupVersionKind } from '../../kubernetes/api-version.ts';
import { apiVersionOf } from '../../kubernetes/api-version.ts';
import { definitionNameOf } from '../../kubernetes/definition-name.ts';
import {
  type Definition,
  definitionOf,
  type FieldMerging,
  findDefinition,
} from '../../kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../../kubernetes/field-type.ts';
import { isBuiltInGroup } from '../../kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import { type ApiObject, type ApiScalar, type ApiType, scalarType } from './api-types.ts';

/**
 * The type of a kind in a minor, also of one that is not served by default; undefined if the server's type checker
 * has no definition of it.
 */
export function builtInKind(
  { group, version, kind }: GroupVersionKind,
  minor: Minor,
): ApiObject | undefined {
  const apiVersion = apiVersionOf({ group, version });
  if (!isBuiltInGroup(group)) return undefined;
  const definition = findDefinition(definitionNameOf(apiVersion, kind));
  return definition?.kind !== undefined && holdsIn(definition.kind, minor)
    ? new BuiltInObject(definition, minor)
    : undefined;
}

/** A type by its name, such as `core.v1.PodSpec`, with the fields that it has in a minor. */
export function builtInType(name: string, minor: Minor): ApiObject | undefined {
  const definition = findDefinition(name);
  return definition && new BuiltInObject(definition, minor);
}

class BuiltInObject implements ApiObject {
  readonly kind = 'object';
  readonly isOpen = false;
  readonly #definition: Definition;
  readonly #minor: Minor;
  readonly #known = new Map<string, ApiType | undefined>();

  constructor(definition: Definition, minor: Minor) {
    this.#definition = definition;
    this.#minor = minor;
  }

  get name(): string {
    return this.#definition.name;
  }

  get isAtomic(): boolean {
    const { atomic } = this.#definition;
    return atomic !== undefined && holdsIn(atomic, this.#minor);
  }

  get fieldNames(): readonly string[] {
    return [...this.#definition.fields.keys()].filter((name) => this.field(name) !== undefined);
  }

  field(name: string): ApiType | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#create(name));
    return this.#known.get(name);
  }

  #create(name: string): ApiType | undefined {
    const field = this.#definition.fields.get(name);
    const merging = field?.merging.find(({ minors }) => holdsIn(minors, this.#minor));
    return field && merging && typeOf(field.type, this.#minor, merging);
  }
}

const SCALARS: Readonly<Record<ScalarType, ApiScalar>> = {
  string: 'string',
  boolean: 'boolean',
  int32: 'integer',
  int64: 'integer',
  double: 'number',
  byte: 'bytes',
  'date-time': 'timestamp',
  'micro-time': 'timestamp',
  quantity: 'quantity',
  'int-or-string': 'int-or-string',
  'schema-or-bool': 'any',
  'schema-or-array': 'any',
  'schema-or-strings': 'any',
};

function typeOf(type: FieldType, minor: Minor, merging?: FieldMerging): ApiType {
  const isAtomic = merging?.isAtomic ?? false;
  switch (type.shape) {
    case 'scalar':
      return scalarType(SCALARS[type.scalar]);
    case 'any':
      return scalarType(type.isObject ? 'object' : 'any');
    case 'list': {
      const { list: merge = 'atomic', keys = [] } = merging ?? {};
      return { kind: 'list', element: typeOf(type.of, minor), merge, keys };
    }
    case 'map':
      return { kind: 'map', element: typeOf(type.of, minor), isAtomic };
    case 'object': {
      const definition = definitionOf(type.definition);
      // The server's definitions do not distinguish between a struct without fields and an object of unknown content.
      if (definition.fields.size === 0) return scalarType('object');
      const object = new BuiltInObject(definition, minor);
      return isAtomic ? atomic(object) : object;
    }
  }
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
