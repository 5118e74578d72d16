import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import type { Value } from '../../src/server/kubernetes/value.ts';
import type { EvaluationQuestion } from './evaluator-answer.ts';

/** A schema with a field of each kind that expressions can see. */
const RULE_SCHEMA: StructuralSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    text: { type: 'string', nullable: true },
    count: { type: 'integer' },
    big: { type: 'integer', format: 'int64' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    port: { 'x-kubernetes-int-or-string': true },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'string', format: 'duration' },
    data: { type: 'string', format: 'byte' },
    tags: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', items: { type: 'integer' } },
    ratios: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'number' } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    entries: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['key'],
      items: {
        type: 'object',
        properties: { key: { type: 'string' }, 'my-value': { type: 'integer' } },
      },
    },
    waits: { type: 'array', items: { type: 'string', format: 'duration' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    limits: {
      type: 'object',
      additionalProperties: { 'x-kubernetes-int-or-string': true, nullable: true },
    },
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        namespace: { type: 'string' },
        inner: { type: 'object', properties: { x: { type: 'string' } } },
      },
    },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

/** Values for it: a full one, an empty one, and one that lacks most. */
export const VALUES: readonly Value[] = [
  {
    name: 'web',
    text: 'Stra\u00dfe \u{1f600}',
    count: 3,
    big: 9223372036854775807n,
    ratio: 1.5,
    on: true,
    port: 8080,
    at: '2024-02-29T23:59:59.123+02:00',
    day: '2023-12-31',
    wait: '1h30m',
    data: 'aGVsbG8=',
    tags: ['a', 'bb', 'web', 'a'],
    numbers: [3, 1, 2, -7],
    ratios: [1, 2.5],
    set: ['x', 'y', 'z'],
    entries: [{ key: 'one', 'my-value': 1 }, { key: 'two', 'my-value': 2 }, { key: 'three' }],
    waits: ['1s', '2m', '3 days'],
    labels: { app: 'web', 'a/b': 'c' },
    limits: { cpu: 2, memory: '1Gi' },
    spec: { replicas: 2, namespace: 'default', inner: { x: 'deep' } },
    any: { a: 1, b: [1, 'x', null] },
  },
  {
    name: '',
    text: null,
    count: 0,
    ratio: 2,
    on: false,
    port: 'http',
    at: '1969-12-31T23:00:00Z',
    wait: '-5ms',
    tags: [],
    numbers: [],
    set: ['z', 'y', 'x'],
    entries: [],
    labels: {},
    limits: { cpu: null },
    spec: { inner: {} },
  },
  { name: 'only', spec: { replicas: -1 } },
];

/**
 * A question about a rule with this schema, or about an expression over `object` and `oldObject`, with values of {@link
 * VALUES}.
 */
export interface BriefQuestion {
  readonly expression: string;
  /** The place of the expression: a rule, a message of a rule, or a variable of a policy. */
  readonly env: 'crd' | 'crd-message' | 'vap-variable';
  readonly stored?: boolean;
  readonly optionalOldSelf?: boolean;
  readonly value: number;
  /** Absent of an object that is created. */
  readonly oldValue?: number;
}

/** The question in full. */
export function inFull({ value, oldValue, ...question }: BriefQuestion): EvaluationQuestion {
  const now = VALUES[value] ?? null;
  const old = oldValue === undefined ? undefined : VALUES[oldValue];
  if (question.env === 'vap-variable') {
    return { ...question, value: { object: now, oldObject: old ?? null } };
  }
  const asked = { ...question, schema: RULE_SCHEMA, value: now };
  return old === undefined ? asked : { ...asked, oldValue: old };
}
