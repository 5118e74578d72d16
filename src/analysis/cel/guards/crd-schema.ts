import type { Place } from '../../../cel/flow/place.ts';
import type { World } from '../../../cel/flow/world.ts';
import type { StructuralSchema } from '../../../crd/structural.ts';
import { escapeProperty } from '../../../expressions/escaping.ts';
import { scalarOf } from './crd-shapes.ts';

/** Keywords that narrow down values in ways that are not followed: they may hold or not. */
const UNFOLLOWED: readonly (keyof StructuralSchema)[] = [
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
 * Whether what a world has at a place can satisfy the junctors of its schema, and the bounds on how many
 * properties there are. All else of it is not looked at, or has been respected before.
 */
export function canSatisfy(place: Place, schema: StructuralSchema, world: World): boolean {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return (
    world.step() &&
    hasAllowedCount(place, schema, world) &&
    allOf.every((one) => satisfies(place, one, world)) &&
    (anyOf.length === 0 || anyOf.some((one) => satisfies(place, one, world))) &&
    (oneOf.length === 0 || oneOf.filter((one) => satisfies(place, one, world)).length === 1) &&
    (not === undefined || !satisfies(place, not, world))
  );
}

/** Whether a value satisfies a schema below a junctor; decides what is open. */
function satisfies(place: Place, schema: StructuralSchema, world: World): boolean {
  const members = schema.properties ?? {};
  return (
    (schema.required ?? []).every((name) => world.isPresent(memberOf(place, name), true)) &&
    Object.entries(members).every(([name, member]) => {
      const found = memberOf(place, name);
      return !world.isPresent(found, true) || satisfies(found, member, world);
    }) &&
    isAmong(place, schema, world) &&
    UNFOLLOWED.every((keyword) => {
      const value = schema[keyword];
      return value === undefined || world.isTrue(`${place.text} ${keyword} ${value}`, [place.text]);
    }) &&
    canSatisfy(place, schema, world)
  );
}

function memberOf(place: Place, name: string): Place {
  return place.member(escapeProperty(name) ?? name);
}

function isAmong(place: Place, { enum: values = [] }: StructuralSchema, world: World): boolean {
  if (values.length === 0) return true;
  return values.some((value) => {
    const scalar = scalarOf(value);
    return (
      scalar === undefined || world.isEqual(place.text, [place.text], scalar, place.shape.values)
    );
  });
}

/** Whether minProperties and maxProperties can be kept with what has been decided. */
function hasAllowedCount(place: Place, schema: StructuralSchema, world: World): boolean {
  const { minProperties, maxProperties, properties } = schema;
  if (properties === undefined || (minProperties === undefined && maxProperties === undefined)) {
    return true;
  }
  let [sure, possible] = [0, 0];
  for (const name of Object.keys(properties)) {
    const member = memberOf(place, name);
    const isPresent = world.knownPresence(member);
    if (isPresent === true || member.presence === 'always') sure++;
    if (isPresent !== false) possible++;
  }
  return possible >= Number(minProperties ?? 0) && sure <= Number(maxProperties ?? possible);
}
