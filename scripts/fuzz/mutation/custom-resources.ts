// Custom resources made from the schemas of CRDs, and plausible mistakes in them.
import type { StructuralSchema } from '../../../src/server/crd/structural.ts';
import type { Random } from '../random.ts';
import { words } from '../words.ts';
import { clone } from './crds.ts';
import { Literal, TWICE, type Value } from './values.ts';

/** An object under construction. */
export type Draft = { [key: string]: Value };

const STRINGS: readonly string[] = [
  ...words(`
    a abc example my-name A Always v1 1 10 1Gi 100m 10s 1h30m example.com https://example.com/path
    example.com/image:1.0 10.0.0.1 10.0.0.0/8 2001:db8::1 2026-01-31T12:00:00Z 2026-01-31 dXNlcg==
    123e4567-e89b-42d3-a456-426614174000 user@example.com /var/lib/data * true 50%
  `),
  '0 3 * * *',
  'ä b',
  '',
];

/** Values of formats, and such that are nearly of them. */
const FORMATTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['date', ['2026-01-31', '2026-02-30', '2026-1-1']],
  ['date-time', ['2026-01-31T12:00:00Z', '2026-01-31t12:00:00.5z', '2026-01-31 12:00:00Z']],
  ['datetime', ['2026-01-31T12:00:00+01:00', '2026-01-31']],
  ['duration', ['1h30m', '10s', '2 weeks', '1.5 d', '10', 'x 3 min y']],
  ['byte', ['dXNlcg==', 'dXNlcg', '', 'a-b_']],
  ['uuid', ['123e4567-e89b-42d3-a456-426614174000', '123e4567e89b42d3a456426614174000', '123']],
  ['uuid3', ['123e4567-e89b-32d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174000']],
  ['uuid4', ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-c456-426614174000']],
  ['uuid5', ['123E4567-E89B-52D3-A456-426614174000', '123e4567-e89b-42d3-a456-426614174000']],
  ['ipv4', ['10.0.0.1', '10.00.0.1', '::ffff:1.2.3.4', '10.0.0', '256.0.0.1']],
  ['ipv6', ['2001:db8::1', '::', 'fe80::1%eth0', '1::2::3']],
  ['cidr', ['10.0.0.0/8', '10.0.0.1/08', '2001:db8::/32', '10.0.0.0/33']],
  ['mac', ['00:00:5e:00:53:01', '0000.5e00.5301', '02-00-5e-10-00-00-00-01', '00:00']],
  ['uri', ['https://example.com/a#b', '/a/b', 'a/b', 'mailto:a@example.com', 'http://[::1']],
  ['email', ['user@example.com', 'A User <user@example.com>', 'user', 'a@b@c']],
  ['hostname', ['example.com', 'a', '1a.example', 'a.b', '-a.example', 'a_b', 'ä.example']],
  ['isbn', ['978-3-16-148410-0', '3-16-148410-X', '123']],
  ['isbn10', ['316148410X', '0-306-40615-2', '0-306-40615-3']],
  ['isbn13', ['978-3-16-148410-0', '978-3-16-148410-1']],
  ['creditcard', ['4111111111111111', '4111-1111-1111-1111', '4111111111111112']],
  ['ssn', ['111-22-3333', '111223333', '111 22 3333']],
  ['hexcolor', ['#fff', '#FFFFFF', 'fff', '#ff']],
  ['rgbcolor', ['rgb(1,2,3)', 'rgb(256,0,0)', 'rgb(10%,0%,0%)', 'rgb(1, 2, 3)']],
  ['bsonobjectid', ['507f1f77bcf86cd799439011', '507f']],
  ['k8s-short-name', ['a-b', 'A', 'a.b', 'a'.repeat(64)]],
  ['k8s-long-name', ['a.b-c', 'a..b', 'A.b']],
]);

const KEYS: readonly string[] = words('a app example.com/name key1 k app.kubernetes.io/name');

/** Makes values that mostly satisfy a schema. */
export class Inventor {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole object of a kind, without metadata. */
  object(schema: StructuralSchema): Draft {
    const value = this.#object(schema, 0);
    delete value.apiVersion;
    delete value.kind;
    delete value.metadata;
    return value;
  }

  value(schema: StructuralSchema, depth: number): Value {
    const random = this.#random;
    if (schema.enum !== undefined && schema.enum.length > 0)
      return clone(random.pick(schema.enum) as Value);
    if (schema.default !== undefined && random.chance(0.3)) return clone(schema.default as Value);
    if (schema.nullable === true && random.chance(0.1)) return null;
    if (schema['x-kubernetes-int-or-string'] === true) {
      return random.chance(0.5) ? random.below(100) : this.#string(schema);
    }
    switch (schema.type) {
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'string':
        return this.#string(schema);
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return random.pick<Value>(['a', 1, true, { a: 1 }, ['x'], null]);
    }
  }

  #number({ minimum, maximum, multipleOf, type }: StructuralSchema): Value {
    const random = this.#random;
    const least = Number(minimum ?? (random.chance(0.1) ? -5 : 0));
    const most = Number(maximum ?? least + 100);
    const step = Number(multipleOf ?? 1);
    const value = Math.min(most, least + step * (1 + random.below(10)));
    return type === 'number' && random.chance(0.3) ? value + 0.5 : Math.ceil(value);
  }

  #string({ pattern, minLength = 0, maxLength, format }: StructuralSchema): string {
    const random = this.#random;
    const ofFormat = format === undefined ? undefined : FORMATTED.get(format);
    if (ofFormat !== undefined && random.chance(0.9)) return random.pick(ofFormat);
    const fitting = STRINGS.filter((text) => {
      const length = [...text].length;
      if (length < minLength || (maxLength !== undefined && length > maxLength)) return false;
      return pattern === undefined || matches(text, pattern);
    });
    return fitting.length === 0 ? random.pick(STRINGS) : random.pick(fitting);
  }

  #list(schema: StructuralSchema, depth: number): Value {
    const { items, minItems = 0, maxItems } = schema;
    if (items === undefined || Array.isArray(items)) return [];
    const most = Math.min(Number(maxItems ?? 3), Number(minItems) + 3);
    const least = Number(minItems);
    const count = depth > 6 ? least : least + this.#random.below(Math.max(1, most - least + 1));
    // The list is a single schema: lists of schemas have been ruled out.
    const below = items as StructuralSchema;
    const made = Array.from({ length: Math.min(count, 20) }, () => this.value(below, depth + 1));
    return this.#random.chance(0.9) ? withoutRepetitions(made, schema) : made;
  }

  #object(schema: StructuralSchema, depth: number): Draft {
    const random = this.#random;
    const object: Draft = {};
    const required = new Set(schema.required);
    const probability = depth === 0 ? 0.9 : Math.max(0.05, 0.5 - depth * 0.08);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (required.has(name) || (depth < 9 && random.chance(probability))) {
        object[name] = random.chance(0.03) ? null : this.value(property, depth + 1);
      }
    }
    const { additionalProperties } = schema;
    if (typeof additionalProperties === 'object') {
      const count = Math.max(Number(schema.minProperties ?? 0), random.below(3));
      for (const key of random.draw(KEYS, count)) {
        object[key] = this.value(additionalProperties, depth + 1);
      }
    } else if (additionalProperties === true) object.a = random.pick<Value>(['x', { b: 1 }, [1]]);
    if (schema['x-kubernetes-embedded-resource'] === true) {
      object.apiVersion = 'v1';
      object.kind = 'Pod';
      object.metadata = { labels: { app: 'x' } };
    }
    if (schema['x-kubernetes-preserve-unknown-fields'] === true && random.chance(0.5)) {
      object.anything = { else: [1, { x: null }] };
    }
    return object;
  }
}

/** The items of a list without those that its type does not allow after the previous ones. */
function withoutRepetitions(items: readonly Value[], schema: StructuralSchema): readonly Value[] {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return items;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const identityOf = (item: Value) =>
    JSON.stringify(type === 'map' ? keys.map((key) => (item as Draft)[key] ?? null) : item);
  return [...new Map(items.map((item) => [identityOf(item), item])).values()];
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** A container of an object and a key or index in it. */
interface Slot {
  readonly container: Draft | Value[];
  readonly key: string | number;
}

/** Changes an object at random places as people and generators do; returns a description. */
export function mutateResource(object: Draft, random: Random): string {
  const changes: string[] = [];
  const count = random.chance(0.7) ? 1 : 1 + random.below(3);
  for (let index = 0; index < count; index++) {
    const slots = slotsOf(object);
    const change = random.chance(0.15) || slots.length === 0 ? undefined : random.pick(CHANGES);
    if (change === undefined) changes.push(mutateMetadata(object, random));
    else changes.push(change(random.pick(slots), random));
  }
  return changes.join(', ');
}

function slotsOf(object: Draft): Slot[] {
  const slots: Slot[] = [];
  const visit = (container: Draft | Value[]): void => {
    for (const key of Object.keys(container)) {
      const slot = { container, key: Array.isArray(container) ? Number(key) : key };
      if (container === object && ['apiVersion', 'kind', 'metadata'].includes(key)) continue;
      slots.push(slot);
      const value = memberOf(slot);
      if (typeof value === 'object' && value !== null && !(value instanceof Literal)) {
        // The value was made by the generator, or is a copy of its value.
        visit(value as Draft | Value[]);
      }
    }
  };
  visit(object);
  return slots;
}

function memberOf({ container, key }: Slot): Value {
  return (container as { [key: string | number]: Value })[key] ?? null;
}

function set({ container, key }: Slot, value: Value): void {
  (container as { [key: string | number]: Value })[key] = value;
}

const ODD_VALUES: readonly Value[] = [
  null,
  '',
  'x'.repeat(300),
  'yes',
  '1',
  0,
  -1,
  1.5,
  3_000_000_000,
  new Literal('1.0'),
  new Literal('1e3'),
  new Literal('9223372036854775808'),
  true,
  {},
  [],
  [null],
  ['a', 'a'],
  { a: 1 },
  [{}],
];

function oddValue(random: Random): Value {
  return clone(random.pick(ODD_VALUES));
}

const CHANGES: readonly ((slot: Slot, random: Random) => string)[] = [
  (slot, random) => {
    set(slot, oddValue(random));
    return `${slot.key} set to something else`;
  },
  ({ container, key }) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
    return `${key} removed`;
  },
  (slot) => {
    const value = memberOf(slot);
    if (typeof value === 'string') set(slot, `${value}x`);
    else if (typeof value === 'number') set(slot, -value);
    else if (typeof value === 'boolean') set(slot, String(value));
    else if (Array.isArray(value)) set(slot, [...value, ...value.map(clone)]);
    else if (value !== null && !(value instanceof Literal)) set(slot, { ...value, unknown: 1 });
    return `${slot.key} changed`;
  },
  ({ container, key }, random) => {
    if (Array.isArray(container)) container.push(oddValue(random));
    else container[`${key}x`] = oddValue(random);
    return `a neighbour of ${key} added`;
  },
  (slot) => {
    const value = memberOf(slot);
    if (typeof value === 'string') set(slot, value.toUpperCase());
    else if (typeof value === 'number') set(slot, String(value));
    else set(slot, null);
    return `${slot.key} in upper case, in quotes, or null`;
  },
  ({ container, key }, random) => {
    if (Array.isArray(container)) {
      container.splice(Number(key), 0, clone(container[Number(key)] ?? null));
      return `item ${key} twice`;
    }
    container[`${key}${TWICE}`] = random.chance(0.5)
      ? clone(container[key] ?? null)
      : oddValue(random);
    return `${key} given twice`;
  },
  (slot, random) => {
    const value = random.pick(STRINGS);
    set(slot, value);
    return `${slot.key} set to ${value}`;
  },
  ({ container, key }, random) => {
    if (!Array.isArray(container)) {
      const value = container[key] ?? null;
      delete container[key];
      container[random.pick(KEYS)] = value;
      return `${key} renamed`;
    }
    container.reverse();
    return 'items the other way round';
  },
];

const METADATA: readonly ((metadata: Draft, random: Random) => string)[] = [
  (metadata, random) => {
    metadata.name = random.pick<Value>(['A', 'a_b', '', 'x'.repeat(254), 1, 'a.b', '-a', null]);
    return 'another name';
  },
  (metadata) => {
    delete metadata.name;
    metadata.generateName = 'gen-';
    return 'a generated name';
  },
  (metadata, random) => {
    metadata.labels = random.pick<Value>([{ a: 'b c' }, { 'a b': 'c' }, { a: 1 }, 'x', null]);
    return 'other labels';
  },
  (metadata, random) => {
    metadata.annotations = random.pick<Value>([{ a: 'b c' }, { 'a b': 'c' }, { a: true }]);
    return 'other annotations';
  },
  (metadata, random) => {
    metadata.finalizers = random.pick<Value>([['a'], ['a.b'], ['a.b/c'], ['orphan'], ['a b/c']]);
    return 'finalizers';
  },
  (metadata, random) => {
    metadata[random.pick(['unknown', 'label'])] = oddValue(random);
    return 'an unknown field of metadata';
  },
  (metadata, random) => {
    metadata.ownerReferences = random.pick<Value>([
      [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }],
      [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }],
      [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', more: 1 }],
      {},
    ]);
    return 'owner references';
  },
  (metadata, random) => {
    metadata.namespace = random.pick<Value>(['default', 'A', 'a.b', 1]);
    return 'another namespace';
  },
  (metadata, random) => {
    metadata.generation = random.pick<Value>([-1, 5, 'a', new Literal('1.0'), new Literal('1.5')]);
    return 'a generation';
  },
];

function mutateMetadata(object: Draft, random: Random): string {
  const { metadata } = object;
  if (random.chance(0.05) || typeof metadata !== 'object' || metadata === null) {
    object.metadata = random.pick<Value>([null, 'x', {}, []]);
    return 'other metadata';
  }
  // The metadata of a new object is a mapping.
  return random.pick(METADATA)(metadata as Draft, random);
}
