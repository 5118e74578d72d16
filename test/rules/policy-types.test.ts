import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { readJsonLines } from '../conformance/golden.ts';
import { idsOf } from '../lint/findings-as-text.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Rule {
  readonly groups: readonly string[];
  readonly versions?: readonly string[];
  readonly resources: readonly string[];
}

const PODS: Rule = { groups: [''], resources: ['pods'] };
const DEPLOYMENTS: Rule = { groups: ['apps'], resources: ['deployments'] };
const WIDGETS: Rule = { groups: ['example.com'], resources: ['widgets'] };
const PODS_AND_DEPLOYMENTS: Rule = { groups: ['', 'apps'], resources: ['pods', 'deployments'] };

const ruleFields = ({ groups, versions = ['v1'], resources }: Rule): Fields => ({
  apiGroups: groups,
  apiVersions: versions,
  operations: ['CREATE'],
  resources,
});

const policy = (rule: Rule, spec: Fields, kind = 'ValidatingAdmissionPolicy'): Fields => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'a.example.com' },
  spec: { matchConstraints: { resourceRules: [ruleFields(rule)] }, ...spec },
});

const validating = (rule: Rule, expression: string, more: Fields = {}): Fields =>
  policy(rule, { validations: [{ expression, message: 'no' }], ...more });

const applying = (rule: Rule, expression: string): Fields =>
  policy(
    rule,
    {
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
    },
    'MutatingAdmissionPolicy',
  );

const CRD = readFileSync('fixtures/cel/typecheck-crd.json', 'utf8');

/** The rules that look at types, with their messages: `cel/type-check misspelled`. */
function findingsOn(object: Fields, minor: Minor = NEWEST_MINOR): readonly string[] {
  const report = lintPedantically(
    [
      { name: 'crd.json', content: CRD },
      { name: 'policy.json', content: JSON.stringify(object) },
    ],
    {
      kubernetesVersions: [minor],
      only: [
        'cel/type-check',
        'cel/false-type-warning',
        'cel/escaped-property',
        'cel/list-semantics',
        'cel/patch-field',
        'cel/patch-type-name',
        'cel/patch-atomic',
      ],
    },
  );
  return idsOf(
    report.findings.filter(({ severity, cause }) => severity !== 'error' && cause === null),
  );
}

describe('expressions for objects of known types', () => {
  const condition = { matchConditions: [{ name: 'a', expression: 'object.spec.nodName == "a"' }] };
  const variable = { variables: [{ name: 'a', expression: 'object.spec' }] };
  const params = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };

  it.each([
    [
      'a text or null, which is fine when it runs',
      validating(PODS, '(has(object.spec.nodeName) ? object.spec.nodeName : null) != null'),
      ['cel/false-type-warning otherType'],
    ],
    [
      'a test for null',
      validating(PODS, 'object.metadata.labels != null'),
      ['cel/false-type-warning otherType'],
    ],
    [
      'events, of which another group has other ones',
      validating({ groups: [''], resources: ['events'] }, 'object.message != ""'),
      [],
    ],
    ['a field of the kind', validating(PODS, 'object.spec.nodeName == "a"'), []],
    ['a mistake', validating(PODS, 'object.spec.nodName == "a"'), ['cel/type-check misspelled']],
    [
      'a mistake in has()',
      validating(PODS, 'has(object.spec.nodName)'),
      ['cel/type-check misspelled'],
    ],
    [
      'a mistake in .?',
      validating(PODS, 'object.spec.?nodName.hasValue()'),
      ['cel/type-check misspelled'],
    ],
    [
      'a map of texts and what has no type, which may hold both',
      applying(
        PODS,
        "Object{metadata: Object.metadata{labels: {'a': object.metadata.name, 'b': dyn('b')}}}",
      ),
      [],
    ],
    [
      'a list of texts and numbers, which may hold both',
      validating(PODS, 'dyn(5) in [object.spec.nodeName, object.spec.priority]'),
      ['cel/false-type-warning otherType'],
    ],
    [
      'a mistake in oldObject',
      validating(PODS, 'oldObject.spec.x == 1'),
      ['cel/type-check unknown'],
    ],
    [
      'a mistake in a match condition',
      validating(PODS, 'true', condition),
      ['cel/type-check misspelled'],
    ],
    [
      'a mistake behind a variable, which the server does not see',
      validating(PODS, 'variables.a.nodName == "a"', variable),
      ['cel/type-check misspelled'],
    ],
    [
      'a mistake in params',
      validating(PODS, 'params.date.a == object.spec.nodeName', params),
      ['cel/type-check misspelled'],
    ],
    ['a key of a map', validating(PODS, 'object.metadata.labels.team == "a"'), []],
    [
      'a number where a text is',
      validating(PODS, 'object.spec.nodeName == 1'),
      ['cel/type-check mismatch'],
    ],
    [
      'an int or string',
      validating(
        { groups: [''], resources: ['services'] },
        'object.spec.ports.all(p, p.targetPort == 1)',
      ),
      [],
    ],
    [
      'a time, which is a text',
      validating(PODS, 'object.metadata.creationTimestamp < timestamp("2024-01-01T00:00:00Z")'),
      ['cel/type-check mismatch'],
    ],
    [
      'base64, which is a text',
      validating({ groups: [''], resources: ['secrets'] }, 'object.data.a.startsWith("a")'),
      ['cel/false-type-warning otherType'],
    ],
    [
      'a wildcard',
      validating({ groups: [''], resources: ['*'] }, 'object.spec.nodName == "a"'),
      [],
    ],
    [
      'a wildcard group',
      validating({ groups: ['*'], resources: ['pods'] }, 'object.spec.x == 1'),
      [],
    ],
    [
      'a subresource beside',
      validating({ groups: [''], resources: ['pods', 'pods/exec'] }, 'object.command.size() == 0'),
      ['cel/type-check some'],
    ],
    [
      'an unknown CRD',
      validating({ groups: ['b.example.com'], resources: ['things'] }, 'object.x'),
      [],
    ],
    [
      'one of two kinds',
      validating(PODS_AND_DEPLOYMENTS, 'object.spec.replicas > 1'),
      ['cel/type-check some'],
    ],
    [
      'one of two kinds, with a test of the kind',
      validating(PODS_AND_DEPLOYMENTS, 'object.kind == "Pod" || object.spec.replicas > 1'),
      [],
    ],
    [
      'one of two kinds, with a test of the field',
      validating(PODS_AND_DEPLOYMENTS, 'has(object.spec.template) && object.spec.replicas > 1'),
      [],
    ],
    ['a field of a CRD', validating(WIDGETS, 'object.spec.zones.size() > 1'), []],
    [
      'a mistake in a CRD',
      validating(WIDGETS, 'object.spec.zone.size() > 1'),
      ['cel/type-check misspelled'],
    ],
    [
      'any field of an open object',
      validating(WIDGETS, 'object.spec.free.x.y == 1'),
      ['cel/false-type-warning hiddenField'],
    ],
    [
      'an escaped name',
      validating(WIDGETS, 'object.spec.max__dash__size > 1'),
      ['cel/escaped-property escaped'],
    ],
    ['a set', validating(WIDGETS, 'object.spec.zones == ["a"]'), ['cel/list-semantics equality']],
    [
      'a set compared with itself',
      validating(WIDGETS, 'object.spec.zones == oldObject.spec.zones'),
      [],
    ],
    ['an empty set', validating(WIDGETS, 'object.spec.zones == []'), []],
    [
      'sets joined to be searched',
      validating(WIDGETS, '(object.spec.zones + ["a"]).all(z, z != "")'),
      [],
    ],
  ] as const)('%s', (_, object, expected) => {
    expect(findingsOn(object)).toEqual(expected);
  });

  it('knows the fields of the minor', () => {
    const object = validating(PODS, 'object.spec.resources.size() > 0');
    expect(findingsOn(object, '1.31')).toEqual(['cel/type-check version']);
  });

  it('looks at each webhook with its own rules', () => {
    const webhook = (name: string, rule: Rule): Fields => ({
      name,
      clientConfig: { service: { name: 'hooks', namespace: 'shop' } },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [ruleFields(rule)],
      matchConditions: [{ name: 'a', expression: 'object.spec.replicas > 1' }],
    });
    const object = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'a.example.com' },
      webhooks: [webhook('a.example.com', PODS), webhook('b.example.com', DEPLOYMENTS)],
    };
    expect(findingsOn(object)).toEqual(['cel/type-check unknown']);
  });
});

/** An apply configuration, and why `oracle -evaluate` refuses it; null if it does not. */
interface GoldenPatch {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly expression: string;
  readonly answer: string | null;
}

const REASONS = [
  ['cel/patch-type-name name', 'unexpected type name'],
  ['cel/patch-field', 'field not declared in schema'],
  ['cel/patch-atomic atomic', 'may not mutate atomic arrays, maps or structs'],
] as const;

describe('apply configurations', () => {
  const patches = readJsonLines<GoldenPatch>('fixtures/cel/typecheck-patches.jsonl');

  it.each(patches)('$resource: $expression', ({ group, version, resource, expression, answer }) => {
    const rule = { groups: [group], versions: [version], resources: [resource] };
    const found = findingsOn(applying(rule, expression));
    // The server stops at the first of these.
    const first = REASONS.find(([finding]) =>
      found.some((reported) => reported.startsWith(finding)),
    );
    const expected = REASONS.find(([, words]) => answer?.includes(words));
    expect(first).toEqual(expected);
  });

  it.each([
    ['any field of an open object', 'Object{spec: Object.spec{free: Object.spec.free{x: 1}}}', []],
    [
      'an atomic list in a map, where the server does not look',
      'Object{spec: Object.spec{m: Object.spec.m{a: Object.spec.m.a{q: []}}}}',
      [],
    ],
    [
      'a mistake in the metadata of an embedded object',
      'Object{spec: Object.spec{emb: Object.spec.emb{metadata: Object.spec.emb.metadata{nam: "a"}}}}',
      ['cel/patch-field misspelled'],
    ],
    ['a mistake in a CRD', 'Object{spec: Object.spec{rati: 1.5}}', ['cel/patch-field misspelled']],
    ['a set of a CRD', 'Object{spec: Object.spec{zones: ["a"]}}', []],
    [
      'the wrong name behind a condition',
      'Object{spec: object.spec.ratio > 1.0 ? dyn(Object.spec{ratio: 1.5}) : dyn(Object.status{n: 1})}',
      ['cel/patch-type-name name'],
    ],
  ] as const)('%s', (_, expression, expected) => {
    expect(findingsOn(applying(WIDGETS, expression))).toEqual(expected);
  });
});
