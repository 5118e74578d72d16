import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import { isList, isMapping, type Mapping, stringsIn, type Value } from '../../yaml/tree.ts';

/** The most schemas around a schema. What is deeper is not checked. */
const DEEPEST = 60;

/** The keywords that are taken as they are, with the type of their values. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['description', 'string'],
  ['format', 'string'],
  ['nullable', 'boolean'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'boolean'],
  ['exclusiveMaximum', 'boolean'],
  ['multipleOf', 'number'],
  ['minLength', 'number'],
  ['maxLength', 'number'],
  ['minItems', 'number'],
  ['maxItems', 'number'],
  ['minProperties', 'number'],
  ['maxProperties', 'number'],
  ['x-kubernetes-embedded-resource', 'boolean'],
]);

/** A value of any type. */
const ANYTHING: Mapping = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * Makes the schema of a version of a CRD from a JSON Schema of a public catalogue, which programs make of CRDs: they
 * forbid other properties than the declared ones, and write alternatives where a CRD has an integer or a string. The
 * result accepts what the CRD accepts, and more: rules, alternatives, and the keywords of lists are left out.
 *
 * @returns undefined if it is not a schema of objects
 */
export function schemaOfCatalogue(json: Value): Mapping | undefined {
  if (!isMapping(json) || !isMapping(json.properties)) return undefined;
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...properties } = json.properties;
  const text = { type: 'string' };
  const schema = schemaOf({ ...json, type: 'object', properties }, 0);
  const own = isMapping(schema.properties) ? schema.properties : {};
  const head = { apiVersion: text, kind: text, metadata: { type: 'object' } };
  return { ...schema, properties: { ...own, ...head } };
}

function schemaOf(json: Value | undefined, depth: number): Mapping {
  if (!isMapping(json) || depth > DEEPEST || json.$ref !== undefined) return ANYTHING;
  if (json['x-kubernetes-int-or-string'] === true || isIntOrString(json)) {
    return { ...keptOf(json), 'x-kubernetes-int-or-string': true };
  }
  const types = (isList(json.type) ? json.type : [json.type]).filter((one) => one !== 'null');
  const [type] = types;
  if (types.length !== 1 || typeof type !== 'string') return { ...ANYTHING, ...defaultOf(json) };
  const isNullable = json.nullable === true || (isList(json.type) && json.type.includes('null'));
  return {
    ...keptOf(json),
    type,
    ...(isNullable ? { nullable: true } : {}),
    ...(type === 'object' ? objectOf(json, depth) : {}),
    ...(type === 'array' ? { items: schemaOf(json.items, depth + 1) } : {}),
  };
}

function objectOf(json: Mapping, depth: number): Mapping {
  const { properties, additionalProperties: others, required } = json;
  const isOpen = json['x-kubernetes-preserve-unknown-fields'] === true;
  const names = stringsIn(required);
  const demanded = names.length > 0 ? { required: names } : {};
  if (isMapping(properties) && Object.keys(properties).length > 0) {
    const schemas = Object.entries(properties).map(([name, one]) => [
      name,
      schemaOf(one, depth + 1),
    ]);
    const isClosed = !isOpen && others !== true && !isMapping(others);
    return {
      properties: Object.fromEntries(schemas) as Mapping,
      ...demanded,
      ...(isClosed ? {} : ANYTHING),
    };
  }
  if (isMapping(others) && !isOpen) {
    return { additionalProperties: schemaOf(others, depth + 1), ...demanded };
  }
  return { ...ANYTHING, ...demanded };
}

function keptOf(json: Mapping): Mapping {
  const kept = Object.entries(json).filter(([name, value]) => typeof value === KEPT.get(name));
  const { pattern, enum: values } = json;
  return {
    ...Object.fromEntries(kept),
    ...defaultOf(json),
    ...(isList(values) && values.length > 0 ? { enum: values } : {}),
    ...(typeof pattern === 'string' && compileRegularExpression(pattern).ok ? { pattern } : {}),
  };
}

function defaultOf({ default: value }: Mapping): Mapping {
  return value === undefined || value === null ? {} : { default: value };
}

/** Reports whether the alternatives are an integer and a string. */
function isIntOrString({ type, format, oneOf, anyOf }: Mapping): boolean {
  if (format === 'int-or-string') return true;
  if (isList(type)) return type.includes('integer') && type.includes('string');
  const alternatives = isList(oneOf) ? oneOf : isList(anyOf) ? anyOf : [];
  const types = alternatives.map((one) => (isMapping(one) ? one.type : undefined));
  return types.length === 2 && types.includes('integer') && types.includes('string');
}
