import { createMapping, type Mapping, type Value } from '../../../yaml/tree.ts';
import {
  isEmbeddedResource,
  isIntOrString,
  mapValueSchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import { withDefaults } from '../../crd/values/defaulting.ts';
import { jsonText } from '../../crd/values/json-text.ts';
import { listFaults } from '../../crd/values/list-uniqueness.ts';
import { validateValue } from '../../crd/values/validate.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { exampleStrings } from './example-strings.ts';
import {
  allSchemas,
  branchChoices,
  itemSchemas,
  memberSchemas,
  type ValueSchemas,
} from './value-schemas.ts';

/** The number of values that are tried for one place, and the number of places that are visited. */
const MAX_TRIED = 40;
const MAX_VISITED = 20_000;
/**
 * The number of objects with given members that are tried. One of a thousand optional members seldom makes an object
 * valid.
 */
const MAX_OBJECTS = 200;
const MAX_DEPTH = 60;
/** The most values in a list of an example. Lists in lists need many more values than their schemas have lines. */
const MOST_VALUES = 100_000;
/** The most values in all lists that are made for the examples of a schema. */
const MOST_MADE = 200_000;

/** Larger lists and maps are not made. */
const MAX_SIZE = 1000;

/** The fields that an embedded object needs. */
const EMBEDDED: Mapping = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'example' } };

const UNDECLARED: readonly Value[] = ['example', 1, true, {}, []];

/** Makes values that satisfy schemas, the smallest ones first. Rules in CEL are not taken into account. */
export class ExampleValues {
  readonly #minor: Minor;
  readonly #known = new Map<StructuralSchema, Value | undefined>();
  #visited = 0;
  #made = 0;

  constructor(minor: Minor) {
    this.#minor = minor;
  }

  /** The first value; undefined if none is found. */
  first(schemas: ValueSchemas, depth = 0): Value | undefined {
    const { declared, constraints } = schemas;
    if (constraints.length > 0) return firstOf(this.of(schemas, depth));
    if (!this.#known.has(declared)) this.#known.set(declared, firstOf(this.of(schemas, depth)));
    return this.#known.get(declared);
  }

  /** Valid values of a place, without repetition. */
  *of(schemas: ValueSchemas, depth = 0): Iterable<Value> {
    this.#visited++;
    if (this.#visited > MAX_VISITED || depth > MAX_DEPTH) return;
    const seen = new Set<string>();
    let tried = 0;
    for (const choice of branchChoices(schemas)) {
      for (const value of this.#candidates(choice, depth)) {
        const text = jsonText(value, 'by key');
        if (seen.has(text)) continue;
        seen.add(text);
        if (++tried > MAX_TRIED) return;
        if (this.isValid(value, schemas)) yield value;
      }
    }
  }

  /** Reports whether a value satisfies its schemas, with the defaults that the server fills in. */
  isValid(value: Value, { declared, constraints }: ValueSchemas): boolean {
    const settled = withDefaults(value, declared);
    for (const _ of listFaults(settled, declared)) return false;
    return [declared, ...constraints].every(
      (schema) =>
        validateValue(settled, schema, { minor: this.#minor, of: 'resource' }).problems.length ===
        0,
    );
  }

  /**
   * Objects with some members, and the other members that they need.
   *
   * @param given the members that they have
   */
  *objects(schemas: ValueSchemas, given: ReadonlyMap<string, Value>, depth = 0): Iterable<Mapping> {
    for (const choice of branchChoices(schemas)) {
      for (const value of take(this.#objects(choice, given, depth), MAX_OBJECTS)) {
        if (this.isValid(value, schemas)) yield value;
      }
    }
  }

  /**
   * Lists of a size, which begin with a given item.
   *
   * @returns undefined if there are too few items that may be in one list
   */
  list(
    schemas: ValueSchemas,
    size: number,
    given: readonly Value[],
    depth = 0,
  ): Value[] | undefined {
    const items = itemSchemas(schemas);
    if (items === undefined || size > MAX_SIZE)
      return size <= given.length ? [...given] : undefined;
    const { declared } = schemas;
    const list = [...given];
    if (list.length >= size) return list;
    const isDistinct = ['set', 'map'].includes(declared['x-kubernetes-list-type'] ?? '');
    if (!isDistinct) {
      const item = this.first(items, depth + 1);
      if (item === undefined) return undefined;
      const made = size * valueCount(item);
      if (made > MOST_VALUES || this.#made + made > MOST_MADE) return undefined;
      this.#made += made;
      return [...list, ...Array.from({ length: size - list.length }, () => item)];
    }
    for (const item of this.#distinctItems(declared, items, depth)) {
      if (list.length >= size) break;
      const longer = [...list, item];
      if (firstOf(listFaults(longer, declared, { fillsKeys: true })) === undefined) list.push(item);
    }
    return list.length >= size ? list : undefined;
  }

  *#distinctItems(declared: StructuralSchema, items: ValueSchemas, depth: number): Iterable<Value> {
    if (declared['x-kubernetes-list-type'] === 'set') {
      yield* this.of(items, depth + 1);
      return;
    }
    for (const key of declared['x-kubernetes-list-map-keys'] ?? []) {
      const member = memberSchemas(items, key);
      if (member === undefined) continue;
      for (const value of this.of(member, depth + 2)) {
        yield* take(this.objects(items, new Map([[key, value]]), depth + 1), 1);
      }
    }
  }

  *#candidates(schemas: ValueSchemas, depth: number): Iterable<Value> {
    const all = allSchemas(schemas);
    const { declared } = schemas;
    if (all.some((schema) => (schema.enum ?? []).length > 0)) {
      const [values] = all.flatMap((schema) =>
        (schema.enum ?? []).length > 0 ? [schema.enum] : [],
      );
      yield* values ?? [];
      return;
    }
    const given = declared.default ?? null;
    if (given !== null && declared.type !== 'object') yield given;
    for (const type of typesOf(schemas)) {
      switch (type) {
        case 'boolean':
          yield* [true, false];
          break;
        case 'integer':
        case 'number':
          yield* exampleNumbers(all);
          break;
        case 'string':
          yield* exampleStrings(all);
          break;
        case 'array':
          yield* this.#lists(schemas, depth);
          break;
        case 'object':
          yield* this.#objects(schemas, new Map(), depth);
          break;
        default:
          yield* UNDECLARED;
      }
    }
    if (declared.nullable === true) yield null;
  }

  *#lists(schemas: ValueSchemas, depth: number): Iterable<Value> {
    const least = Math.max(0, ...allSchemas(schemas).map(({ minItems = 0 }) => Number(minItems)));
    for (const size of [least, least + 1, least + 2]) {
      const list = this.list(schemas, size, [], depth);
      if (list === undefined) return;
      yield list;
    }
  }

  *#objects(
    schemas: ValueSchemas,
    given: ReadonlyMap<string, Value>,
    depth: number,
  ): Iterable<Mapping> {
    const object = createMapping();
    if (isEmbeddedResource(schemas.declared)) Object.assign(object, EMBEDDED);
    for (const [name, value] of given) object[name] = value;
    const all = allSchemas(schemas);
    for (const name of all.flatMap(({ required = [] }) => required)) {
      if (object[name] !== undefined) continue;
      const member = memberSchemas(schemas, name);
      if (member === undefined) return;
      if ((member.declared.default ?? null) !== null && member.constraints.length === 0) continue;
      const value = this.first(member, depth + 1);
      if (value === undefined) return;
      object[name] = value;
    }
    const least = Math.max(0, ...all.map(({ minProperties = 0 }) => Number(minProperties)));
    const added = this.#optionalMembers(schemas, object, depth);
    while (Object.keys(object).length < least) {
      const next = added.next();
      if (next.done === true) return;
      object[next.value[0]] = next.value[1];
    }
    yield object;
    for (const [name, value] of added)
      yield Object.assign(createMapping(), object, { [name]: value });
  }

  /** Members that an object may have, but need not. */
  *#optionalMembers(
    schemas: ValueSchemas,
    object: Mapping,
    depth: number,
  ): Generator<readonly [string, Value], undefined> {
    const { declared } = schemas;
    const isMap = mapValueSchema(declared) !== undefined || declared.additionalProperties === true;
    const isOpen = isMap || declared['x-kubernetes-preserve-unknown-fields'] === true;
    const names = Object.keys(declared.properties ?? {});
    const keys = isOpen ? Array.from({ length: 100 }, (_, index) => `key${index + 1}`) : [];
    const taken = new Set(Object.keys(object));
    for (const name of [...names, ...keys]) {
      if (taken.has(name)) continue;
      if (this.#visited > MAX_VISITED) return undefined;
      const member = memberSchemas(schemas, name);
      const value = member === undefined ? undefined : this.first(member, depth + 1);
      if (value !== undefined) yield [name, value];
    }
    return undefined;
  }
}

function typesOf({ declared, constraints }: ValueSchemas): readonly string[] {
  const declaredType = declared.type ?? '';
  if (declaredType !== '') return [declaredType];
  const narrower = constraints.flatMap(({ type = '' }) => (type === '' ? [] : [type]));
  if (narrower.length > 0) return narrower.slice(0, 1);
  if (isIntOrString(declared)) return ['integer', 'string'];
  if (declared.properties !== undefined || isEmbeddedResource(declared)) return ['object'];
  return [''];
}

/** Numbers that probably satisfy some schemas together, the simplest first. */
export function* exampleNumbers(schemas: readonly StructuralSchema[]): Iterable<number> {
  const isWhole = schemas.some(({ type }) => type === 'integer');
  const least = Math.max(
    ...schemas.map(({ minimum }) => Number(minimum ?? Number.NEGATIVE_INFINITY)),
  );
  const most = Math.min(
    ...schemas.map(({ maximum }) => Number(maximum ?? Number.POSITIVE_INFINITY)),
  );
  const step = schemas.map(({ multipleOf }) => Number(multipleOf ?? 0)).find((one) => one > 0) ?? 1;
  const start = Number.isFinite(least) ? least : Number.isFinite(most) ? Math.min(0, most) : 0;
  const first = Math.ceil(start / step) * step;
  const isFitting = (value: number) => value >= least && value <= most;
  yield* [1, first, first + step, 0].filter(isFitting);
  for (let count = 2; count < 20; count++) yield first + count * step;
  if (Number.isFinite(most)) yield* [most, most - step, isWhole ? Math.floor(most) : most / 2];
  if (!isWhole && Number.isFinite(least)) yield least + step / 2;
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}

function* take<T>(values: Iterable<T>, count: number): Iterable<T> {
  let taken = 0;
  for (const value of values) {
    if (taken++ >= count) return;
    yield value;
  }
}

/** The number of values in a value, itself included, or a number above the limit for lists. */
function valueCount(value: Value): number {
  let count = 0;
  const left = [value];
  for (let next = left.pop(); next !== undefined && count <= MOST_VALUES; next = left.pop()) {
    count++;
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) left.push(inner);
    }
  }
  return count;
}
