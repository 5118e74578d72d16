import { describe, expect, it } from 'vitest';
import { differencesIn } from '../../src/features/upgrade/differences.ts';
import { EXPRESSION_CHANGES } from '../../src/features/upgrade/expression-changes.ts';
import { OBJECT_CHANGES } from '../../src/features/upgrade/object-changes.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import {
  SERVER_CHANGES,
  type ServerChangeName,
} from '../../src/server/kubernetes/server-changes.ts';
import { crdYaml } from '../crd-yaml.ts';

/** The minor with most of these changes. */
const CHANGED = '1.37';

/** The differences of a manifest between two minors, each as `line:column since message`. */
function differencesOf(content: string, from: Minor = '1.36', to: Minor = CHANGED) {
  const minors = MINORS.slice(MINORS.indexOf(from), MINORS.indexOf(to) + 1);
  const byDocument = differencesIn([{ name: 'a.yaml', content }], minors);
  return [...byDocument.values()].flatMap((differences) =>
    differences.map(({ line, column, since, message }) => `${line}:${column} ${since} ${message}`),
  );
}

const policy = (
  expression: string,
  resource = 'pods',
) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: ["*"], apiVersions: [v1], resources: [${resource}], operations: [CREATE] }
  validations:
    - expression: ${JSON.stringify(expression)}
`;

const definition = (rule: string, properties: object) => {
  const spec = { type: 'object', 'x-kubernetes-validations': [{ rule }], properties };
  return crdYaml(JSON.stringify({ type: 'object', properties: { spec } }));
};

const LIST = { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5 } };
const [SETS, MAPS, ATOMIC] = [
  { 'x-kubernetes-list-type': 'set' },
  {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', required: ['k'], properties: { k: { type: 'string', maxLength: 5 } } },
  },
  {},
].map((more) => ({ a: { ...LIST, ...more }, b: { ...LIST, ...more } })) as [object, object, object];

describe('constant parts', () => {
  it.each([
    [
      'lists.range(-3) == []',
      `9:26 ${CHANGED} this fails with 'lists.range: size must be non-negative, got -3'; before, it was []`,
    ],
    ["'abc'.indexOf('', 50) == 50", `9:26 ${CHANGED} this is 3; before, it was 50`],
    ["''.startsWith('a')", `9:23 ${CHANGED} the cost of this is 1; before, it was 0`],
    [
      'type(object.spec) == optional_type',
      `9:41 ${CHANGED} the type of this is type(optional_type(dyn)); before, it was type(optional_type)`,
    ],
    [
      '[1, 2].map(x, lists.range(-x)).size() == 2',
      `9:27 ${CHANGED} this fails with 'lists.range: size must be non-negative, got -1'; before, it was [[], []]`,
    ],
  ])('%s', (expression, difference) => {
    expect(differencesOf(policy(expression))).toEqual([difference]);
  });

  it.each([
    'lists.range(3).size() == 3',
    "'abc'.indexOf('c', 1) == 2",
    "quantity('1').add(1) == quantity('2')",
  ])('are the same in %s', (expression) => {
    expect(differencesOf(policy(expression))).toEqual([]);
  });

  it('have other costs in all policies since 1.32, which is not reported', () => {
    expect(differencesOf(policy("quantity('10Gi').isInteger()"), '1.31', '1.32')).toEqual([]);
  });

  it('say since when they are different', () => {
    expect(differencesOf(policy("'abc'.indexOf('a', 5) == -1"), '1.30', '1.34')).toEqual([
      "9:26 1.32 this is -1; before, it failed with 'index out of range: 5'",
    ]);
  });
});

describe('parts that depend on objects', () => {
  it.each([
    ['lists.range(object.spec.replicas).size() > 0', '9:26'],
    ["object.metadata.name.indexOf('', 50) == 50", '9:41'],
    ["quantity(object.spec.x).add(1).isLessThan(quantity('5'))", '9:44'],
    ['object.spec.orValue(1) == 1', '9:32'],
  ])('%s', (expression, place) => {
    expect(differencesOf(policy(expression))).toEqual([
      expect.stringMatching(new RegExp(`^${place} ${CHANGED} `)),
    ]);
  });

  it.each([
    "object.metadata.name.indexOf('a', 50) == 50",
    "object.metadata.name.indexOf('a') == 50",
    'object.spec.?replicas.orValue(1) == 1',
    'optional.of(object).?spec.hasValue()',
  ])('are the same in %s', (expression) => {
    expect(differencesOf(policy(expression))).toEqual([]);
  });

  it.each([
    ['statefulsets', 1],
    ['"*"', 1],
    ['daemonsets', 0],
  ])('read defaults of %s', (resource, count) => {
    const expression = 'has(object.spec.updateStrategy.rollingUpdate.maxUnavailable)';
    expect(differencesOf(policy(expression, resource))).toHaveLength(count);
  });

  it.each([
    ['sets', '(self.a + self.b).size() < 5', SETS, 1],
    ['maps', 'self.a == oldSelf.a', MAPS, 1],
    ['atomic lists', '(self.a + self.b).size() < 5', ATOMIC, 0],
    [
      'sets in items',
      'self.l.all(x, x.a == x.b)',
      { l: { type: 'array', maxItems: 5, items: { type: 'object', properties: SETS } } },
      1,
    ],
  ])('compare or add %s', (_, rule, properties, count) => {
    expect(differencesOf(definition(rule, properties))).toHaveLength(count);
  });

  it('select a time in an optional value', () => {
    const rule =
      "optional.of(self).?t.orValue(timestamp('2020-01-01T00:00:00Z')) > timestamp('2020-01-01T00:00:00Z')";
    const properties = { t: { type: 'string', format: 'date-time' } };
    expect(differencesOf(definition(rule, properties))).toEqual([
      expect.stringMatching(/ a selection in an optional value has the type of the schema/),
    ]);
    expect(
      differencesOf(definition(rule.replace('optional.of(self)', 'self'), properties)),
    ).toEqual([]);
  });

  it('use a list of a function in an apply configuration', () => {
    const mutation = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules: [{ apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE] }]
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration:
        expression: "Object{metadata: Object.metadata{finalizers: 'a.io/b'.split(',')}}"
`;
    expect(differencesOf(mutation)).toEqual([
      `11:76 ${CHANGED} the mutation is applied with this list; before, it failed`,
    ]);
  });
});

describe('fields with another effect', () => {
  it('are the audits of a binding', () => {
    const binding = (action: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a.example.com, validationActions: [${action}] }
`;
    expect(differencesOf(binding('Audit'))).toHaveLength(1);
    expect(differencesOf(binding('Deny'))).toEqual([]);
    expect(differencesOf(binding('Audit'), '1.35', '1.36')).toEqual([]);
  });

  it('are those of a StatefulSet that a server dropped', () => {
    const set = (update: string) => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: a }
spec:
  serviceName: a
  updateStrategy: { type: RollingUpdate, rollingUpdate: ${update} }
  selector: { matchLabels: { a: b } }
  template: { metadata: { labels: { a: b } }, spec: { containers: [{ name: a, image: a:1 }] } }
`;
    expect(differencesOf(set('{ maxUnavailable: 2 }'))).toHaveLength(1);
    expect(differencesOf(set('{}'))).toEqual([]);
  });
});

/**
 * Changes that are not named for each expression: they show in constants, messages or costs, or depend on types of
 * objects.
 */
const NOT_NAMED: readonly ServerChangeName[] = [
  'strict-colons-in-hosts',
  'lazy-accumulators',
  'exponents-without-spaces',
  'label-key-messages',
  'label-lengths-in-bytes',
  'null-fields-absent-in-equality',
  'costs-of-affixes',
  'optional-sizes-in-costs',
  'typed-objects-in-policies',
];

it('all changes that show in results of expressions are named', () => {
  const named = [...EXPRESSION_CHANGES, ...OBJECT_CHANGES].map(({ name }) => name);
  const isNamed = new Set<string>([...named, ...NOT_NAMED]);
  const shown = Object.entries(SERVER_CHANGES).filter(([, { shownBy = [] }]) =>
    shownBy.some((rule) => rule === 'cel/crd-defaults' || rule === 'decision/denied'),
  );
  expect(shown.map(([name]) => name).filter((name) => !isNamed.has(name))).toEqual([]);
});
