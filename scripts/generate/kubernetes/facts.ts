/** The shapes of the files in `src/kubernetes/facts/`, which `scripts/generate/openapi/generate.py` writes. */

/** A schema as the facts have it: one type of the API, or a reference to a definition. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly 'x-since'?: string;
  readonly 'x-until'?: string;
  /** Decodes itself, and drops unknown fields below it silently. */
  readonly 'x-lenient'?: true;
}

export type Definitions = Readonly<Record<string, Schema>>;

export type Kinds = Readonly<
  Record<
    string,
    {
      readonly group: string;
      readonly plural: string;
      readonly namespaced: boolean;
      readonly versions: Readonly<
        Record<
          string,
          {
            readonly introduced: string;
            readonly deprecated?: string;
            readonly removed?: string;
            readonly served?: { readonly since?: string; readonly until?: string };
          }
        >
      >;
    }
  >
>;

export interface Resources {
  readonly resources: readonly {
    readonly group: string;
    readonly version: string;
    readonly resource: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly since?: string;
    readonly until?: string;
    readonly shortNames?: readonly string[];
    readonly subresources?: Readonly<
      Record<string, { readonly since?: string; readonly until?: string }>
    >;
  }[];
  readonly kinds: Readonly<Record<string, readonly string[]>>;
}

/** What a schema says of the type of a value. */
export type TypeShape =
  | { readonly shape: 'scalar'; readonly scalar: string }
  | { readonly shape: 'any' }
  | { readonly shape: 'object'; readonly definition: string }
  | { readonly shape: 'list'; readonly of: TypeShape }
  | { readonly shape: 'map'; readonly of: TypeShape };

/**
 * Reads the type of a value from its schema. Definitions that are not structs (quantities, times, the
 * schema-or-... unions of CRD schemas) are scalars of that name.
 */
export function shapeOf(schema: Schema, definitions: Definitions): TypeShape {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/$defs/', '');
    const definition = definitions[name];
    if (definition === undefined) throw new Error(`no definition ${name}`);
    if (name === 'JSON' || name === 'FieldsV1') return { shape: 'any' };
    if (definition['x-lenient'])
      return { shape: 'scalar', scalar: UNIONS[name] ?? unknownUnion(name) };
    if (definition.properties !== undefined) return { shape: 'object', definition: name };
    return shapeOf(definition, definitions);
  }
  const { type, format, items, additionalProperties } = schema;
  if (format === 'quantity' || format === 'int-or-string')
    return { shape: 'scalar', scalar: format };
  if (items !== undefined) return { shape: 'list', of: shapeOf(items, definitions) };
  if (additionalProperties !== undefined) {
    return { shape: 'map', of: shapeOf(additionalProperties, definitions) };
  }
  switch (type) {
    case 'string':
      return {
        shape: 'scalar',
        scalar: format === 'byte' || format === 'date-time' ? format : 'string',
      };
    case 'integer':
    case 'number':
      if (format === undefined)
        throw new Error(`a number without a format: ${JSON.stringify(schema)}`);
      return { shape: 'scalar', scalar: format };
    case 'boolean':
      return { shape: 'scalar', scalar: 'boolean' };
    default:
      throw new Error(`a type that nothing knows how to read: ${JSON.stringify(schema)}`);
  }
}

const UNIONS: Readonly<Record<string, string>> = {
  JSONSchemaPropsOrBool: 'schema-or-bool',
  JSONSchemaPropsOrArray: 'schema-or-array',
  JSONSchemaPropsOrStringArray: 'schema-or-strings',
};

function unknownUnion(name: string): never {
  throw new Error(`a union that nothing knows how to read: ${name}`);
}

/** The definitions that are structs, in the order of their names. */
export function structs(
  definitions: Definitions,
): readonly (readonly [string, Readonly<Record<string, Schema>>])[] {
  return Object.entries(definitions).flatMap(([name, { properties }]) =>
    properties === undefined ? [] : [[name, properties] as const],
  );
}
