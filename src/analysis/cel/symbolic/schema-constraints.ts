import type { SymbolicInput } from '../../../cel/symbolic/input.ts';
import type { SymbolicPath } from '../../../cel/symbolic/path.ts';
import type { StructuralSchema } from '../../../server/crd/structural.ts';
import { escapeProperty } from '../../../server/expressions/escaping.ts';
import { scalarOf } from './schema-shapes.ts';

/** The keywords that are not interpreted: whether a value satisfies them is decided. */
const UNINTERPRETED: readonly (keyof StructuralSchema)[] = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'additionalProperties',
];

/**
 * Reports whether an input value can satisfy allOf, anyOf, oneOf, not, minProperties and maxProperties of its schema.
 * The shapes of values respect the other keywords.
 */
export function canSatisfy(
  path: SymbolicPath,
  schema: StructuralSchema,
  input: SymbolicInput,
): boolean {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return (
    input.step() &&
    canHaveCount(path, schema, input) &&
    allOf.every((one) => satisfies(path, one, input)) &&
    (anyOf.length === 0 || anyOf.some((one) => satisfies(path, one, input))) &&
    (oneOf.length === 0 || oneOf.filter((one) => satisfies(path, one, input)).length === 1) &&
    (not === undefined || !satisfies(path, not, input))
  );
}

/** Decides whether a value satisfies a schema within allOf, anyOf, oneOf or not. */
function satisfies(path: SymbolicPath, schema: StructuralSchema, input: SymbolicInput): boolean {
  const properties = schema.properties ?? {};
  return (
    (schema.required ?? []).every((name) => input.isPresent(memberOf(path, name), true)) &&
    Object.entries(properties).every(([name, property]) => {
      const member = memberOf(path, name);
      return !input.isPresent(member, true) || satisfies(member, property, input);
    }) &&
    isInEnum(path, schema, input) &&
    UNINTERPRETED.every((keyword) => {
      const value = schema[keyword];
      const { notation } = path;
      return value === undefined || input.isTrue(`${notation} ${keyword} ${value}`, [notation]);
    }) &&
    canSatisfy(path, schema, input)
  );
}

function memberOf(path: SymbolicPath, name: string): SymbolicPath {
  return path.member(escapeProperty(name) ?? name);
}

function isInEnum(
  { notation, shape }: SymbolicPath,
  { enum: values = [] }: StructuralSchema,
  input: SymbolicInput,
): boolean {
  if (values.length === 0) return true;
  return values.some((value) => {
    const scalar = scalarOf(value);
    return scalar === undefined || input.isEqual(notation, [notation], scalar, shape.values);
  });
}

/**
 * Reports whether minProperties and maxProperties are compatible with the properties that are known to be present or
 * absent.
 */
function canHaveCount(
  path: SymbolicPath,
  { minProperties, maxProperties, properties }: StructuralSchema,
  input: SymbolicInput,
): boolean {
  if (properties === undefined || (minProperties === undefined && maxProperties === undefined)) {
    return true;
  }
  let [present, possible] = [0, 0];
  for (const name of Object.keys(properties)) {
    const member = memberOf(path, name);
    const isPresent = input.knownPresence(member);
    if (isPresent === true || member.presence === 'always') present++;
    if (isPresent !== false) possible++;
  }
  return possible >= Number(minProperties ?? 0) && present <= Number(maxProperties ?? possible);
}
