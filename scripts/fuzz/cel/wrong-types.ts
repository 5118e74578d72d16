import type { Overload } from '../../../src/cel/declarations.ts';
import { environmentOf } from '../../../src/server/expressions/environments.ts';
import type { Minor } from '../../../src/server/kubernetes/minors.ts';
import { type BriefQuestion, VALUES } from '../../../test/cel/evaluation-values.ts';
import { seededRandom } from './mutations.ts';

/** Values by the name of their type in signatures. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false', 'object.on'],
  int: ['0', '1', '-7', '42', 'object.big', 'object.count', 'object.spec.replicas'],
  uint: ['0u', '7u', '42u'],
  double: ['0.0', '1.5', '-2.25', "double('NaN')", 'object.ratio'],
  string: [
    "''",
    "'a'",
    "'10.0.0.1'",
    "'10.0.0.0/8'",
    "'1.2.3'",
    "'é😀'",
    'object.name',
    'object.text',
  ],
  bytes: ["b''", "b'abc'"],
  'google.protobuf.Duration': ["duration('1h')", "duration('-1.5s')"],
  'google.protobuf.Timestamp': ["timestamp('2024-01-01T00:00:00Z')", 'timestamp(0)'],
  null_type: ['null'],
  list: [
    '[]',
    "['a', 'bb']",
    '[3, 1, 2]',
    "[1, 'a']",
    "['a', 1]",
    '[[1, 2], [3]]',
    '[1, [2, [3]]]',
    '[[], {}]',
    '[1.5, 0.5]',
    "[{'a': 1}, {'a': 1}]",
    '[null]',
    '[true, 2u]',
    '[1, 1u, 1.0]',
    'object.tags',
    'object.numbers',
    'object.any.b',
    'object.entries',
  ],
  map: ['{}', "{'a': 'b'}", "{1: 2, 'x': [1]}", 'object.labels', 'object.spec', 'object'],
  type: ['int', 'type(1)'],
  optional_type: ['optional.none()', "optional.of('a')", 'optional.of(1)', 'object.?name'],
  quantity: ["quantity('1Gi')", "quantity('-5')"],
  IP: ["ip('10.0.0.1')", "ip('::1')"],
  CIDR: ["cidr('10.0.0.0/8')", "cidr('::/0')"],
  URL: ["url('https://a.b:80/c?d=e')"],
  format: ["format.named('dns1123Label').value()"],
  semver: ["semver('1.2.3')"],
};

/** Selections that fail. */
const FAILING: readonly string[] = ['object.nope', 'object.spec.nope', 'object.name.x', '(1 / 0)'];

const ALL = Object.values(TYPED).flat();

/** The values for a parameter; the types of Kubernetes are named after their packages. */
function valuesOf(type: string): readonly string[] {
  return TYPED[type] ?? TYPED[/[^.]+$/.exec(type.toLowerCase())?.[0] ?? ''] ?? ALL;
}

/** Makes calls of all overloads of a minor with dynamic values, most of which have a wrong type or are missing. */
export class WrongTypeInventor {
  readonly #random: () => number;
  readonly #overloads: readonly Overload[];

  constructor(seed: number, minor: Minor) {
    this.#random = seededRandom(seed);
    const { functions } = environmentOf({
      environment: 'vap-variable',
      minor,
      expressions: 'stored',
    });
    this.#overloads = [...functions.values()].flatMap(({ globals, members }) => [
      ...globals,
      ...members,
    ]);
  }

  question(): BriefQuestion {
    const expression = this.#call(this.#pick(this.#overloads), this.#below(5) === 0 ? 1 : 0);
    const value = this.#below(VALUES.length);
    return { env: 'vap-variable', expression, stored: true, value, oldValue: 0 };
  }

  #call({ function: name, isMember, params }: Overload, depth: number): string {
    const right = this.#below(params.length + 1);
    const args = params.map((param, index) => this.#argument(param.name, index !== right, depth));
    const [first = '', second = '', third = ''] = args;
    // A server that makes the list runs out of memory.
    if (name === 'lists.range' && first.includes('object.big')) return 'lists.range(object.nope)';
    switch (name) {
      case '_?_:_':
        return `(${first} ? ${second} : ${third})`;
      case '_[_]':
        return `${first}[${second}]`;
      case '_[?_]':
        return `${first}[?${second}]`;
      case '_?._':
        return `${first}.?a`;
      case '@in':
        return `(${first} in ${second})`;
      case '@sortByAssociatedKeys':
        return `${first}.sortBy(x, ${this.#pick(['x', 'dyn(x)', 'x.a', "dyn('a')", 'dyn([x])'])})`;
      case '@not_strictly_false':
        return `${first}.all(x, ${this.#pick(['x', 'dyn(x)', 'x.a', "dyn('a')", 'x == 1'])})`;
      default:
        break;
    }
    const operator = /^_(.+)_$/.exec(name)?.[1];
    if (operator !== undefined) return `(${first} ${operator} ${second})`;
    if (name === '!_' || name === '-_') return `(${name.slice(0, 1)}${first})`;
    if (!isMember) return `${name}(${args.join(', ')})`;
    return `${first}.${name}(${args.slice(1).join(', ')})`;
  }

  #argument(type: string, isRight: boolean, depth: number): string {
    if (depth > 0 && this.#below(3) === 0) {
      return `dyn(${this.#call(this.#pick(this.#overloads), depth - 1)})`;
    }
    if (this.#below(12) === 0) return this.#pick(FAILING);
    const value = this.#pick(isRight && this.#below(3) > 0 ? valuesOf(type) : ALL);
    // A value of a static type often leaves one overload, whose costs count differently.
    return value.startsWith('object') || (isRight && this.#below(3) === 0)
      ? value
      : `dyn(${value})`;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}
