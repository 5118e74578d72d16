import { findString } from '../../../base/go/pattern-strings.ts';
import { createMapping, type Mapping, type Value } from '../../../yaml/tree.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import { exampleStrings, lengthBounds, patternsOf } from './example-strings.ts';
import { type ExampleValues, exampleNumbers } from './example-values.ts';
import type { RuleHints } from './rule-hints.ts';
import {
  allSchemas,
  branchChoices,
  itemSchemas,
  memberSchemas,
  type ValueSchemas,
} from './value-schemas.ts';

/** The schemas that boundary values are made for. */
interface BoundaryQuery {
  readonly schemas: ValueSchemas;
  /** The schemas that may refuse some of the values. Their bounds are tried too. */
  readonly other: readonly StructuralSchema[];
  readonly hints: RuleHints;
}

/** The longest string and the largest list that are tried. */
const LONGEST = 20_000;
const LARGEST = 300;
/** The number of items of a list that are tried, and the number of those that are combined with others. */
const MAX_ITEMS = 60;
const MAX_COMBINED = 12;
/** The number of members of an object that are combined. */
const MAX_MEMBERS = 40;
const MAX_HINTS = 24;

/**
 * Values at and beyond the bounds of schemas: lengths, numbers and sizes next to each bound, members of enums, strings
 * that one pattern matches and another does not, objects with and without each member. Not all of them are valid.
 */
export function* boundaryValues(query: BoundaryQuery, values: ExampleValues): Iterable<Value> {
  const { declared } = query.schemas;
  const types = new Set(
    declared.type === undefined ? ['string', 'integer', 'object'] : [declared.type],
  );
  for (const schema of [...allSchemas(query.schemas), ...query.other]) {
    yield* (schema.enum ?? []).filter((_, index) => index < LARGEST);
    if ((schema.default ?? null) !== null) yield schema.default ?? null;
  }
  if (types.has('boolean')) yield* [true, false];
  if (types.has('string')) yield* boundaryStrings(query);
  if (types.has('integer') || types.has('number')) yield* boundaryNumbers(query);
  if (types.has('array')) yield* boundaryLists(query, values);
  if (types.has('object')) yield* boundaryObjects(query, values);
  if (declared.type === undefined) yield* [true, 1.5, ['example']];
  yield null;
}

/** The schemas on both sides, with the branches of their junctors. */
function everySchema({ schemas, other }: BoundaryQuery): readonly StructuralSchema[] {
  const withBranches = [schemas, ...other.map((declared) => ({ declared, constraints: [] }))];
  return [
    ...new Set(
      withBranches.flatMap((one) => branchChoices(one).flatMap((choice) => allSchemas(choice))),
    ),
  ];
}

function* boundaryNumbers(query: BoundaryQuery): Iterable<number> {
  const every = everySchema(query);
  const isWhole = query.schemas.declared.type === 'integer';
  const bounds = every.flatMap(({ minimum, maximum, multipleOf, minLength, maxLength }) =>
    [minimum, maximum, multipleOf, minLength, maxLength].flatMap((bound) =>
      bound === undefined ? [] : [Number(bound)],
    ),
  );
  const limits = [2 ** 31 - 1, -(2 ** 31)];
  const known = [...query.hints.numbers.slice(0, MAX_HINTS), ...bounds];
  for (const bound of known) {
    yield* [bound, bound + 1, bound - 1];
    if (!isWhole) yield* [bound + 0.5, bound - 0.5];
    else if (!Number.isInteger(bound)) yield* [Math.floor(bound), Math.ceil(bound)];
  }
  yield* exampleNumbers(allSchemas(query.schemas));
  yield* [0, 1, -1, 2, 3, 7, 100];
  if (!isWhole) yield 0.5;
  for (const limit of limits) yield* [limit, limit + 1, limit - 1];
}

function* boundaryStrings(query: BoundaryQuery): Iterable<string> {
  const { schemas, other, hints } = query;
  yield* hints.strings.slice(0, MAX_HINTS);
  for (const choice of branchChoices(schemas)) {
    const all = allSchemas(choice);
    const matches = patternsOf(all);
    const bounds = lengthBounds(all);
    const others = everySchema({ ...query, schemas: choice });
    yield* exampleStrings(all);
    const avoided = patternsOf(others).filter((pattern) => !matches.includes(pattern));
    for (const avoids of avoided) {
      const found = findString({ matches, avoids: [avoids], ...bounds });
      if (found.kind === 'found') yield found.text;
    }
    for (const text of hints.strings.slice(0, MAX_HINTS)) {
      yield* [`${text}x`, `x${text}`, text.slice(1), text.toUpperCase()];
      if (!/[\\^$.*+?()[\]{}|]/.test(text)) continue;
      const matching = findString({ matches: [...matches, text], avoids: [], ...bounds });
      if (matching.kind === 'found') yield matching.text;
      const avoiding = findString({ matches, avoids: [text], ...bounds });
      if (avoiding.kind === 'found') yield avoiding.text;
    }
    for (const length of lengthsAround(others, hints)) {
      if (length < bounds.minLength || length > Math.min(bounds.maxLength, LONGEST)) continue;
      yield* first(exampleStrings(all, { minLength: length, maxLength: length }), 3);
    }
    yield* exampleStrings(other, bounds);
  }
}

/** The lengths next to all bounds on lengths. */
function lengthsAround(schemas: readonly StructuralSchema[], { numbers }: RuleHints): Set<number> {
  const bounds = schemas.flatMap(({ minLength, maxLength }) => [minLength, maxLength]);
  return around([...bounds, ...numbers.slice(0, MAX_HINTS)]);
}

function around(bounds: readonly (number | bigint | undefined)[]): Set<number> {
  const sizes = bounds.flatMap((bound) =>
    bound === undefined ? [] : [Number(bound), Number(bound) + 1, Number(bound) - 1],
  );
  return new Set([0, 1, 2, ...sizes].filter((size) => size >= 0 && Number.isInteger(size)));
}

function* boundaryLists(query: BoundaryQuery, values: ExampleValues): Iterable<Value> {
  const { schemas, hints } = query;
  const bounds = everySchema(query).flatMap(({ minItems, maxItems }) => [minItems, maxItems]);
  for (const size of [...around([...bounds, ...hints.numbers])].sort((a, b) => a - b)) {
    if (size > LARGEST) continue;
    const list = values.list(schemas, size, []);
    if (list !== undefined) yield list;
  }
  const items = itemSchemas(schemas);
  if (items === undefined) return;
  const [item] = first(values.of(items), 1);
  if (item !== undefined) yield* duplicates(item, query, values);
  const otherItems = query.other.flatMap((schema) => itemSchema(schema) ?? []);
  const inner = { schemas: items, other: otherItems, hints };
  const wanted = hints.fields.size > 0 || hints.strings.length > 0 || hints.numbers.length > 0;
  if (!wanted) return;
  const known: Value[] = item === undefined ? [] : [item];
  for (const value of first(boundaryValues(inner, values), MAX_ITEMS)) {
    if (!values.isValid(value, items)) continue;
    yield [value];
    yield [value, value];
    for (const other of known.slice(0, MAX_COMBINED)) yield [other, value];
    known.push(value);
  }
}

/** Lists with an item that the other schema considers a repetition of another. */
function* duplicates(
  item: Value,
  { schemas, other }: BoundaryQuery,
  values: ExampleValues,
): Iterable<Value> {
  yield [item, item];
  const items = itemSchemas(schemas);
  if (items === undefined) return;
  const keys = new Set(other.flatMap((schema) => schema['x-kubernetes-list-map-keys'] ?? []));
  if (keys.size === 0 || typeof item !== 'object' || item === null || Array.isArray(item)) return;
  for (const name of Object.keys(items.declared.properties ?? {})) {
    const member = keys.has(name) ? undefined : memberSchemas(items, name);
    if (member === undefined) continue;
    for (const value of first(values.of(member), 2)) {
      yield [item, Object.assign(createMapping(), item, { [name]: value })];
    }
  }
}

function* boundaryObjects(query: BoundaryQuery, values: ExampleValues): Iterable<Value> {
  const { schemas, hints, other } = query;
  const all = everySchema(query);
  yield createMapping();
  const bases = [...first(values.objects(schemas, new Map()), 3)];
  yield* bases;
  const names = membersWorthTrying(query);
  const members = names.flatMap((name) => [...memberValues(name, query, values)]);
  for (const base of bases.slice(0, 1)) {
    for (const [name, value] of members) yield withMember(base, name, value);
    for (const name of Object.keys(base)) yield withMember(base, name, undefined);
    yield* pairs(base, members);
    yield members.reduce<Mapping>((object, [name, value]) => withMember(object, name, value), base);
  }
  const sizes = all.flatMap(({ minProperties, maxProperties }) => [minProperties, maxProperties]);
  if (isOpen(schemas.declared)) {
    const member = memberSchemas(schemas, 'key');
    const value = member === undefined ? undefined : values.first(member);
    for (const size of around([...sizes, ...hints.numbers])) {
      if (value === undefined || size > LARGEST) continue;
      const keys = Array.from({ length: size }, (_, index) => [`key${index + 1}`, value] as const);
      yield Object.assign(createMapping(), Object.fromEntries(keys));
    }
    for (const key of hints.strings.slice(0, MAX_HINTS)) {
      if (value !== undefined) yield Object.assign(createMapping(), { [key]: value });
    }
  } else if (other.some(({ maxProperties, minProperties }) => maxProperties ?? minProperties)) {
    let grown = createMapping();
    for (const [name, value] of members) {
      grown = Object.assign(createMapping(), grown, { [name]: value });
      yield grown;
    }
  }
}

function isOpen(schema: StructuralSchema): boolean {
  return (
    mapValueSchema(schema) !== undefined ||
    schema.additionalProperties === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true
  );
}

/** The members that probably decide: the members that junctors and rules name, or otherwise the first ones. */
function membersWorthTrying(query: BoundaryQuery): readonly string[] {
  const { declared } = query.schemas;
  const names = new Set<string>();
  for (const schema of everySchema(query)) {
    for (const name of schema.required ?? []) names.add(name);
    if (schema !== declared) for (const name in schema.properties) names.add(name);
  }
  const declaredNames = Object.keys(declared.properties ?? {});
  const ofRules = declaredNames.filter((name) => query.hints.fields.has(name));
  return [...new Set([...ofRules, ...names, ...declaredNames])]
    .filter((name) => propertySchema(declared, name) !== undefined)
    .slice(0, MAX_MEMBERS);
}

/** Values of a member: a few where a rule or junctor is about it, else one. */
function* memberValues(
  name: string,
  { schemas, other, hints }: BoundaryQuery,
  values: ExampleValues,
): Iterable<readonly [string, Value]> {
  const member = memberSchemas(schemas, name);
  if (member === undefined) return;
  const ofOther = other.flatMap((schema) => propertySchema(schema, name) ?? []);
  const isDecisive = hints.fields.has(name) || nestedMembers(schemas, other).has(name);
  if (!isDecisive) {
    const value = values.first(member);
    if (value !== undefined) yield [name, value];
    return;
  }
  let found = 0;
  for (const value of boundaryValues({ schemas: member, other: ofOther, hints }, values)) {
    if (value === null || !values.isValid(value, member)) continue;
    yield [name, value];
    if (++found >= 8) return;
  }
}

/** The names of the members that branches of junctors constrain. */
function nestedMembers(
  { declared, constraints }: ValueSchemas,
  other: readonly StructuralSchema[],
): Set<string> {
  const names = new Set<string>();
  for (const { anyOf = [], oneOf = [], allOf = [], not } of [declared, ...constraints, ...other]) {
    for (const branch of [...anyOf, ...oneOf, ...allOf, ...(not === undefined ? [] : [not])]) {
      for (const name in branch.properties) names.add(name);
    }
  }
  return names;
}

const MAX_PAIRS = 120;

function* pairs(base: Mapping, members: readonly (readonly [string, Value])[]): Iterable<Mapping> {
  let made = 0;
  for (const [at, [name, value]] of members.entries()) {
    for (const [other, second] of members.slice(at + 1)) {
      if (other === name) continue;
      if (++made > MAX_PAIRS) return;
      yield withMember(withMember(base, name, value), other, second);
    }
  }
}

function withMember(object: Mapping, name: string, value: Value | undefined): Mapping {
  const copy = Object.assign(createMapping(), object);
  if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

function first<T>(values: Iterable<T>, count: number): T[] {
  const found: T[] = [];
  if (count === 0) return found;
  for (const value of values) {
    found.push(value);
    if (found.length >= count) break;
  }
  return found;
}
