// Compares the CEL checker with the oracle:
//   node scripts/run.mjs scripts/fuzz-cel-check.ts ORACLE MINOR SEED COUNT [FILE|FOLDER...]
// Seeded and reproducible. Expressions come from the CRDs and policies in the YAML files, from the
// suites of @bufbuild/cel-spec, and from a generator that goes by the declared overloads; most are
// spliced and mutated. Disagreements are printed as JSON lines. COUNT `all` asks the files' own as they are.
// With KEEP=FILE some questions and the oracle's answers are written there, as the tests read them.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { parseAllDocuments } from 'yaml';
import { type Overload, readSignatures } from '../src/cel/declarations.ts';
import { LIBRARIES } from '../src/cel/kubernetes/libraries.ts';
import type { Place } from '../src/cel/kubernetes/places.ts';
import {
  BOOL,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  STRING,
  type Type,
  withParameters,
} from '../src/cel/types.ts';
import type { StructuralSchema } from '../src/crd/structural.ts';
import { parseMinors } from '../src/kubernetes/minors.ts';
import {
  type Answer,
  answerOf,
  answerOfOracle,
  type Question,
  type Reply,
} from '../test/cel/checker-answer.ts';

const [oracle, minorText = '1.36', seedText = '1', countText = '1000', ...paths] =
  process.argv.slice(2);
const minor = parseMinors(minorText)?.[0];
if (oracle === undefined || minor === undefined) {
  throw new Error('usage: fuzz-cel-check.ts ORACLE MINOR SEED COUNT [FILE|FOLDER...]');
}
let state = Number(seedText) >>> 0;

function random(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % below;
}

function pick<T>(items: readonly T[]): T {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

// --- Questions of files ---

type Json = { readonly [key: string]: unknown };

function questionsIn(path: string): readonly Question[] {
  if (statSync(path).isDirectory()) {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ya?ml|jsonl)$/.test(name))
      .sort()
      .flatMap((name) => questionsIn(join(path, name)));
  }
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.jsonl')) {
    return text
      .split('\n')
      .filter((line) => line.includes('"expression"'))
      .map((line) => JSON.parse(line) as Question);
  }
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    try {
      return questionsOf(document.toJS() as Json);
    } catch {
      return [];
    }
  });
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item) : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[key] : undefined;
}

function questionsOf(object: Json): readonly Question[] {
  const spec = member(object, 'spec');
  switch (object.kind) {
    case 'CustomResourceDefinition':
      return list(member(spec, 'versions')).flatMap((version) =>
        schemaQuestions(member(member(version, 'schema'), 'openAPIV3Schema') as Json, true),
      );
    case 'ValidatingAdmissionPolicy':
      return policyQuestions(spec, 'vap');
    case 'MutatingAdmissionPolicy':
      return policyQuestions(spec, 'map');
    case 'ValidatingWebhookConfiguration':
    case 'MutatingWebhookConfiguration':
      return list(object.webhooks)
        .flatMap((webhook) => list(webhook.matchConditions))
        .flatMap((condition) => ask('webhook', condition.expression));
    default:
      return [];
  }
}

function ask(env: Place, expression: unknown, rest: Partial<Question> = {}): readonly Question[] {
  return typeof expression === 'string' ? [{ env, expression, ...rest }] : [];
}

function policyQuestions(spec: unknown, prefix: 'vap' | 'map'): readonly Question[] {
  const params = member(spec, 'paramKind') !== undefined;
  const variables = list(member(spec, 'variables')).flatMap(({ name, expression }) =>
    typeof name === 'string' && typeof expression === 'string' ? [{ name, expression }] : [],
  );
  const scope = { params, variables };
  return [
    ...variables.flatMap(({ expression }, index) =>
      ask(`${prefix}-variable`, expression, { params, variables: variables.slice(0, index) }),
    ),
    ...list(member(spec, 'matchConditions')).flatMap(({ expression }) =>
      ask(`${prefix}-condition`, expression, { params }),
    ),
    ...list(member(spec, 'validations')).flatMap(({ expression, messageExpression }) => [
      ...ask('vap', expression, scope),
      ...ask('vap-message', messageExpression, scope),
    ]),
    ...list(member(spec, 'auditAnnotations')).flatMap(({ valueExpression }) =>
      ask('vap-audit', valueExpression, scope),
    ),
    ...list(member(spec, 'mutations')).flatMap(({ applyConfiguration, jsonPatch }) => [
      ...ask('map', member(applyConfiguration, 'expression'), scope),
      ...ask('map-jsonpatch', member(jsonPatch, 'expression'), scope),
    ]),
  ];
}

/** Schemas that are larger than this are left out, so that the answers do not take too long. */
const LARGEST_SCHEMA = 6000;

function schemaQuestions(schema: Json | undefined, root: boolean): readonly Question[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const bare = JSON.stringify(schema, (key, value) =>
    key === 'description' || key === 'x-kubernetes-validations' ? undefined : value,
  );
  const below = [
    ...Object.values((schema.properties ?? {}) as Json),
    schema.items,
    schema.additionalProperties,
  ].flatMap((part) => schemaQuestions(part as Json, false));
  if (bare.length > LARGEST_SCHEMA) return below;
  const rest = { schema: JSON.parse(bare) as StructuralSchema, root };
  return [
    ...list(schema['x-kubernetes-validations']).flatMap((rule) => [
      ...ask('crd', rule.rule, rest),
      ...ask('crd-message', rule.messageExpression, rest),
    ]),
    ...below,
  ];
}

// --- Made-up expressions ---

const overloads: readonly Overload[] = LIBRARIES.flatMap(({ functions }) =>
  readSignatures(functions, 'optional_type'),
);

const ATOMS: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false', 'has(request.name)', 'has(self.name)', 'self.on'],
  bytes: ['b"x"', 'bytes("y")', 'self.data'],
  double: ['1.5', '-2.0', '1e3', 'self.ratio', 'double(1)'],
  duration: ['duration("1h")', 'self.wait', 'duration("x")'],
  int: ['1', '-7', '0', 'self.count', 'size("abc")', '9223372036854775807'],
  null: ['null'],
  string: ['"a"', "'b'", '"1.2.3.4"', 'request.name', 'self.name', 'r"^a+$"', '"%s"', '"(x"'],
  timestamp: ['timestamp("2024-01-01T00:00:00Z")', 'self.at', 'timestamp(0)', 'timestamp("x")'],
  uint: ['1u', '7u', 'uint(3)'],
  dyn: ['object', 'object.spec.x', 'oldObject', 'params.a', 'self.any', 'dyn(1)', 'self'],
  type: ['int', 'string', 'type(1)', 'list', 'duration', 'net.IP', 'optional_type'],
  list: [
    '[]',
    '[1, 2]',
    '["a"]',
    'self.items',
    'object.list',
    '[[1], [2]]',
    'request.userInfo.groups',
  ],
  map: [
    '{}',
    '{"a": 1}',
    'self.labels',
    'object.map',
    'namespaceObject.metadata.labels',
    '{1: "a"}',
  ],
  opaque: [
    'optional.of(1)',
    'optional.none()',
    'object.?a',
    'self.?name',
    '[1][?0]',
    '{"a": "b"}[?"a"]',
  ],
  struct: [
    'self',
    'self.spec',
    'request',
    'namespaceObject',
    'authorizer',
    'variables',
    'Object{}',
  ],
};

const SIMPLE: readonly Type[] = [BOOL, DOUBLE, DYN, INT, STRING, STRING, DURATION];

const NAMED: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.Quantity': ['quantity("1Gi")'],
  'kubernetes.URL': ['url("https://a.b/c")'],
  'kubernetes.Semver': ['semver("1.2.3")'],
  'kubernetes.NamedFormat': ['format.dns1123Label()', 'format.named("uuid").value()'],
  'net.IP': ['ip("::1")'],
  'net.CIDR': ['cidr("10.0.0.0/8")'],
  'kubernetes.authorization.Authorizer': ['authorizer', 'authorizer.serviceAccount("a", "b")'],
  'kubernetes.authorization.ResourceCheck': [
    'authorizer.requestResource',
    'authorizer.group("").resource("pods")',
  ],
  'kubernetes.authorization.GroupCheck': ['authorizer.group("apps")'],
  'kubernetes.authorization.PathCheck': ['authorizer.path("/healthz")'],
  'kubernetes.authorization.Decision': ['authorizer.requestResource.check("get")'],
};

/** An expression that is probably of a type. */
function made(type: Type, depth: number): string {
  const roll = random(20);
  if (roll === 0 && random(3) === 0) return atom(pick(Object.keys(ATOMS)));
  if (depth <= 0 || roll < 5) return atomOf(type);
  if (roll < 8) return macro(type, depth - 1);
  if (roll === 8)
    return `(${made(BOOL, depth - 1)} ? ${made(type, depth - 1)} : ${made(type, depth - 1)})`;
  if (roll === 9) return `${made(type, depth - 1)}.orValue(${made(type, depth - 1)})`;
  const fitting = overloads.filter(
    ({ result }) =>
      result.kind === type.kind &&
      ((type.kind !== 'struct' && type.kind !== 'opaque') || result.name === type.name),
  );
  const anyResult = overloads.filter(({ result }) => result.kind === 'type-param');
  const candidates = fitting.length > 0 && random(4) > 0 ? fitting : anyResult;
  return called(pick(candidates.length > 0 ? candidates : overloads), depth - 1);
}

function atomOf(type: Type): string {
  const [first, second] = type.parameters;
  if (first !== undefined && random(3) > 0) {
    if (type.kind === 'list') return `[${atomOf(first)}, ${atomOf(first)}]`;
    if (type.kind === 'map') return `{${atomOf(first)}: ${atomOf(second ?? first)}}`;
    if (type.kind === 'opaque') return `optional.of(${atomOf(first)})`;
  }
  if (type.kind === 'type-param') return atom(pick(Object.keys(ATOMS)));
  return pick(NAMED[type.name] ?? ATOMS[type.kind] ?? ['object']);
}

function atom(kind: string): string {
  return pick(ATOMS[kind] ?? ['object']);
}

const INFIX = /^_(.+)_$/;

/** A type with each of its parameters replaced by one and the same simple type. */
function concrete(type: Type, simple: Type): Type {
  if (random(12) === 0) return type;
  if (type.kind === 'type-param') return simple;
  return withParameters(
    type,
    type.parameters.map((parameter) => concrete(parameter, simple)),
  );
}

function called({ function: name, isMember, params, id }: Overload, depth: number): string {
  const simple = pick(SIMPLE);
  const args = params.map((param) => made(concrete(param, simple), depth));
  if (random(25) === 0) args.push(atom('int'));
  const [first = 'object', second = 'object', third = 'object'] = args;
  switch (name) {
    case '_?_:_':
      return `(${first} ? ${second} : ${third})`;
    case '_[_]':
      return `${first}[${second}]`;
    case '_[?_]':
      return `${first}[?${second}]`;
    case '_?._':
      return `${first}.?name`;
    case '!_':
    case '-_':
      return `${name[0]}(${first})`;
    case '@in':
      return `(${first} in ${second})`;
    default: {
      if (name.includes('@') || id.startsWith('__')) return first;
      const infix = INFIX.exec(name)?.[1];
      if (infix !== undefined) return `(${first} ${infix} ${second})`;
      if (isMember) return `${first}.${name}(${args.slice(1).join(', ')})`;
      return `${name}(${args.join(', ')})`;
    }
  }
}

function macro(type: Type, depth: number): string {
  const range = random(3) === 0 ? atom('map') : random(6) === 0 ? made(type, depth) : atom('list');
  const variable = pick(['x', 'y', 'self', 'i']);
  const body = made(BOOL, depth).replaceAll(/\b(object|self|request)\b/g, (name) =>
    random(2) === 0 ? variable : name,
  );
  switch (random(12)) {
    case 0:
    case 1:
      return `${range}.all(${variable}, ${body})`;
    case 2:
      return `${range}.exists(${variable}, ${body})`;
    case 3:
      return `${range}.exists_one(${variable}, ${body})`;
    case 4:
      return `${range}.filter(${variable}, ${body})`;
    case 5:
      return `${range}.map(${variable}, ${made(type, depth)})`;
    case 6:
      return `${atom('opaque')}.optMap(${variable}, ${variable} == ${atomOf(type)})`;
    case 7:
      return `${range}.all(i, ${variable}, ${body})`;
    case 8:
      return `${range}.transformList(k, ${variable}, ${made(type, depth)})`;
    case 9:
      return `${range}.transformMap(k, ${variable}, ${made(type, depth)})`;
    case 10:
      return `${range}.sortBy(${variable}, ${variable})`;
    default:
      return `has(${atom('struct')}.${pick(['name', 'spec', 'metadata', 'kind', 'x'])})`;
  }
}

const TOKEN = /[A-Za-z_]\w*|\d[\w.]*|"[^"]*"|'[^']*'|[=!<>&|]{1,2}|\s+|./gsu;
const WORDS = [
  'self',
  'object',
  'x',
  'size',
  '.?a',
  '[0]',
  '?1',
  '+',
  '==',
  'in',
  'null',
  '.matches("a")',
  '.format([1])',
  'duration("1h")',
  '&&',
  '!',
  '-',
  '{"a": 1}',
  '.map(x, x)',
  'dyn(1)',
  '1.0',
  '2u',
  'type(1)',
  'Object.spec{a: 1}',
  'google.protobuf.Int64Value{value: 1}',
  'self.namespace',
];

function mutated(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  for (let times = 1 + random(2); times > 0 && tokens.length > 0; times--) {
    const at = random(tokens.length);
    switch (random(5)) {
      case 0:
        tokens.splice(at, 1);
        break;
      case 1:
        tokens.splice(at, 0, pick(WORDS));
        break;
      case 2:
        tokens[at] = pick(WORDS);
        break;
      case 3:
        tokens[at] = tokens[random(tokens.length)] ?? '';
        break;
      default: {
        const word = tokens[at] ?? '';
        if (/^\w/.test(word)) tokens[at] = random(2) === 0 ? `${word}x` : `"${word}"`;
      }
    }
  }
  return tokens.join('');
}

const SCHEMA: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 10 },
    namespace: { type: 'string' },
    'a-b.c/d__e': { type: 'integer' },
    count: { type: 'integer', format: 'int64' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'string', format: 'duration' },
    data: { type: 'string', format: 'byte' },
    any: { 'x-kubernetes-int-or-string': true },
    labels: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    items: {
      type: 'array',
      maxItems: 5,
      items: { type: 'object', properties: { key: { type: 'string' }, n: { type: 'integer' } } },
    },
    names: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        inner: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { a: { type: 'string' } } },
        },
      },
    },
    raw: { 'x-kubernetes-preserve-unknown-fields': true },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
};

const VARIABLES = [
  { name: 'list', expression: '[1, 2]' },
  { name: 'text', expression: 'object.metadata.name + "x"' },
  { name: 'map', expression: '{"a": [duration("1s")]}' },
  { name: 'broken', expression: 'nothing.there' },
  { name: 'request', expression: 'request' },
  { name: 'opt', expression: 'optional.of(1)' },
];

const POLICY_PLACES: readonly Place[] = [
  'vap',
  'vap-message',
  'vap-audit',
  'vap-variable',
  'vap-condition',
  'map',
  'map-jsonpatch',
  'map-variable',
  'map-condition',
  'webhook',
];

function placed(expression: string): Question {
  const stored = random(8) === 0;
  if (random(2) === 0) {
    const optionalOldSelf = random(4) === 0;
    const env = random(6) === 0 ? 'crd-message' : 'crd';
    return { env, expression, schema: SCHEMA, root: random(3) === 0, optionalOldSelf, stored };
  }
  const env = random(3) === 0 ? pick(POLICY_PLACES) : 'vap-variable';
  if (env === 'webhook') return { env, expression, stored };
  return {
    env,
    expression,
    stored,
    params: random(2) === 0,
    variables: random(3) === 0 ? VARIABLES : [],
  };
}

function suiteExpressions(suite: IncrementalTestSuite): readonly string[] {
  return [
    ...suite.tests.map(({ original }) => original.expr),
    ...suite.suites.flatMap(suiteExpressions),
  ];
}

const own = paths.flatMap(questionsIn);
const suites = [getConformanceSuite(), getCheckingSuite(), getComprehensionSuite()].flatMap(
  suiteExpressions,
);

function invented(): Question {
  const roll = random(10);
  if (roll < 2 && own.length > 0) {
    const question = pick(own);
    return { ...question, expression: mutated(question.expression) };
  }
  if (roll < 4) return placed(random(2) === 0 ? pick(suites) : mutated(pick(suites)));
  const expression = made(random(2) === 0 ? BOOL : pick(overloads).result, 1 + random(3));
  return placed(roll < 9 ? expression : mutated(expression));
}

// --- Comparison ---

/** Of the questions that are kept: how many of each kind, and how many characters. */
const MOST_KEPT = 30;
const LONGEST_KEPT = 900;

/** A value makes the oracle plan the expression, and refuse what cannot be planned. */
function withValue(question: Question): object {
  const values: Readonly<Record<string, unknown>> = {
    array: [],
    string: '',
    integer: 0,
    number: 0.5,
    boolean: true,
  };
  return { ...question, value: values[question.schema?.type ?? 'object'] ?? {} };
}

const questions =
  countText === 'all' ? own : Array.from({ length: Number(countText) }, () => invented());
const reply = spawnSync(oracle, ['cel'], {
  input: questions.map((question) => `${JSON.stringify(withValue(question))}\n`).join(''),
  maxBuffer: 1 << 30,
  encoding: 'utf8',
});
const replies = reply.stdout.split('\n').filter((line) => line !== '');

/** The oracle may end in the middle of an answer, when an evaluation takes all memory. */
function replyAt(index: number): Reply | undefined {
  try {
    return JSON.parse(replies[index] ?? '');
  } catch {
    return undefined;
  }
}

const counts = { same: 0, accepted: 0, different: 0, notAsked: 0 };
const kept = { accepted: [] as string[], refused: [] as string[] };
for (const [index, question] of questions.entries()) {
  const found = replyAt(index);
  if (found === undefined || found.requestError !== undefined) {
    counts.notAsked++;
    continue;
  }
  const wanted = answerOfOracle(found, minor);
  let ours: Answer;
  try {
    ours = answerOf(question, minor);
  } catch (error) {
    ours = { crash: `thrown: ${error instanceof Error ? error.stack : error}` };
  }
  // Of an expression that can be planned as little as its result is wanted, the oracle names the plan.
  const isWrongResult = /must evaluate/.test(ours.typeError ?? '');
  const isNotPlanned = /^program instantiation/.test(wanted.typeError ?? '');
  if (isWrongResult && isNotPlanned) continue;
  if (JSON.stringify(ours) !== JSON.stringify(wanted)) {
    counts.different++;
    const { schema: _, ...asked } = question;
    process.stdout.write(`${JSON.stringify({ ...asked, ours, oracle: wanted })}\n`);
    continue;
  }
  counts.same++;
  if (wanted.type !== undefined) counts.accepted++;
  const { schema, ...rest } = question;
  const own = schema === undefined || schema === SCHEMA ? {} : { schema };
  const line = JSON.stringify({ ...rest, ...own, answer: wanted });
  if (line.length <= LONGEST_KEPT) {
    kept[wanted.type === undefined ? 'refused' : 'accepted'].push(line);
  }
}
process.stderr.write(`${minor} ${JSON.stringify(counts)}\n`);
const keep = process.env.KEEP;
if (keep !== undefined) {
  // The first line is the schema of all questions that have none of their own.
  const lines = [
    JSON.stringify({ minor, schema: SCHEMA }),
    ...kept.accepted.slice(0, MOST_KEPT),
    ...kept.refused.slice(0, MOST_KEPT),
  ];
  writeFileSync(keep, `${lines.join('\n')}\n`);
}
