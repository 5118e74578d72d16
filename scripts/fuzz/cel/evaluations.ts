import { type BriefQuestion, VALUES } from '../../../test/cel/evaluation-values.ts';
import { Random } from '../random.ts';
import { words } from '../words.ts';

type Kind =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'duration'
  | 'timestamp'
  | 'strings'
  | 'ints'
  | 'map'
  | 'dyn'
  | 'optional';

const KINDS: readonly Kind[] = [
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'duration',
  'timestamp',
  'strings',
  'ints',
  'map',
  'dyn',
  'optional',
];

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['true', 'false'],
  int: ['0', '1', '-7', '42', '9223372036854775807', '(-9223372036854775807 - 1)', '2'],
  uint: ['0u', '1u', '7u', '18446744073709551615u'],
  double: ['0.0', '1.5', '-2.25', '1e6', '1e21', '0.1', 'double("NaN")', '(1.0 / 0.0)', '3.0'],
  string: ["''", "'a'", "'web'", "'\u00e9\u{1f600}z'", "'12'", "'1h'", "'true'", "'a.b'"],
  bytes: ["b''", "b'abc'", "bytes('h\u00e9')"],
  duration: ["duration('1h')", "duration('-1.5s')", "duration('0s')", "duration('100000h')"],
  timestamp: [
    "timestamp('2024-01-01T00:00:00Z')",
    "timestamp('2024-06-30T23:59:59.5Z')",
    "timestamp('1970-01-01T01:02:03.004005006+05:30')",
    'timestamp(0)',
    "timestamp('9999-12-31T23:59:59Z')",
  ],
  strings: ['[]', "['a']", "['a', 'bb', 'web']", "['b', 'a', 'b']"],
  ints: ['[]', '[1]', '[3, 1, 2]', '[1, 2, 3, 4, 5]'],
  map: ["{'a': 'b'}", "{'app': 'web', 'x': ''}", "{'k': 'v'}"],
  dyn: [
    ...words("dyn(1) dyn('a') dyn(1.0) dyn(null) dyn(1u) dyn(true)"),
    'dyn([1, 2])',
    "dyn({'a': 1})",
  ],
  optional: ['optional.none()', "optional.of('a')", "optional.ofNonZeroValue('')", "['a'][?0]"],
};

const OF_SELF: Readonly<Record<Kind, readonly string[]>> = {
  bool: [
    'self.on',
    'has(self.text)',
    'has(self.spec.inner)',
    'has(self.labels.app)',
    'self == oldSelf',
  ],
  int: [
    'self.count',
    'self.big',
    'self.spec.replicas',
    'self.numbers[0]',
    'self.entries[0].my__dash__value',
  ],
  uint: [],
  double: ['self.ratio', 'self.ratios[0]'],
  string: words(`
    self.name self.text self.spec.namespace self.labels['app'] self.tags[1] self.spec.inner.x
    self.entries[1].key
  `),
  bytes: ['self.data'],
  duration: ['self.wait', 'self.waits[0]'],
  timestamp: ['self.at', 'self.day'],
  strings: ['self.tags', 'self.set', 'oldSelf.set', 'self.entries.map(e, e.key)'],
  ints: ['self.numbers', 'self.entries.map(e, e.my__dash__value)'],
  map: ['self.labels'],
  dyn: ['self.port', "self.limits['cpu']", 'self.limits.memory'],
  optional: ['self.?name', "self.labels[?'app']", 'self.spec.?inner.x', 'self.tags[?3]'],
};

const OF_OBJECT: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['object.on', 'has(object.text)', 'has(object.spec.inner.x)'],
  int: ['object.count', 'object.spec.replicas', 'object.numbers[0]'],
  uint: [],
  double: ['object.ratio'],
  string: ['object.name', 'object.text', "object.labels['app']", 'object.tags[1]'],
  bytes: [],
  duration: [],
  timestamp: [],
  strings: ['object.tags', 'object.set'],
  ints: ['object.numbers'],
  map: ['object.labels'],
  dyn: words(`
    object object.spec object.any.b object.any.b[1] object.port object.big oldObject
  `),
  optional: ['object.?name', "object.labels[?'app']", 'object.?spec.inner.x', 'object.?nope.x'],
};

type Fill = (kind: Kind) => string;
type Form = (fill: Fill, inventor: EvaluationInventor) => string;

const infix = (kind: Kind, ...operators: readonly string[]): readonly Form[] =>
  operators.map((operator) => (fill) => `(${fill(kind)} ${operator} ${fill(kind)})`);
const call = (kind: Kind, ...names: readonly string[]): readonly Form[] =>
  names.map((name) => (fill) => `${name}(${fill(kind)})`);
const member = (kind: Kind, ...names: readonly string[]): readonly Form[] =>
  names.map((name) => (fill) => `${fill(kind)}.${name}()`);

const TIME_GETTERS = words(`
  getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes
  getSeconds getMilliseconds
`);
const ZONES = words(`
  'Europe/Berlin' 'America/New_York' '+05:30' '-02:15' 'Nowhere/X' 'UTC' '5:x'
`);

const FORMS: Readonly<Record<Kind, readonly Form[]>> = {
  bool: [
    ...KINDS.flatMap((kind) => infix(kind, '==', '!=')),
    ...(
      ['int', 'uint', 'double', 'string', 'bytes', 'duration', 'timestamp', 'bool'] as const
    ).flatMap((kind) => infix(kind, '<', '<=', '>', '>=')),
    (fill) => `(${fill('int')} < ${fill('double')})`,
    (fill) => `(${fill('uint')} >= ${fill('int')})`,
    (fill) => `(${fill('dyn')} == ${fill('int')})`,
    (fill) => `(${fill('dyn')} < ${fill('dyn')})`,
    ...infix('bool', '&&', '||', '&&', '||', '&&', '||'),
    (fill) => `!${fill('bool')}`,
    (fill) => `(${fill('string')} in ${fill('strings')})`,
    (fill) => `(${fill('int')} in ${fill('ints')})`,
    (fill) => `(${fill('string')} in ${fill('map')})`,
    (fill) => `(${fill('dyn')} in ${fill('dyn')})`,
    (fill) => `(${fill('dyn')} in [1, 'a', 2.0, 3u, true])`,
    (fill) => `${fill('string')}.startsWith(${fill('string')})`,
    (fill) => `${fill('string')}.endsWith(${fill('string')})`,
    (fill) => `${fill('string')}.contains(${fill('string')})`,
    (fill) => `${fill('string')}.matches('^[a-z]+$')`,
    (fill) => `${fill('string')}.matches(${fill('string')})`,
    (fill) => `${fill('optional')}.hasValue()`,
    ...call('string', 'bool'),
    (fill) => `(type(${fill('dyn')}) == int)`,
    (fill, i) =>
      i.loop('strings', 'string', 'bool', (list, x, body) => `${list}.all(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('strings', 'string', 'bool', (list, x, body) => `${list}.exists(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('ints', 'int', 'bool', (list, x, body) => `${list}.exists_one(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('ints', 'int', 'bool', (list, x, body) => `${list}.all(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('map', 'string', 'bool', (list, x, body) => `${list}.all(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('map', 'string', 'bool', (list, x, body) => `${list}.exists(${x}, ${body})`, fill),
  ],
  int: [
    ...infix('int', '+', '-', '*', '/', '%'),
    (fill) => `(-${fill('int')})`,
    ...call('double', 'int'),
    ...call('uint', 'int'),
    ...call('string', 'int', 'size'),
    ...call('duration', 'int'),
    ...call('timestamp', 'int'),
    ...call('strings', 'size'),
    ...call('map', 'size'),
    ...call('bytes', 'size'),
    ...member('strings', 'size'),
    ...TIME_GETTERS.flatMap((name) => member('timestamp', name)),
    (fill, i) => `${fill('timestamp')}.${i.random.pick(TIME_GETTERS)}(${i.random.pick(ZONES)})`,
    ...member('duration', 'getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'),
    (fill) => `${fill('ints')}[${fill('int')}]`,
    (fill) => `(${fill('dyn')} + ${fill('dyn')})`,
    (fill) => `size(${fill('dyn')})`,
    (fill) => `int(${fill('dyn')})`,
  ],
  uint: [
    ...infix('uint', '+', '-', '*', '/', '%'),
    ...call('int', 'uint'),
    ...call('double', 'uint'),
    ...call('string', 'uint'),
  ],
  double: [
    ...infix('double', '+', '-', '*', '/'),
    (fill) => `(-${fill('double')})`,
    ...call('int', 'double'),
    ...call('uint', 'double'),
    ...call('string', 'double'),
  ],
  string: [
    ...infix('string', '+'),
    ...(['int', 'uint', 'double', 'bool', 'bytes', 'duration', 'timestamp'] as const).flatMap(
      (kind) => call(kind, 'string'),
    ),
    (fill) => `${fill('strings')}[${fill('int')}]`,
    (fill) => `${fill('map')}[${fill('string')}]`,
    (fill) => `${fill('map')}.app`,
    (fill) => `${fill('optional')}.orValue(${fill('string')})`,
    (fill) => `${fill('optional')}.value()`,
    (fill) => `string(type(${fill('dyn')}) == string)`,
  ],
  bytes: [...infix('bytes', '+'), ...call('string', 'bytes')],
  duration: [
    ...infix('duration', '+', '-'),
    ...call('string', 'duration'),
    (fill) => `(${fill('timestamp')} - ${fill('timestamp')})`,
  ],
  timestamp: [
    (fill) => `(${fill('timestamp')} + ${fill('duration')})`,
    (fill) => `(${fill('duration')} + ${fill('timestamp')})`,
    (fill) => `(${fill('timestamp')} - ${fill('duration')})`,
    ...call('int', 'timestamp'),
    ...call('string', 'timestamp'),
  ],
  strings: [
    ...infix('strings', '+'),
    (fill) => `[${fill('string')}, ${fill('string')}]`,
    (fill) => `[?${fill('optional')}, ${fill('string')}]`,
    (fill, i) =>
      i.loop('strings', 'string', 'bool', (list, x, body) => `${list}.filter(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('ints', 'int', 'string', (list, x, body) => `${list}.map(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop(
        'strings',
        'string',
        'string',
        (list, x, body) => `${list}.map(${x}, ${fill('bool')}, ${body})`,
        fill,
      ),
  ],
  ints: [
    ...infix('ints', '+'),
    (fill) => `[${fill('int')}]`,
    (fill, i) =>
      i.loop('strings', 'string', 'int', (list, x, body) => `${list}.map(${x}, ${body})`, fill),
    (fill, i) =>
      i.loop('ints', 'int', 'bool', (list, x, body) => `${list}.filter(${x}, ${body})`, fill),
  ],
  map: [
    (fill) => `{${fill('string')}: ${fill('string')}}`,
    (fill) => `{?'k': ${fill('optional')}, 'l': ${fill('string')}}`,
  ],
  dyn: [
    (fill) => `dyn(${fill('int')})`,
    (fill) => `dyn(${fill('string')})`,
    (fill) => `dyn(${fill('strings')})`,
    (fill) => `dyn(${fill('map')})`,
    (fill) => `${fill('dyn')}[${fill('int')}]`,
    (fill) => `${fill('dyn')}[${fill('string')}]`,
    (fill) => `${fill('dyn')}[${fill('dyn')}]`,
    (fill) => `${fill('dyn')}.a`,
    (fill) => `dyn(${fill('duration')})`,
  ],
  optional: [
    (fill) => `optional.of(${fill('string')})`,
    (fill) => `optional.ofNonZeroValue(${fill('string')})`,
    (fill) => `${fill('optional')}.or(${fill('optional')})`,
    (fill) => `${fill('map')}[?${fill('string')}]`,
    (fill) => `${fill('map')}.?app`,
    (fill) => `${fill('strings')}[?${fill('int')}]`,
    (fill, i) => i.within('string', (v) => `${fill('optional')}.optMap(${v}, ${fill('string')})`),
    (fill, i) =>
      i.within('string', (v) => `${fill('optional')}.optFlatMap(${v}, ${fill('optional')})`),
  ],
};

/** Makes up expressions that compile, most of them, and values to evaluate them with. */
export class EvaluationInventor {
  readonly random: Random;
  #variables: (readonly [name: string, kind: Kind])[] = [];
  #isRule = true;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  question(): BriefQuestion {
    this.#isRule = this.random.below(2) === 0;
    const value = this.random.below(VALUES.length);
    const oldValue = this.random.below(VALUES.length);
    const depth = 1 + this.random.below(4);
    const stored = this.random.below(3) === 0;
    if (!this.#isRule) {
      const expression = this.made(this.random.pick(KINDS), depth);
      return { env: 'vap-variable', expression, stored, value, oldValue };
    }
    const isMessage = this.random.below(4) === 0;
    return {
      env: isMessage ? 'crd-message' : 'crd',
      expression: this.made(isMessage ? 'string' : 'bool', depth),
      stored,
      value,
      oldValue,
    };
  }

  made(kind: Kind, depth: number): string {
    if (depth <= 0 || this.random.below(6) === 0) return this.#atom(kind);
    const fill: Fill = (inner) => this.made(inner, depth - 1);
    if (this.random.below(14) === 0) return `(${fill('bool')} ? ${fill(kind)} : ${fill(kind)})`;
    return this.random.pick(FORMS[kind])(fill, this);
  }

  #atom(kind: Kind): string {
    const variables = this.#variables.filter(([, held]) => held === kind).map(([name]) => name);
    if (variables.length > 0 && this.random.below(2) === 0) return this.random.pick(variables);
    const given = (this.#isRule ? OF_SELF : OF_OBJECT)[kind];
    return given.length > 0 && this.random.below(2) === 0
      ? this.random.pick(given)
      : this.random.pick(LITERALS[kind]);
  }

  /** An expression with one variable more. */
  within(kind: Kind, make: (name: string) => string): string {
    const name = `${kind.slice(0, 1)}${this.#variables.length}`;
    this.#variables.push([name, kind]);
    const made = make(name);
    this.#variables.pop();
    return made;
  }

  loop(
    range: Kind,
    element: Kind,
    result: Kind,
    write: (list: string, variable: string, body: string) => string,
    fill: Fill,
  ): string {
    const list = fill(range);
    return this.within(element, (variable) => write(list, variable, fill(result)));
  }
}
