import type { Overload } from '../../../src/cel/declarations.ts';
import { environmentOf } from '../../../src/server/expressions/environments.ts';
import type { Minor } from '../../../src/server/kubernetes/minors.ts';
import { type BriefQuestion, VALUES } from '../../../test/cel/evaluation-values.ts';
import { Random } from '../random.ts';
import { words } from '../words.ts';
import { writtenCall } from './written-call.ts';

/** Values by the name of their type in signatures. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false', 'object.on'],
  int: ['0', '1', '-7', '42', 'object.big', 'object.count', 'object.spec.replicas'],
  uint: ['0u', '7u', '42u'],
  double: ['0.0', '1.5', '-2.25', "double('NaN')", 'object.ratio'],
  string: words("'' 'a' '10.0.0.1' '10.0.0.0/8' '1.2.3' 'é😀' object.name object.text"),
  bytes: ["b''", "b'abc'"],
  'google.protobuf.Duration': ["duration('1h')", "duration('-1.5s')"],
  'google.protobuf.Timestamp': ["timestamp('2024-01-01T00:00:00Z')", 'timestamp(0)'],
  null_type: ['null'],
  list: [
    ...words('[] [null] object.tags object.numbers object.any.b object.entries'),
    "['a', 'bb']",
    '[3, 1, 2]',
    "[1, 'a']",
    "['a', 1]",
    '[[1, 2], [3]]',
    '[1, [2, [3]]]',
    '[[], {}]',
    '[1.5, 0.5]',
    "[{'a': 1}, {'a': 1}]",
    '[true, 2u]',
    '[1, 1u, 1.0]',
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

const FAILING: readonly string[] = ['object.nope', 'object.spec.nope', 'object.name.x', '(1 / 0)'];

/** The keys that `sortBy` computes, and the conditions of `all`, for each element `x`. */
const SORT_KEYS: readonly string[] = ['x', 'dyn(x)', 'x.a', "dyn('a')", 'dyn([x])'];
const CONDITIONS: readonly string[] = ['x', 'dyn(x)', 'x.a', "dyn('a')", 'x == 1'];

const ALL = Object.values(TYPED).flat();

/** The values for a parameter; the types of Kubernetes are named after their packages. */
function valuesOf(type: string): readonly string[] {
  return TYPED[type] ?? TYPED[/[^.]+$/.exec(type.toLowerCase())?.[0] ?? ''] ?? ALL;
}

/** Makes calls of all overloads of a minor with dynamic values, most of which have a wrong type or are missing. */
export class WrongTypeInventor {
  readonly #random: Random;
  readonly #overloads: readonly Overload[];

  constructor(seed: number, minor: Minor) {
    this.#random = new Random(seed);
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
    const expression = this.#call(
      this.#random.pick(this.#overloads),
      this.#random.below(5) === 0 ? 1 : 0,
    );
    const value = this.#random.below(VALUES.length);
    return { env: 'vap-variable', expression, stored: true, value, oldValue: 0 };
  }

  #call(overload: Overload, depth: number): string {
    const { function: name, params } = overload;
    const right = this.#random.below(params.length + 1);
    const args = params.map((param, index) => this.#argument(param.name, index !== right, depth));
    const [first = ''] = args;
    // A server that makes the list runs out of memory.
    if (name === 'lists.range' && first.includes('object.big')) return 'lists.range(object.nope)';
    if (name === '@sortByAssociatedKeys')
      return `${first}.sortBy(x, ${this.#random.pick(SORT_KEYS)})`;
    return writtenCall(overload, args) ?? `${first}.all(x, ${this.#random.pick(CONDITIONS)})`;
  }

  #argument(type: string, isRight: boolean, depth: number): string {
    if (depth > 0 && this.#random.below(3) === 0) {
      return `dyn(${this.#call(this.#random.pick(this.#overloads), depth - 1)})`;
    }
    if (this.#random.below(12) === 0) return this.#random.pick(FAILING);
    const value = this.#random.pick(isRight && this.#random.below(3) > 0 ? valuesOf(type) : ALL);
    // A value of a static type often leaves one overload, whose costs count differently.
    return value.startsWith('object') || (isRight && this.#random.below(3) === 0)
      ? value
      : `dyn(${value})`;
  }
}
