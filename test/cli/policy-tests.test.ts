import { describe, expect, it } from 'vitest';
import { testFileSchema } from '../../src/features/policy-tests/test-schema.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limit }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: [deployments] }
  validations:
  - expression: object == null || object.spec.replicas <= 3
    message: at most 3 replicas
  auditAnnotations:
  - { key: who, valueExpression: request.userInfo.username }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limit-all }
spec: { policyName: limit, validationActions: [Deny] }
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

async function runFile(text: string, ...args: readonly string[]) {
  const folder = temporaryFolder({
    'p.kubeadmit-test.yaml': `policies: [policy.yaml]\n${text}`,
    'policy.yaml': POLICY,
    'deployment.yaml': DEPLOYMENT,
  });
  return runIn({ cwd: folder }, 'test', 'p.kubeadmit-test.yaml', ...args);
}

/** A test of the deployment with so many replicas. */
function testOf(replicas: number, expected: string, more = ''): string {
  return `tests:
- name: some replicas
  object: deployment.yaml
  patch: { spec: { replicas: ${replicas} } }
${more}  expect: { ${expected} }
`;
}

describe('kubeadmit test', () => {
  it.each<[string, string]>([
    ['a request that is admitted', testOf(3, 'decision: admitted')],
    ['a request that is denied', testOf(4, 'decision: denied')],
    ['a part of the message', testOf(4, 'decision: denied, message: at most 3')],
    ['that there are no warnings', testOf(3, 'decision: admitted, warnings: []')],
    [
      'an audit annotation, with a user',
      testOf(3, 'decision: admitted, audit: { limit/who: jane }', '  user: jane\n'),
    ],
    ['an operation', testOf(9, 'decision: admitted', '  operation: DELETE\n')],
    [
      'an object in the file itself',
      'tests: [{ object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }, expect: { decision: admitted } }]',
    ],
  ])('tests %s', async (_, text) => {
    const { code, stdout } = await runFile(text);
    expect(stdout).toMatch(/^p\.kubeadmit-test\.yaml\npass {2}/);
    expect(code).toBe(0);
  });

  it.each<[string, string, string]>([
    [
      'another decision',
      testOf(4, 'decision: admitted'),
      'expected admitted, but it is denied: deployments.apps "web" is forbidden',
    ],
    [
      'another message',
      testOf(4, 'decision: denied, message: at most 9'),
      "expected a message with 'at most 9', but it is",
    ],
    [
      'another annotation',
      testOf(3, 'decision: admitted, audit: { limit/who: jane }'),
      "expected the audit annotation limit/who 'jane', but it is 'admin'",
    ],
    [
      'a warning that is absent',
      testOf(3, 'decision: admitted, warnings: [x]'),
      "expected a warning with 'x', but there is none",
    ],
    [
      'a change that is not made',
      testOf(3, 'decision: admitted, mutated: { spec: { replicas: 1 } }'),
      'expected a mutated object, but nothing changes it',
    ],
    [
      'an object that is not there',
      'tests: [{ object: { kind: X }, expect: { decision: admitted } }]',
      'no request is made',
    ],
  ])('fails for %s', async (_, text, failure) => {
    const { code, stdout } = await runFile(text);
    expect(stdout).toContain('\nfail  ');
    expect(stdout).toContain(failure);
    expect(code).toBe(1);
  });

  it.each<[string, string]>([
    ['tests: [{ object: a }]', 'tests[0]: expect is required'],
    [
      'test: []',
      'the file: unknown key test; the keys are policies, cluster, kubernetesVersion, tests',
    ],
    [testOf(1, 'decision: maybe'), 'tests[0].expect.decision must be one of admitted, denied'],
    [testOf(1, 'decision: admitted', '  operation: PATCH\n'), 'tests[0].operation must be one of'],
  ])('refuses a file that is wrong: %s', async (text, problem) => {
    const { code, stdout } = await runFile(text);
    expect(stdout).toContain(`error ${problem}`);
    expect(code).toBe(1);
  });

  it('shows policies that the server refuses', async () => {
    const folder = temporaryFolder({
      'p.kubeadmit-test.yaml': `policies: [policy.yaml]\n${testOf(3, 'decision: admitted')}`,
      'policy.yaml': POLICY.replace('<= 3', '<='),
      'deployment.yaml': DEPLOYMENT,
    });
    const { code, stdout } = await runIn({ cwd: folder }, 'test');
    expect(stdout).toContain('ValidatingAdmissionPolicy limit is rejected by Kubernetes');
    expect(code).toBe(1);
  });

  it.each<[test: string, reason: string]>([
    [
      '{ object: { apiVersion: apps/v1, kind: Deploymnt, metadata: { name: a } }, EXPECT }',
      "apps/v1 has no kind 'Deploymnt'; did you mean Deployment?",
    ],
    [
      '{ object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: [] }, EXPECT }',
      'data is a list; it must be a mapping',
    ],
    ['{ object: deployment.yaml, operation: UPDATE, EXPECT }', 'there is no old object'],
    [
      '{ object: deployment.yaml, resource: pods/exec, EXPECT }',
      'pods/exec is not a subresource that takes a Deployment',
    ],
    [
      '{ object: { apiVersion: v1, kind: PodExecOptions }, EXPECT }',
      'a PodExecOptions is only sent to a subresource',
    ],
    ['{ object: deployment.yaml, cluster: [gone.yaml], EXPECT }', 'gone.yaml: no such file'],
  ])('says why no request is made of %s', async (test, reason) => {
    const expected = 'expect: { decision: admitted }';
    const { stdout } = await runFile(`tests:\n- ${test.replace('EXPECT', expected)}\n`);
    expect(stdout).toContain(reason);
  });

  it('takes params and namespaces from the test itself', async () => {
    const policy = POLICY.replace('object == null || object.spec.replicas <= 3', () =>
      JSON.stringify("namespaceObject.metadata.?labels[?'env'].orValue('') != 'prod'"),
    );
    const folder = temporaryFolder({
      'policy.yaml': policy,
      'deployment.yaml': DEPLOYMENT,
      'p.kubeadmit-test.yaml': `policies: [policy.yaml]
cluster:
- { apiVersion: v1, kind: Namespace, metadata: { name: default, labels: { env: prod } } }
tests:
- name: denied
  object: deployment.yaml
  expect: { decision: denied }
- name: admitted
  object: deployment.yaml
  cluster:
  - { apiVersion: v1, kind: Namespace, metadata: { name: default, labels: { env: test } } }
  expect: { decision: admitted }
`,
    });
    const { stdout } = await runIn({ cwd: folder }, 'test', '.');
    expect(stdout).toBe('p.kubeadmit-test.yaml\npass  denied\npass  admitted\n');
  });

  it.each<[value: string, field: string, literal: string]>([
    ['an integer of 64 bits', 'terminationGracePeriodSeconds', '9007199254740993'],
    ['a string with a control character', 'schedulerName', '"a\\x7f"'],
  ])('keeps %s', async (_, field, literal) => {
    const folder = temporaryFolder({
      'policy.yaml': POLICY.replace('object == null || object.spec.replicas <= 3', () =>
        JSON.stringify(`object.spec.template.spec.${field} == ${literal}`),
      ),
      'deployment.yaml': DEPLOYMENT,
      'p.kubeadmit-test.yaml': `policies: [policy.yaml]
tests:
- name: kept
  object: deployment.yaml
  patch: { spec: { template: { spec: { ${field}: ${literal} } } } }
  expect: { decision: admitted }
`,
    });
    const { stdout } = await runIn({ cwd: folder }, 'test', '.');
    expect(stdout).toBe('p.kubeadmit-test.yaml\npass  kept\n');
  });

  it('reports an unknown version of a file, and runs the others', async () => {
    const { code, stdout } = await runFile('kubernetesVersion: "1.20"\ntests: []\n');
    expect(stdout).toContain('error kubernetesVersion: Kubernetes 1.20 is not known');
    expect(code).toBe(1);
  });

  it('writes JUnit', async () => {
    const { stdout } = await runFile(testOf(4, 'decision: admitted'), '-f', 'junit');
    expect(stdout).toContain('<testsuite name="p.kubeadmit-test.yaml" tests="1" failures="1"');
    expect(stdout).toContain('<testcase classname="p.kubeadmit-test.yaml" name="some replicas">');
    expect(stdout).toContain('<failure message="expected admitted, but it is denied');
  });

  it('writes JSON', async () => {
    const { stdout } = await runFile(testOf(4, 'decision: denied'), '-f', 'json');
    expect(JSON.parse(stdout).files[0].tests).toEqual([
      {
        name: 'some replicas',
        passed: true,
        failures: [],
        decision: 'denied',
        message: expect.stringContaining('at most 3 replicas'),
      },
    ]);
  });

  it('is an error of use without test files', async () => {
    const folder = temporaryFolder({ 'a.yaml': DEPLOYMENT });
    const { code, stderr } = await runIn({ cwd: folder }, 'test');
    expect(stderr).toContain('there are no test files');
    expect(code).toBe(2);
  });

  it('shows what no test has evaluated', async () => {
    const { code, stdout } = await runFile(testOf(4, 'decision: denied'), '--coverage');
    expect(code).toBe(0);
    expect(stdout).toContain(`
ValidatingAdmissionPolicy limit  policy.yaml
  3 of 5 outcomes tested (60%)
  never true  9:17  object == null
  never true  9:35  object.spec.replicas <= 3
`);
    const { stdout: json } = await runFile(
      testOf(4, 'decision: denied'),
      '--coverage',
      '-f',
      'json',
    );
    expect(JSON.parse(json).coverage).toMatchObject([
      { kind: 'ValidatingAdmissionPolicy', name: 'limit', outcomes: 5, covered: 3 },
    ]);
  });

  it('writes tests, and replaces a file only if it is told to', async () => {
    const folder = temporaryFolder({ 'policy.yaml': POLICY });
    const init = (...args: readonly string[]) =>
      runIn({ cwd: folder }, 'test', '--init', ...args, 'policy.yaml');
    const first = await init();
    expect([first.code, first.stderr]).toEqual([
      0,
      'wrote policy.kubeadmit-test.yaml with 2 tests; all of them pass\n',
    ]);
    const { code, stdout } = await runIn({ cwd: folder }, 'test', '.');
    expect(stdout).toContain('pass  limit admits\n');
    expect(stdout).toContain('pass  limit denies: at most 3 replicas\n');
    expect(code).toBe(0);
    const second = await init();
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('policy.kubeadmit-test.yaml already exists');
    expect((await init('--force')).code).toBe(0);
  });

  it.each<[string, readonly string[], string]>([
    ['--init needs files', ['--init'], '--init needs the files of policies'],
    ['--force needs --init', ['--force', '.'], '--force requires --init'],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await runIn({ cwd: '.' }, 'test', ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('has a schema', async () => {
    const { stdout } = await runIn({ cwd: '.' }, 'schema', 'test');
    expect(JSON.parse(stdout)).toEqual(testFileSchema());
  });
});

describe('test files of Kyverno', () => {
  const TEST = `apiVersion: cli.kyverno.io/v1alpha1
kind: Test
metadata: { name: x }
policies: [policy.yaml]
resources: [deployments.yaml]
results:
- { policy: limit, kind: Deployment, resources: [web], result: pass, isValidatingAdmissionPolicy: true }
- { policy: limit, kind: Deployment, resources: [big], result: RESULT, isValidatingAdmissionPolicy: true }
`;

  it('can have integers of 64 bits as labels, which the server does not accept', async () => {
    const folder = temporaryFolder({
      'kyverno-test.yaml': `${TEST.replace('RESULT', 'pass')}variables: values.yaml\n`,
      'values.yaml': 'namespaceSelector: [{ name: a, labels: { number: 9007199254740993 } }]\n',
      'policy.yaml': POLICY,
      'deployments.yaml': DEPLOYMENT,
    });
    const { stdout } = await runIn({ cwd: folder }, 'test', 'kyverno-test.yaml');
    expect(stdout).toContain('pass  limit: Deployment web pass');
  });

  it.each<[string, number]>([
    ['fail', 0],
    ['pass', 1],
  ])('give the result that they expect: %s', async (result, code) => {
    const big = DEPLOYMENT.replace('name: web }', 'name: big }').replace(
      'spec:\n',
      'spec:\n  replicas: 9\n',
    );
    const folder = temporaryFolder({
      'kyverno-test.yaml': TEST.replace('RESULT', result),
      // Without a binding, Kyverno applies a policy to everything that it matches.
      'policy.yaml': POLICY.slice(0, POLICY.indexOf('---')),
      'deployments.yaml': `${DEPLOYMENT}---\n${big}`,
    });
    const run = await runIn({ cwd: folder }, 'test', 'kyverno-test.yaml');
    expect(run.stdout).toContain('pass  limit: Deployment web pass');
    expect(run.code).toBe(code);
  });
});
