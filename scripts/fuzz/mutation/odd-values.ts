import { definitionNameOf } from '../../../src/server/kubernetes/definition-name.ts';
import { definitionOf, findDefinition } from '../../../src/server/kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../../../src/server/kubernetes/field-type.ts';
import type { Random } from '../random.ts';
import { words } from '../words.ts';
import { clone, copyOf } from './crds.ts';
import type { Manifest } from './families.ts';
import { Literal, TWICE, type Value } from './values.ts';

/** Values that decode, at the limits of what servers accept and beyond. */
const STRINGS = [
  ...words(`
    a A a- -a a_b a.b a..b . .. 1 1a ä 日本 / /a a/b a/b/c /a/../b ../a example.com/ /b example.com/a
    kubernetes.io/a a:b a% * *.a.b 10.96.0.10 010.0.0.1 1.2.3 127.0.0.1 0.0.0.0 169.254.1.1
    224.0.0.1 ::1 fd00::1 ::ffff:1.2.3.4 fe80::1 10.0.0.0/8 10.0.0.1/8 0.0.0.0/0 fd00::/64
    10.0.0.0/33 10.0.0.0 10.0.0.0/08 http https-web HTTP 80 0 -1 65536 50% 150% -5% 1e3 true null
    None @hourly v1 apps/v1 cpu memory pods requests.cpu hugepages-2Mi nvidia.com/gpu count/pods
    system-node-critical Always Never TCP tcp In Exists Equal NoExecute Delete Retain ClusterIP
    Local Pod Resource X
  `),
  '',
  ' ',
  'a b',
  'a\nb',
  'a\u0000b',
  'a'.repeat(15),
  'a'.repeat(16),
  'a'.repeat(63),
  'a'.repeat(64),
  'a'.repeat(253),
  'a'.repeat(254),
  `${'a.'.repeat(126)}a`,
  '* * * * *',
  'TZ=UTC * * * * *',
];

const QUANTITIES = [
  ...words(`
    0 1 -1 1m -1m 0.5 1.5 100m 1Gi 1.5Gi 0Ki 1e3 1E3 1e-3 1E 1n 0.1n 1u 3Mi 2Mi 9223372036854775807
    9223372036854775808 1e30 +1 .5 5. 1k 1K 1GB 0x1 1ki 00.100
  `),
  '1 Gi',
  '',
  ' 1',
  1,
  0,
  -1,
] as readonly Value[];

const NUMBERS = [
  ...[
    0, 1, -1, 2, 3, 5, 8, 9, 10, 11, 16, 17, 20, 21, 32, 33, 63, 64, 65, 80, 99, 100, 101, 128, 129,
    255, 256, 257, 599, 600, 601,
  ],
  ...[
    999, 1000, 1001, 1023, 1024, 3599, 3600, 3601, 29999, 30000, 32767, 32768, 65534, 65535, 65536,
    86399, 86400, 86401, 100000, 100001,
  ],
  ...[1000000, 1000000000, 1000000001, 2000000000, 2147483646, 2147483647, -2147483648],
];

const TIMES = [
  ...words(`
    2026-01-31T08:00:00Z 2026-01-31T08:00:00.000000Z 0001-01-01T00:00:00Z 2026-02-30T08:00:00Z
    9999-12-31T23:59:59Z 2026-01-31T08:00:00+01:00 2026-01-31T08:00:00.123456+01:00 2026-01-31
  `),
  '',
];

/** A value of another type than a field has. */
const WRONG: readonly Value[] = [
  'a',
  1,
  true,
  new Literal('1.5'),
  new Literal('1e400'),
  {},
  [],
  [null],
  { a: 'b' },
];

/**
 * Makes several mistakes in an object of a built-in kind, as generators of tests make them: limits of numbers, forms of
 * names and quantities, nulls, repeated items, absent and unknown fields. Most of them decode. Returns a description of
 * the mistakes.
 *
 * @param donors objects of the same kind, whose values may be swapped
 */
export function makeMistakes(
  manifest: Manifest,
  donors: readonly Manifest[],
  random: Random,
): string {
  const { apiVersion, kind } = manifest;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return 'nothing';
  const name = definitionNameOf(apiVersion, kind);
  if (findDefinition(name) === undefined) return 'nothing';
  const times = random.pick([1, 1, 2, 2, 3, 4, 6]);
  return Array.from({ length: times }, () => mistake(manifest, name, donors, random)).join(', ');
}

function mistake(
  root: Manifest,
  name: string,
  donors: readonly Manifest[],
  random: Random,
): string {
  const mappings = structsIn(root, name);
  const [struct, definition, path] = random.pick(mappings);
  const fields = [...definitionOf(definition).fields].filter(
    ([field]) => struct !== root || !['apiVersion', 'kind'].includes(field),
  );
  if (fields.length === 0) return 'nothing';
  const present = fields.filter(([field]) => struct[field] !== undefined);
  const [field, { type }] = random.pick(
    present.length > 0 && random.chance(0.65) ? present : fields,
  );
  const at = `${path}.${field}`;
  const change = random.below(20);
  const value = struct[field];
  if (change === 0) {
    struct[field] = null;
    return `${at}: null`;
  }
  if (change === 1) {
    delete struct[field];
    return `no ${at}`;
  }
  if (change === 2) {
    struct[random.pick([`${field}s`, field.toUpperCase(), 'nope'])] = value ?? null;
    return `unknown beside ${at}`;
  }
  if (change === 3 && value !== undefined) {
    struct[`${field}${TWICE}`] = copyOf({ value }).value ?? null;
    return `${at} twice`;
  }
  if (change === 4) {
    struct[field] = clone(random.pick(WRONG));
    return `${at} of another type`;
  }
  if (change === 5) {
    const same = donors.filter((donor) => donor.apiVersion === root.apiVersion);
    const [other] = structsIn(random.pick(same.length > 0 ? same : [root]) as Manifest, name)
      .filter(([, one]) => one === definition)
      .map(([one]) => one);
    struct[field] = copyOf({ value: other?.[field] ?? null }).value ?? null;
    return `${at} of another object`;
  }
  struct[field] = oddValue(type, value, random, 0);
  return `odd ${at}`;
}

/** The structs in an object, with their definitions and paths. */
function structsIn(root: Manifest, name: string): [Manifest, string, string][] {
  const found: [Manifest, string, string][] = [[root, name, '']];
  const add = (value: Value | undefined, type: FieldType, path: string): void => {
    if (typeof value !== 'object' || value === null || value instanceof Literal) return;
    if (type.shape === 'object' && !Array.isArray(value)) {
      found.push([value as Manifest, type.definition, path]);
    } else if (type.shape === 'list' && Array.isArray(value)) {
      value.forEach((item: Value, index) => {
        add(item, type.of, `${path}[${index}]`);
      });
    } else if (type.shape === 'map' && !Array.isArray(value)) {
      for (const [key, item] of Object.entries(value)) add(item, type.of, `${path}[${key}]`);
    }
  };
  for (const [struct, definition, path] of found) {
    for (const [field, { type }] of definitionOf(definition).fields) {
      add(struct[field], type, `${path}.${field}`);
    }
  }
  return found;
}

export function oddValue(
  type: FieldType,
  value: Value | undefined,
  random: Random,
  depth: number,
): Value {
  switch (type.shape) {
    case 'any':
      return random.pick([{}, [], null, 'a', 1, { a: 1 }]);
    case 'scalar':
      return oddScalar(type.scalar, value, random);
    case 'object':
      return depth > 3 ? {} : oddStruct(type.definition, random, depth);
    case 'list': {
      const items = Array.isArray(value) ? [...(value as Value[])] : [];
      const change = random.below(5);
      if (change === 0) return [];
      if (change === 1 && items.length > 0)
        return [...items, copyOf({ value: items[0] ?? null }).value ?? null];
      if (change === 2 && items.length > 1) return items.reverse();
      if (change === 3) return [...items, ...items, ...items].slice(0, 70);
      return [...items, oddValue(type.of, items[0], random, depth + 1)];
    }
    case 'map': {
      const pairs = typeof value === 'object' && value !== null ? (value as Manifest) : {};
      const change = random.below(4);
      if (change === 0) return {};
      const key = random.pick([...STRINGS, ...Object.keys(pairs)]);
      return {
        ...(change === 1 ? {} : pairs),
        [key]: oddValue(type.of, pairs[key], random, depth + 1),
      };
    }
  }
}

function oddStruct(definition: string, random: Random, depth: number): Value {
  const fields = [...definitionOf(definition).fields];
  const chance = Math.min(0.7, 4 / Math.max(1, fields.length));
  return Object.fromEntries(
    fields
      .filter(() => random.chance(chance))
      .map(([name, { type }]) => [name, oddValue(type, undefined, random, depth + 1)]),
  );
}

function oddScalar(scalar: ScalarType, value: Value | undefined, random: Random): Value {
  switch (scalar) {
    case 'boolean':
      return typeof value === 'boolean' ? !value : random.chance(0.5);
    case 'int32':
    case 'int64':
      return typeof value === 'number' && random.chance(0.3)
        ? value + random.pick([1, -1])
        : random.pick(NUMBERS);
    case 'double':
      return random.pick([0, 1, -1, new Literal('1.5'), new Literal('-0.0')]);
    case 'quantity':
      return random.pick(QUANTITIES);
    case 'int-or-string':
      return random.pick([...NUMBERS, ...STRINGS]);
    case 'byte':
      return random.pick(['', 'YQ==', 'YQ', 'a', 'YWJj', '####']);
    case 'date-time':
    case 'micro-time':
      return random.pick(TIMES);
    default:
      return typeof value === 'string' && random.chance(0.4)
        ? random.pick([
            `${value}x`,
            value.toUpperCase(),
            value.slice(0, -1),
            `${value}-`,
            ` ${value}`,
            value.toLowerCase(),
            `${value}.`,
            `x/${value}`,
          ])
        : random.pick(STRINGS);
  }
}
