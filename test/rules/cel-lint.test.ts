import { describe, expect, it } from 'vitest';
import { idsOf } from '../lint/findings-as-text.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `rule message` of each finding of the rules that follow expressions. */
function saidOf(object: Fields): readonly string[] {
  const { findings } = lintPedantically([{ name: 'object.json', content: JSON.stringify(object) }]);
  return idsOf(
    findings.filter(({ rule }) => FOLLOWING.test(rule) || rule === 'internal/rule-crash'),
  );
}

const FOLLOWING =
  /^cel\/(unguarded-field|null-|message-authorizer|json-patch|repeated-mutation|refused-literal|crd-(unguarded|constant|immutable|message))/;

const UNGUARDED = 'cel/unguarded-field unguarded';
const NULL_OBJECT = 'cel/null-object unset';
const NULL_NAMESPACE = 'cel/null-namespace unset';

const rule = (more: Fields = {}) => ({
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['deployments'],
  ...more,
});

const webhook = (expressions: readonly string[], more: Fields = {}) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'a.example.com' },
  webhooks: [
    {
      name: 'a.example.com',
      clientConfig: { url: 'https://hooks.example.com' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [rule()],
      matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
      ...more,
    },
  ],
});

describe('match conditions', () => {
  it.each([
    {
      what: 'a label that may be absent',
      expressions: ["object.metadata.labels.a == 'b'"],
      said: [UNGUARDED],
    },
    {
      what: 'a label behind a test of the map only',
      expressions: ["has(object.metadata.labels) && object.metadata.labels.a == 'b'"],
      said: [UNGUARDED],
    },
    {
      what: 'a label behind a test on the other side',
      expressions: ["object.metadata.labels.a == 'b' || !has(object.metadata.labels.a)"],
      said: [UNGUARDED],
    },
    {
      what: 'an error that the other side absorbs',
      expressions: [
        "object.metadata.labels.a == 'b' && has(object.metadata.labels) && 'a' in object.metadata.labels",
      ],
      said: [],
    },
    {
      what: 'a label whose key is searched for',
      expressions: [
        "has(object.metadata.labels) && object.metadata.labels.exists(k, k == 'a' && k != '') && object.metadata.labels['a'] == 'b'",
      ],
      said: [],
    },
    {
      what: 'a label when another key is searched for',
      expressions: [
        "has(object.metadata.labels) && object.metadata.labels.exists(k, k == 'c' || k == 'a') && object.metadata.labels['a'] == 'b'",
      ],
      said: [UNGUARDED],
    },
    {
      what: 'a label if no key is equal',
      expressions: [
        "has(object.metadata.labels) && !object.metadata.labels.exists(k, k == 'a') && object.metadata.labels['a'] == 'b'",
      ],
      said: [UNGUARDED],
    },
    {
      what: 'a field of an element with a test on the other side',
      expressions: [
        "object.spec.template.spec.containers.all(c, c.workingDir.startsWith('A') || !has(c.workingDir))",
      ],
      said: [],
    },
    {
      what: 'a label that the other side tests for in the wrong way',
      expressions: [
        "has(object.metadata.labels) && (object.metadata.labels.a == 'b' || 'a' in object.metadata.labels)",
      ],
      said: [UNGUARDED],
    },
    {
      what: 'the values of a map that may be empty',
      expressions: [
        "(has(object.metadata.labels) ? object.metadata.labels : {}).all(k, k != '' || k == 'a') && object.metadata.?labels.orValue({}).all(k, object.metadata.labels[k] != '')",
      ],
      said: [],
    },
    {
      what: 'a label that another condition asks for in the end',
      expressions: [
        "has(object.metadata.labels.a) && object.metadata.labels.a != ''",
        'has(object.metadata.labels)',
      ],
      said: [],
    },
    {
      what: 'a label that a condition asks for which fails itself',
      expressions: [
        "has(object.metadata.labels.a) && object.metadata.labels.a != ''",
        'has(object.metadata.labels.a)',
      ],
      said: [UNGUARDED, UNGUARDED],
    },
    {
      what: 'a label that another condition asks for',
      expressions: [
        "'a' in object.metadata.?labels.orValue({})",
        "object.metadata.labels.a == 'b'",
      ],
      said: [],
    },
    {
      what: 'a label that the objectSelector asks for',
      expressions: ["object.metadata.labels['a'] != 'b'"],
      more: { objectSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      said: [],
    },
    {
      what: 'a key that a macro has found',
      expressions: [
        "has(object.metadata.labels) && object.metadata.labels.exists(k, k == 'a') && object.metadata.labels['a'] != 'b'",
      ],
      said: [],
    },
    {
      what: 'an optional that is mapped',
      expressions: ["object.metadata.?labels.optMap(l, 'a' in l && l.a == 'b').orValue(false)"],
      said: [],
    },
    {
      what: 'a subresource that is none',
      expressions: ["request.subResource == ''"],
      said: [UNGUARDED],
    },
    {
      what: 'a subresource of rules that are about it',
      expressions: ["request.subResource == 'scale'"],
      more: { rules: [rule({ resources: ['deployments/scale'], operations: ['UPDATE'] })] },
      said: [],
    },
    {
      what: 'fields of which nothing is known',
      expressions: ['object.spec.replicas > 1'],
      said: [],
    },
    {
      what: 'the object of a deletion',
      expressions: ["object.metadata.name != 'a'"],
      more: { rules: [rule({ operations: ['*'] })] },
      said: [NULL_OBJECT],
    },
    {
      what: 'the object of what is not a deletion',
      expressions: ["request.operation == 'DELETE' || object.metadata.name != 'a'"],
      more: { rules: [rule({ operations: ['*'] })] },
      said: [],
    },
    {
      what: 'either of the two objects',
      expressions: ["(object == null ? oldObject : object).metadata.name != 'a'"],
      more: { rules: [rule({ operations: ['*'] })] },
      said: [],
    },
    {
      what: 'the namespace, which match conditions do not get',
      expressions: ["namespaceObject == null || namespaceObject.metadata.name != 'a'"],
      said: ['cel/null-namespace condition'],
    },
    {
      what: 'an address that is none',
      expressions: ["ip('300.1.1.1').family() == 4"],
      said: ['cel/refused-literal refused'],
    },
  ])('$what: $said', ({ expressions, more = {}, said }) => {
    expect(saidOf(webhook(expressions, more))).toEqual(said);
  });
});

const validating = (rules: Fields, expressions: readonly string[]) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'a.example.com' },
  spec: {
    matchConstraints: { resourceRules: [rule(rules)] },
    validations: expressions.map((expression) => ({ expression, message: 'no' })),
  },
});

const mutating = (rules: Fields, expressions: readonly string[]) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingAdmissionPolicy',
  metadata: { name: 'a.example.com' },
  spec: {
    matchConstraints: { resourceRules: [rule(rules)] },
    reinvocationPolicy: 'Never',
    mutations: expressions.map((expression) => ({
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression },
    })),
  },
});

describe('policies', () => {
  it.each([
    {
      what: 'the namespace of a namespace',
      rules: { apiGroups: [''], resources: ['namespaces'] },
      expressions: ["namespaceObject.metadata.name != 'a'"],
      said: [NULL_NAMESPACE],
    },
    {
      what: 'the namespace where only namespaced objects come',
      rules: { apiGroups: ['*'], resources: ['*'], scope: 'Namespaced' },
      expressions: ["namespaceObject.metadata.name != 'a'"],
      said: [],
    },
    {
      what: 'the namespace for some resources only',
      rules: { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'clusterroles'] },
      expressions: [
        "request.resource.resource == 'clusterroles' || namespaceObject.metadata.name != 'a'",
      ],
      said: [],
    },
    {
      what: 'a label that is looked for in what is not known',
      rules: {},
      expressions: ["object.metadata.labels['team'] in params.teams"],
      said: ['cel/unguarded-field reason'],
    },
    {
      what: 'what is not there, and another validation would miss',
      rules: {},
      expressions: [
        "request.userInfo.extra[?'node'][0].orValue('') != ''",
        "request.userInfo.extra[?'node'][0].orValue('') == params.node",
      ],
      said: ['cel/unguarded-field reason', 'cel/unguarded-field reason'],
    },
    {
      what: 'what is not there, and no other validation would miss',
      rules: {},
      expressions: ["request.userInfo.extra[?'node'][0].orValue('') == params.node"],
      said: ['cel/unguarded-field unguarded'],
    },
    {
      what: 'a label that begins with something',
      rules: {},
      expressions: ["object.metadata.labels['team'].startsWith('a')"],
      said: ['cel/unguarded-field reason'],
    },
    {
      what: 'a label that may begin with nothing',
      rules: {},
      expressions: ["!object.metadata.labels['team'].startsWith('a')"],
      said: ['cel/unguarded-field unguarded'],
    },
  ])('$what: $said', ({ rules, expressions, said }) => {
    const policy = validating(rules, expressions);
    const spec = { ...policy.spec, paramKind: { apiVersion: 'example.com/v1', kind: 'Teams' } };
    expect(saidOf({ ...policy, spec })).toEqual(said);
  });

  it('know that no mutation makes an old object', () => {
    const first = "Object{spec: Object.spec{paused: object.metadata.name == 'a'}}";
    const second = 'Object{spec: Object.spec{replicas: oldObject.spec.replicas}}';
    const rules = { operations: ['CREATE', 'UPDATE'] };
    expect(saidOf(mutating(rules, [first, second]))).toEqual([NULL_OBJECT]);
  });

  const addLabel = '[JSONPatch{op: "add", path: "/metadata/labels/team", value: "a"}]';
  const makeLabels =
    '(has(object.metadata.labels) ? [] : [JSONPatch{op: "add", path: "/metadata/labels", value: {}}])';
  const selector = { objectSelector: { matchLabels: { team: 'a' } } };
  const NO_MAP = 'cel/json-patch noMap';

  it.each([
    { what: 'deployments', rules: {}, more: {}, expression: addLabel, said: [NO_MAP] },
    {
      what: 'deployments whose labels are made first',
      rules: {},
      more: {},
      expression: `${makeLabels} + ${addLabel}`,
      said: [],
    },
    { what: 'selected ones', rules: {}, more: selector, expression: addLabel, said: [] },
    {
      what: 'namespaces',
      rules: { apiGroups: [''], resources: ['namespaces'] },
      more: {},
      expression: addLabel,
      said: [],
    },
  ])('add a label to $what: $said', ({ rules, more, expression, said }) => {
    const policy = mutating(rules, []);
    const { matchConstraints } = policy.spec;
    const spec = {
      ...policy.spec,
      matchConstraints: { ...matchConstraints, ...more },
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
    };
    expect(saidOf({ ...policy, spec })).toEqual(said);
  });
});

const crd = (schema: Fields) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'pools.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    names: { plural: 'pools', kind: 'Pool' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } },
      },
    ],
  },
});

const text = { type: 'string', maxLength: 9 };

const withRules = (rules: readonly string[], more: Fields = {}) =>
  crd({
    type: 'object',
    properties: { a: text, b: text, kind: { type: 'string', enum: ['A', 'B'] } },
    'x-kubernetes-validations': rules.map((ruleText) => ({ rule: ruleText, message: 'no' })),
    ...more,
  });

describe('fields of pods and workloads', () => {
  const policy = (expression: string, group: string, resources: readonly string[]) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'a.example.com' },
    spec: {
      matchConstraints: { resourceRules: [rule({ apiGroups: [group], resources })] },
      validations: [{ expression, message: 'no' }],
    },
  });
  const saidOfPods = (expression: string) => saidOf(policy(expression, '', ['pods']));

  it.each([
    "object.spec.initContainers.all(c, c.image != 'a')",
    "(object.spec.containers + object.spec.initContainers).all(c, c.image != 'a')",
    '!object.spec.hostNetwork',
    'object.spec.containers.all(c, !c.securityContext.privileged)',
    'object.spec.containers.all(c, has(c.securityContext) && c.securityContext.privileged == false)',
    'object.spec.containers.all(c, c.ports.all(p, p.containerPort > 1024))',
  ])('may be absent: %s', (expression) => {
    expect(saidOfPods(expression)).toEqual([UNGUARDED]);
  });

  it.each([
    "has(object.spec.initContainers) ? object.spec.initContainers.all(c, c.image != 'a') : true",
    "!('initContainers' in object.spec) || object.spec.initContainers.all(c, c.image != 'a')",
    'size(object.spec.?initContainers.orValue([])) == 0',
    'has(object.spec.securityContext.runAsNonRoot) && object.spec.securityContext.runAsNonRoot',
    "object.spec.serviceAccountName != 'default'",
    'object.spec.volumes.all(v, !has(v.hostPath))',
    "object.spec.containers.all(c, c.?resources.?limits.?cpu.orValue('1') == '1')",
  ])('need no other test: %s', (expression) => {
    expect(saidOfPods(expression)).toEqual([]);
  });

  it('are below the template of a workload', () => {
    const inTemplate = 'object.spec.template.spec.volumes.all(v, !has(v.hostPath))';
    expect(saidOf(policy(inTemplate, 'apps', ['deployments', 'daemonsets']))).toEqual([UNGUARDED]);
    const inCronJob = 'object.spec.jobTemplate.spec.template.spec.initContainers.size() < 3';
    expect(saidOf(policy(inCronJob, 'batch', ['cronjobs']))).toEqual([UNGUARDED]);
  });

  it('are not known of other kinds, and of kinds with different specs', () => {
    const expression = "object.spec.initContainers.all(c, c.image != 'a')";
    expect(saidOf(policy(expression, 'example.com', ['pods']))).toEqual([]);
    const both = "object.spec.template.spec.nodeSelector.a != 'a'";
    expect(saidOf(policy(both, '*', ['deployments', 'pods']))).toEqual([]);
  });
});

const REFUSED = 'cel/crd-unguarded-field refused';
const REASON = 'cel/crd-unguarded-field reason';

describe('rules of CRDs', () => {
  it.each([
    { what: 'an optional property', rules: ["self.a != 'x'"], said: [REFUSED] },
    { what: 'one that the rule would miss anyway', rules: ["self.a == 'x'"], said: [REASON] },
    {
      what: 'one that another rule would miss anyway, as one finding',
      rules: ["self.a != 'x'", 'size(self.a) > 0'],
      said: [REASON],
    },
    { what: 'one that another rule asks for', rules: ["self.a != 'x'", 'has(self.a)'], said: [] },
    { what: 'one that is required', rules: ["self.a != 'x'"], more: { required: ['a'] }, said: [] },
    {
      what: 'one of which a junctor requires this or the other',
      rules: ["has(self.a) || self.b != 'x'"],
      more: { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      said: [],
    },
    {
      what: 'one that is required for a kind',
      rules: ["self.kind == 'A' ? has(self.a) : !has(self.a)", "self.kind != 'A' || self.a != 'x'"],
      more: { required: ['kind'] },
      said: [],
    },
    {
      what: 'one that all other values of an enumeration exclude',
      rules: ["self.kind == 'A' || self.kind == 'B' || self.a == 'x'"],
      more: { required: ['kind'] },
      said: [],
    },
    {
      what: 'a property that was there before',
      rules: ['!has(oldSelf.a) || self.a == oldSelf.a'],
      said: [REASON],
    },
    { what: 'a constant', rules: ['true'], said: ['cel/crd-constant-rule alwaysTrue'] },
    {
      what: 'something and itself',
      rules: ['!has(self.a) || self.a == self.a'],
      said: ['cel/crd-constant-rule withItself'],
    },
  ])('$what: $said', ({ rules, more = {}, said }) => {
    expect(saidOf(withRules(rules, more))).toEqual(said);
  });

  it.each([
    { what: 'an optional field', parent: {}, said: ['cel/crd-immutable-field removable'] },
    { what: 'a required field', parent: { required: ['a'] }, said: [] },
    {
      what: 'a field that stays',
      parent: { 'x-kubernetes-validations': [{ rule: '!has(oldSelf.a) || has(self.a)' }] },
      said: [],
    },
    {
      what: 'a field that is set only at first',
      parent: { 'x-kubernetes-validations': [{ rule: 'has(self.a) == has(oldSelf.a)' }] },
      said: [],
    },
  ])('$what that is not to change: $said', ({ parent, said }) => {
    const a = { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
    expect(saidOf(crd({ type: 'object', properties: { a }, ...parent }))).toEqual(said);
  });

  it('gives a messageExpression the optional oldSelf of its rule', () => {
    const refused = (messageExpression: string) => {
      const entry = {
        rule: "oldSelf.orValue('') != self",
        optionalOldSelf: true,
        messageExpression,
      };
      const a = { ...text, 'x-kubernetes-validations': [entry] };
      const content = JSON.stringify(crd({ type: 'object', properties: { a } }));
      return lintPedantically([{ name: 'object.json', content }]).findings.some(
        ({ rule }) => rule === 'cel/crd-rules',
      );
    };
    expect(refused("'was ' + oldSelf")).toBe(true);
    expect(refused("'was ' + oldSelf.orValue('nothing')")).toBe(false);
  });

  it('gives up on rules with too many cases, and says nothing wrong', () => {
    const names = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const rules = names.map((name) => ({
      rule: names.map((key) => `(!has(self.${key}) || self.${key} != '${name}')`).join(' && '),
      message: 'no',
    }));
    const schema = { type: 'object', properties, 'x-kubernetes-validations': rules };
    expect(saidOf(crd(schema))).toEqual([]);
  });
});
