import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import { isMapping, type Mapping, type Value } from '../../yaml/tree.ts';
import type { StructuralSchema } from './structural.ts';

/** The most schemas that are made of one JSON Schema. Each use of a reference makes them again. */
const MOST_SCHEMAS = 20_000;

/** The most schemas around a schema. */
const DEEPEST = 100;

/** The longest pattern that is compiled. */
const LONGEST_PATTERN = 1000;

/**
 * Makes a structural schema of a JSON Schema (draft 4 or later). The result accepts each value that the JSON Schema
 * accepts, and more: keywords that it cannot express are omitted, such as conditions, alternatives, formats and
 * references to other files.
 *
 * @returns undefined if the JSON Schema is not an object, or has too many schemas
 */
export function structuralFrom(root: Value): StructuralSchema | undefined {
  if (!isMapping(root)) return undefined;
  return new Conversion(root).run();
}

type OpenSchema = { -readonly [K in keyof StructuralSchema]: StructuralSchema[K] };

/** The keywords with integers that mean the same in both. */
const COUNTS = [
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
] as const;

class Conversion {
  readonly #root: Mapping;
  /** The draft has no `const`, and calls `$id` `id`. */
  readonly #isOfDraft4: boolean;
  #left = MOST_SCHEMAS;

  constructor(root: Mapping) {
    this.#root = root;
    this.#isOfDraft4 = String(root.$schema).includes('draft-04');
  }

  run(): StructuralSchema | undefined {
    const schema = this.#schemaOf(this.#root, 0);
    return this.#left < 0 ? undefined : schema;
  }

  #schemaOf(json: Value | undefined, depth: number): StructuralSchema {
    const resolved = this.#resolve(json);
    this.#left--;
    if (this.#left < 0 || depth > DEEPEST || resolved === undefined) return {};
    const schema: OpenSchema = {};
    addTypes(schema, resolved);
    addScalarKeywords(schema, this.#isOfDraft4 ? withoutConst(resolved) : resolved);
    for (const name of COUNTS) {
      const count = resolved[name];
      if (typeof count === 'number' && Number.isSafeInteger(count)) schema[name] = count;
    }
    const { properties, required, items, allOf } = resolved;
    if (isMapping(properties)) {
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, this.#schemaOf(one, depth + 1)]),
      );
    }
    if (Array.isArray(required))
      schema.required = required.filter((one) => typeof one === 'string');
    // With `prefixItems`, it is only for the items after those.
    if (isMapping(items) && resolved.prefixItems === undefined) {
      schema.items = this.#schemaOf(items, depth + 1);
    }
    const others = this.#othersOf(resolved, depth);
    if (others !== undefined) schema.additionalProperties = others;
    if (Array.isArray(allOf)) schema.allOf = allOf.map((one) => this.#schemaOf(one, depth + 1));
    return schema;
  }

  #othersOf(
    { additionalProperties: others, patternProperties }: Mapping,
    depth: number,
  ): StructuralSchema['additionalProperties'] {
    if (patternProperties !== undefined) return undefined;
    if (others === false) return false;
    return isMapping(others) ? this.#schemaOf(others, depth + 1) : undefined;
  }

  /** The schema that a reference leads to, in the same document; undefined if it leads elsewhere, or in a circle. */
  #resolve(json: Value | undefined): Mapping | undefined {
    let schema = json;
    for (let steps = 0; steps < DEEPEST; steps++) {
      if (!isMapping(schema)) return undefined;
      // References in it start from another address.
      const id = this.#isOfDraft4 ? schema.id : schema.$id;
      if (schema !== this.#root && id !== undefined) return undefined;
      const { $ref } = schema;
      if ($ref === undefined) return schema;
      schema = typeof $ref === 'string' ? this.#at($ref) : undefined;
    }
    return undefined;
  }

  #at(reference: string): Value | undefined {
    if (!/^#(?:\/|$)/.test(reference)) return undefined;
    let value: Value | undefined = this.#root;
    for (const token of reference.split('/').slice(1)) {
      const key = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(value)) value = value[Number(key)];
      else value = isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
    return value;
  }
}

function withoutConst({ const: _, ...others }: Mapping): Mapping {
  return others;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Adds the types. Of several types, only these can be expressed: one and null, and an integer or a string. */
function addTypes(schema: OpenSchema, { type }: Mapping): void {
  const types = Array.isArray(type) ? type : [type];
  const others = types.filter((one) => one !== 'null');
  const [first] = others;
  if (types.length > others.length) schema.nullable = true;
  if (others.length === 1 && typeof first === 'string') schema.type = first;
  else if (others.length === 2 && others.includes('integer') && others.includes('string')) {
    schema['x-kubernetes-int-or-string'] = true;
  }
}

const isInteger = (value: Value | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value);

function addScalarKeywords(schema: OpenSchema, json: Mapping): void {
  const { pattern, multipleOf, minimum, maximum } = json;
  const values = json.const === undefined ? json.enum : [json.const];
  if (Array.isArray(values)) schema.enum = values;
  if (typeof pattern === 'string' && pattern.length <= LONGEST_PATTERN) {
    // An expression that Go cannot compile matches nothing there.
    if (compileRegularExpression(pattern).ok) schema.pattern = pattern;
  }
  // For an integer, the server truncates bounds to integers, and Helm does not. The other bounds permit more then.
  if (isInteger(multipleOf) && multipleOf > 0) schema.multipleOf = multipleOf;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = json;
  if (typeof minimum === 'number') schema.minimum = minimum;
  if (typeof maximum === 'number') schema.maximum = maximum;
  if (isInteger(above) && !(typeof minimum === 'number' && minimum > above)) {
    schema.minimum = above;
    schema.exclusiveMinimum = true;
  }
  if (isInteger(below) && !(typeof maximum === 'number' && maximum < below)) {
    schema.maximum = below;
    schema.exclusiveMaximum = true;
  }
}
