import { onceForEach } from '../../../base/once-for-each.ts';
import {
  ANY_SHAPE,
  type Member,
  SCALAR_SHAPE,
  type Scalar,
  type Shape,
} from '../../../cel/symbolic/shape.ts';
import {
  isEmbeddedResource,
  isIntOrString,
  isMap,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../../server/crd/structural.ts';
import { escapeProperty } from '../../../server/expressions/escaping.ts';

/**
 * The shape of values that have passed defaulting and the validation by a schema of a CRD. A property is always present
 * if it is required or has a default; the keys of a map are optional.
 */
export class SchemaShape implements Shape {
  readonly schema: StructuralSchema;
  readonly kind: Shape['kind'];
  readonly values?: readonly Scalar[];
  readonly nullable: boolean;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly #shapes: SchemaShapes;
  readonly #isResource: boolean;
  readonly #required: ReadonlySet<string>;
  #properties: ReadonlyMap<string, string> | undefined;

  constructor(schema: StructuralSchema, isResource: boolean, shapes: SchemaShapes) {
    this.schema = schema;
    this.kind = kindOf(schema, isResource);
    this.nullable = schema.nullable === true && (schema.default ?? null) === null;
    this.#shapes = shapes;
    this.#isResource = isResource;
    this.#required = new Set(schema.required ?? []);
    const values = valuesOf(schema);
    if (values !== undefined) this.values = values;
    const [minSize, maxSize] =
      this.kind === 'list'
        ? [schema.minItems, schema.maxItems]
        : [schema.minProperties, schema.maxProperties];
    if (minSize !== undefined) this.minSize = Number(minSize);
    if (maxSize !== undefined) this.maxSize = Number(maxSize);
  }

  /** A property, by its name in expressions, which may be escaped; or the value of a map's key. */
  member(name: string): Member {
    if (this.kind === 'map') return { shape: this.element(), presence: 'optional' };
    this.#properties ??= namesInExpressions(this.schema);
    const written = this.#properties.get(name) ?? this.#properties.get(`__${name}__`);
    if (this.#isResource) {
      if (name === 'apiVersion' || name === 'kind') {
        return { shape: SCALAR_SHAPE, presence: 'always' };
      }
      if (name === 'metadata') return { shape: this.#metadata(), presence: 'always' };
    }
    const schema = written === undefined ? undefined : propertySchema(this.schema, written);
    if (schema === undefined || written === undefined) {
      return { shape: ANY_SHAPE, presence: 'assumed' };
    }
    // Resources have a spec, even where the schema does not require it.
    if (this.#isResource && written === 'spec' && !this.#required.has(written)) {
      return { shape: this.#shapes.of(schema), presence: 'assumed' };
    }
    const isAlways = this.#required.has(written) || (schema.default ?? null) !== null;
    return { shape: this.#shapes.of(schema), presence: isAlways ? 'always' : 'optional' };
  }

  /** The metadata of a stored object. It always has a name, even if its schema does not declare one. */
  #metadata(): Shape {
    const schema = propertySchema(this.schema, 'metadata');
    const declared = schema === undefined ? undefined : this.#shapes.of(schema);
    return {
      ...ANY_SHAPE,
      kind: 'object',
      member: (name) => {
        const shape = declared?.member(name).shape ?? ANY_SHAPE;
        const isOptional = name === 'labels' || name === 'annotations' || name === 'generateName';
        return { shape, presence: isOptional ? 'optional' : 'assumed' };
      },
    };
  }

  element(): Shape {
    const schema = itemSchema(this.schema) ?? mapValueSchema(this.schema);
    return schema === undefined ? ANY_SHAPE : this.#shapes.of(schema);
  }
}

/** Creates the shapes of one CRD, one for each schema. */
export class SchemaShapes {
  readonly of = onceForEach(
    (schema: StructuralSchema) => new SchemaShape(schema, isEmbeddedResource(schema), this),
  );

  /** The shape of a whole custom resource. */
  ofResource(schema: StructuralSchema): SchemaShape {
    return new SchemaShape(schema, true, this);
  }
}

function namesInExpressions({ properties }: StructuralSchema): ReadonlyMap<string, string> {
  return new Map(Object.keys(properties ?? {}).map((name) => [escapeProperty(name) ?? name, name]));
}

function kindOf(schema: StructuralSchema, isResource: boolean): Shape['kind'] {
  if (isIntOrString(schema)) return 'scalar';
  if (schema.type === 'array') return 'list';
  if (schema.type === 'object') return isMap(schema) && !isResource ? 'map' : 'object';
  return schema.type === undefined || schema.type === '' ? 'any' : 'scalar';
}

function valuesOf(schema: StructuralSchema): readonly Scalar[] | undefined {
  if (schema.type === 'boolean') {
    return [
      { type: 'bool', value: true },
      { type: 'bool', value: false },
    ];
  }
  if (schema.enum === undefined || schema.enum.length === 0) return undefined;
  const values: Scalar[] = [];
  for (const value of schema.enum) {
    const scalar = scalarOf(value);
    if (scalar === undefined) return undefined;
    values.push(scalar);
  }
  return values;
}

/** A value of JSON as a scalar of CEL; undefined for a list or object. */
export function scalarOf(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'boolean':
      return { type: 'bool', value };
    case 'number':
      return { type: 'double', value };
    case 'bigint':
      return { type: 'int', value };
    default:
      return value === null ? { type: 'null' } : undefined;
  }
}
