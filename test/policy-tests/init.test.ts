import { describe, expect, it } from 'vitest';
import { OpenedPolicies } from '../../src/features/admit/opened-policies.ts';
import { initTests } from '../../src/features/policy-tests/init/init-tests.ts';
import { runTests } from '../../src/features/policy-tests/run-tests.ts';
import { readTestFile } from '../../src/features/policy-tests/test-file.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';

interface PolicyParts {
  readonly group?: string;
  readonly resource?: string;
  readonly operations?: readonly string[];
  readonly spec: object;
  readonly isBound?: boolean;
  /** More of the spec of the binding. */
  readonly binding?: object;
  readonly constraints?: object;
  readonly others?: readonly object[];
}

function sourcesOf({
  group = 'apps',
  resource = 'deployments',
  operations = ['CREATE', 'UPDATE'],
  spec,
  isBound = true,
  binding: more = {},
  constraints = {},
  others = [],
}: PolicyParts) {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const metadata = { name: 'limit' };
  const resourceRules = [
    { apiGroups: [group], apiVersions: ['v1'], operations, resources: [resource] },
  ];
  const policy = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: { matchConstraints: { resourceRules, ...constraints }, ...spec },
  };
  const binding = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: { policyName: 'limit', validationActions: ['Deny'], ...more },
  };
  const documents = [policy, ...(isBound ? [binding] : []), ...others];
  const content = documents.map((document) => `${JSON.stringify(document)}\n`).join('---\n');
  return [{ name: 'limit.yaml', content }];
}

const LIMIT_CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'limits.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'limits', singular: 'limit', kind: 'Limit', listKind: 'LimitList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['most'],
                properties: { most: { type: 'integer', minimum: 1 } },
              },
            },
          },
        },
      },
    ],
  },
};

const OPTIONS = {
  minor: NEWEST_MINOR,
  kubernetesVersion: undefined,
  relativePath: (file: string) => file,
};

function testFileIn(text: string) {
  const [part] = [...readParts(decodeText(text))];
  const read = readTestFile(part?.content.kind === 'value' ? part.content.document.value : null);
  if (!read.ok) throw new Error(read.problem);
  return read.file;
}

/** The decisions that the written tests expect, in order. All tests have to pass. */
function decisionsOf(parts: PolicyParts) {
  const sources = sourcesOf(parts);
  const { files, missing } = initTests(sources, OPTIONS);
  const server = { minor: NEWEST_MINOR, runtimeConfig: new Map(), featureGates: new Map() };
  const opened = new OpenedPolicies(sources, server);
  const tests = files.map(({ text }) => testFileIn(text));
  for (const file of tests) {
    const given = { opened, object: () => undefined };
    const failures = runTests(file, given, NEWEST_MINOR).flatMap((test) => test.failures);
    expect(failures).toEqual([]);
  }
  const decisions = tests.flatMap((file) => file.tests.map((test) => test.expect.decision));
  return { decisions, missing };
}

function validations(...expressions: readonly string[]): object {
  return { validations: expressions.map((expression) => ({ expression })) };
}

const BOTH = ['admitted', 'denied'];

describe('the tests that are written for an expression', () => {
  it.each<[expression: string]>([
    ['object.spec.replicas <= 5'],
    ['object.spec.replicas > 2 && object.spec.replicas < 9'],
    ['!has(object.spec.paused) || object.spec.paused == false'],
    ["object.metadata.name.startsWith('web-')"],
    ["object.metadata.name.matches('^[a-z]{3}-[0-9]+$')"],
    ["has(object.metadata.labels) && 'team' in object.metadata.labels"],
    ["object.metadata.?labels[?'team'].orValue('') in ['red', 'blue']"],
    ["object.spec.template.spec.containers.all(c, c.image.startsWith('example.org/'))"],
    ['object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits))'],
    ["object.spec.template.spec.containers.exists(c, c.name == 'proxy')"],
    ['size(object.spec.template.spec.containers) <= 2'],
    ['object.spec.template.spec.?securityContext.?runAsNonRoot.orValue(false) == true'],
    ["object.metadata.namespace != 'default' || object.spec.replicas == 3"],
    ["request.userInfo.username != 'jane'"],
    ["authorizer.group('apps').resource('deployments').check('scale').allowed()"],
    ['object.spec.replicas < 3 || authorizer.path("/big").check("get").allowed()'],
    ['object.metadata.name == object.spec.template.metadata.labels.app'],
  ])('%s', (expression) => {
    const { decisions, missing } = decisionsOf({ spec: validations(expression) });
    expect(missing).toEqual([]);
    expect(decisions).toEqual(BOTH);
  });

  it('show each of several expressions, with variables and conditions', () => {
    const spec = {
      variables: [{ name: 'spec', expression: 'object.spec' }],
      matchConditions: [{ name: 'app', expression: "object.metadata.name != 'skipped'" }],
      ...validations('variables.spec.replicas <= 5', "object.metadata.name != 'bad'"),
    };
    const { decisions, missing } = decisionsOf({ spec });
    expect(missing).toEqual([]);
    expect(decisions).toEqual(['admitted', 'admitted', 'denied', 'denied']);
  });

  it.each<[string, PolicyParts]>([
    [
      'an update',
      {
        operations: ['UPDATE'],
        spec: validations('oldObject.spec.replicas == object.spec.replicas'),
      },
    ],
    [
      'a deletion',
      { operations: ['DELETE'], spec: validations("oldObject.metadata.name != 'kept'") },
    ],
    [
      'another kind',
      { group: '', resource: 'services', spec: validations("object.spec.type != 'NodePort'") },
    ],
    ['all kinds', { group: '*', resource: '*', spec: validations('has(object.metadata.labels)') }],
  ])('send %s', (_, parts) => {
    const { decisions, missing } = decisionsOf(parts);
    expect(missing).toEqual([]);
    expect(decisions).toEqual(BOTH);
  });

  it.each<[string, PolicyParts]>([
    [
      'params of a built-in kind',
      {
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          ...validations('object.spec.replicas <= int(params.data.most)'),
        },
        binding: {
          paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' },
        },
      },
    ],
    [
      'params that a selector selects',
      {
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          ...validations("params.data.mode != 'strict' || object.spec.replicas < 3"),
        },
        binding: {
          paramRef: {
            selector: { matchLabels: { for: 'limit' } },
            parameterNotFoundAction: 'Deny',
          },
        },
      },
    ],
    [
      'params of a custom kind',
      {
        spec: {
          paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' },
          ...validations('object.spec.replicas <= params.spec.most'),
        },
        binding: { paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } },
        others: [LIMIT_CRD],
      },
    ],
    [
      'the labels that a namespace selector selects',
      {
        spec: validations('object.spec.replicas <= 5'),
        constraints: {
          namespaceSelector: {
            matchLabels: { env: 'prod' },
            matchExpressions: [{ key: 'team', operator: 'Exists' }],
          },
        },
      },
    ],
    [
      'a namespace that a selector selects by name',
      {
        spec: validations('object.spec.replicas <= 5'),
        binding: {
          matchResources: {
            namespaceSelector: {
              matchExpressions: [
                { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['default'] },
              ],
            },
          },
        },
      },
    ],
    [
      'the namespace that expressions read',
      {
        spec: validations("namespaceObject.metadata.?labels[?'env'].orValue('') != 'prod'"),
      },
    ],
    [
      'a connection',
      {
        group: '',
        resource: 'pods/exec',
        operations: ['CONNECT'],
        spec: validations("object.command.all(c, c != 'sh')"),
      },
    ],
    [
      'an eviction',
      { group: '', resource: 'pods/eviction', spec: validations("request.name != 'kept'") },
    ],
    [
      'a change of the scale',
      {
        resource: 'deployments/scale',
        operations: ['UPDATE'],
        spec: validations('object.spec.replicas <= 5'),
      },
    ],
    [
      'a change of the status',
      {
        resource: 'deployments/status',
        operations: ['UPDATE'],
        spec: validations('object.status.?replicas.orValue(0) <= 5'),
      },
    ],
    [
      'an operation that a condition excludes',
      {
        operations: ['*'],
        spec: {
          matchConditions: [{ name: 'kept', expression: "request.operation != 'DELETE'" }],
          ...validations('object.spec.replicas <= 5'),
        },
      },
    ],
  ])('have %s', (_, parts) => {
    const { decisions, missing } = decisionsOf(parts);
    expect(missing).toEqual([]);
    expect(new Set(decisions)).toEqual(new Set(BOTH));
  });

  it('use requests for several kinds where expressions are about one of them', () => {
    const { decisions, missing } = decisionsOf({
      resource: '*',
      spec: validations(
        "object.kind != 'Deployment' || object.spec.replicas <= 5",
        "object.kind != 'DaemonSet' || !object.spec.template.spec.?hostPID.orValue(false)",
      ),
    });
    expect(missing).toEqual([]);
    expect(decisions).toEqual(['admitted', 'denied', 'denied']);
  });

  it('leave params of the input where they are', () => {
    const params = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'limits', namespace: 'shop' },
      data: { most: '5' },
    };
    const { files } = initTests(
      sourcesOf({
        spec: {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          ...validations('object.spec.replicas <= int(params.data.most)'),
        },
        binding: {
          paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' },
        },
        others: [params],
      }),
      OPTIONS,
    );
    expect(testFileIn(files[0]?.text ?? '').tests.map(({ cluster }) => cluster)).toEqual([[], []]);
  });

  it('have objects only that the server accepts', () => {
    const { decisions, missing } = decisionsOf({
      group: 'networking.k8s.io',
      resource: 'networkpolicies',
      spec: validations("object.spec.policyTypes.all(t, t in ['Ingress', 'Egress'])"),
    });
    expect(decisions).toEqual(['admitted']);
    expect(missing).toEqual([
      'limit: no request was found that spec.validations[0].expression denies: only requests whose objects the API server refuses were found',
    ]);
  });

  it('show what a mutating policy changes, and what it leaves alone', () => {
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const metadata = { name: 'team' };
    const policy = {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata,
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
          ],
        },
        matchConditions: [{ name: 'none', expression: '!has(object.metadata.labels)' }],
        reinvocationPolicy: 'Never',
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression: "Object{metadata: Object.metadata{labels: {'team': 'red'}}}",
            },
          },
        ],
      },
    };
    const binding = { apiVersion, kind: 'MutatingAdmissionPolicyBinding', metadata };
    const documents = [policy, { ...binding, spec: { policyName: 'team' } }];
    const content = documents.map((document) => `${JSON.stringify(document)}\n`).join('---\n');
    const { files, missing } = initTests([{ name: 'team.yaml', content }], OPTIONS);
    expect(missing).toEqual([]);
    const [file] = files;
    const { tests } = testFileIn(file?.text ?? '');
    expect(tests.map(({ name, expect: { mutated } }) => [name, mutated])).toEqual([
      ['team mutates', { metadata: { labels: { team: 'red' } } }],
      ['team skips: spec.matchConditions[0].expression', undefined],
    ]);
  });

  it('say what was not found', () => {
    const { decisions, missing } = decisionsOf({
      spec: validations("object.kind == 'Deployment'"),
    });
    expect(decisions).toEqual(['admitted']);
    expect(missing).toEqual([
      expect.stringMatching(
        /^limit: no request was found that spec\.validations\[0\]\.expression denies: \d+ requests were tried/,
      ),
    ]);
  });

  it('say that a policy has no binding, or is refused', () => {
    const unbound = decisionsOf({ spec: validations('true'), isBound: false });
    expect(unbound.missing).toEqual([expect.stringContaining('limit: there is no binding')]);
    expect(decisionsOf({ spec: validations('object.') }).missing[0]).toContain('rejected');
  });
});
