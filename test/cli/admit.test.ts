import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limit }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps] }
  validations:
  - expression: RULE
    messageExpression: "'level of ' + request.userInfo.username"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limit-all }
spec: { policyName: limit, validationActions: [Deny] }
`;

function configMap(name: string, level: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { level: ${level} }\n`;
}

async function admit(
  rule: string,
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder({
    'policies/p.yaml': POLICY.replace('RULE', () => JSON.stringify(rule)),
    'objects/a.yaml': `${configMap('low', 'low')}---\n${configMap('high', 'high')}`,
    ...files,
  });
  return runIn({ cwd: folder }, 'admit', 'objects', '--policies', 'policies', ...args);
}

const LEVEL = "object.data.level == 'low'";

describe('kubeadmit admit', () => {
  it('lists what policies deny, and exits with 1', async () => {
    const { code, stdout, stderr } = await admit(LEVEL, []);
    expect(stdout).toBe(`admitted  ConfigMap low  objects/a.yaml:1
denied    ConfigMap high  objects/a.yaml:6
  denied  limit (binding limit-all): level of admin  spec.validations[0].expression
`);
    expect(stderr).toContain('2 requests judged by 1 policy');
    expect(stderr).toContain('1 denied, 1 admitted');
    expect(code).toBe(1);
  });

  it('ends a patch that doubles an object again and again, as the server does', async () => {
    const copies = Array.from(
      { length: 60 },
      (_, index) => `JSONPatch{op: "copy", from: "/data", path: "/data/k${index}"}`,
    );
    const doubling = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: double }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: ['*'] }
  mutations:
  - patchType: JSONPatch
    jsonPatch: { expression: '[${copies.join(', ')}]' }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: double-all }
spec: { policyName: double }
`;
    const revision = `apiVersion: apps/v1\nkind: ControllerRevision\nmetadata: { name: a }\nrevision: 1\ndata: { text: '<a>' }\n`;
    const { stdout, code } = await admit(LEVEL, [], {
      'policies/double.yaml': doubling,
      'objects/revision.yaml': revision,
    });
    expect(stdout).toContain('exceeding the limit 3145728');
    expect(code).toBe(1);
  });

  it('ends variables that double a string again and again', async () => {
    const doublings = Array.from(
      { length: 40 },
      (_, index) =>
        `- { name: v${index + 1}, expression: variables.v${index} + variables.v${index} }`,
    );
    const variables = ['variables:', '- { name: v0, expression: object.data.level }', ...doublings];
    const { stdout, code } = await admit("variables.v40 != ''", [], {
      'policies/p.yaml': POLICY.replace('RULE', "variables.v40 != ''").replace(
        '  validations:',
        `  ${variables.join('\n  ')}\n  validations:`,
      ),
    });
    expect(stdout).toContain('unknown   ConfigMap low');
    expect(stdout).toContain('the evaluation creates strings that are too long');
    expect(code).toBe(1);
  });

  it('does not decide about objects that are nested too deeply', async () => {
    const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
    const revision = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"revision":1,"data":${deep}}`;
    const mutating = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: label }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: ['*'] }
  mutations:
  - patchType: JSONPatch
    jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'a': 'b'}}]" }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: label }
spec: { policyName: label }
`;
    const { stdout } = await admit('true', [], {
      'objects/revision.json': revision,
      'policies/label.yaml': mutating,
    });
    expect(stdout).toContain('unknown   ControllerRevision a');
    expect(stdout).toContain('the object is nested too deeply');
  });

  it('exits with 0 if nothing is denied', async () => {
    expect((await admit('true', [])).code).toBe(0);
  });

  it('names policies that the server refuses, and exits with 1', async () => {
    const { code, stderr } = await admit('object.', []);
    expect(stderr).toContain(
      'policies/p.yaml:1: the ValidatingAdmissionPolicy limit is refused by Kubernetes',
    );
    expect(stderr).toContain('no policy was run');
    expect(code).toBe(1);
  });

  it.each([
    ['no object', 'a: 1\n', 'without apiVersion, kind or metadata (1)'],
    ['nothing', '', 'no document in 1 file'],
    [
      'a policy',
      POLICY.replace('RULE', "'true'"),
      '2 documents of kinds that policies are not run on',
    ],
  ])('says why no request is made of %s', async (_, text, reason) => {
    const folder = temporaryFolder({
      'a.yaml': text,
      'p/b.yaml': POLICY.replace('RULE', "'true'"),
    });
    const { stderr } = await runIn({ cwd: folder }, 'admit', 'a.yaml', '--policies', 'p');
    expect(stderr).toContain(`no request was made: ${reason}`);
  });

  it('makes connections of their options only', async () => {
    const policy = POLICY.replace('RULE', '"request.subResource == \'exec\'"').replace(
      'resources: [configmaps]',
      "resources: ['pods/*', configmaps]",
    );
    const options = (kind: string) =>
      `apiVersion: v1\nkind: ${kind}\nmetadata: { name: web, namespace: shop }\n`;
    const folder = temporaryFolder({
      'a.yaml': [options('PodExecOptions'), options('PodAttachOptions'), options('ConfigMap')].join(
        '---\n',
      ),
      'p/b.yaml': policy,
    });
    const args = ['a.yaml', '--policies', 'p', '--operation', 'CONNECT'];
    const { stdout, code } = await runIn({ cwd: folder }, 'admit', ...args);
    expect(stdout).toBe(`admitted  CONNECT PodExecOptions shop/web  a.yaml:1
denied    CONNECT PodAttachOptions shop/web  a.yaml:5
  denied  limit (binding limit-all): level of admin  spec.validations[0].expression
`);
    expect(code).toBe(1);
  });

  it('names objects that the server cannot read, and exits with 1', async () => {
    const { code, stderr } = await admit('true', [], {
      'objects/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: b }\ndata: []\n',
    });
    expect(stderr).toContain(
      'objects/b.yaml:1: the ConfigMap b cannot be read, so no request is made of it',
    );
    expect(code).toBe(1);
  });

  it('sends the request that the options describe', async () => {
    const rule = "request.operation != 'DELETE' || 'a' in request.userInfo.groups";
    const options = ['--operation', 'delete', '--user', 'jane', '--group', 'b'];
    const { stdout } = await admit(rule, options);
    expect(stdout).toContain('DELETE ConfigMap high');
    expect(stdout).toContain('level of jane');
    expect((await admit(rule, [...options, '--group', 'a'])).code).toBe(0);
  });

  it('updates what is stored', async () => {
    const rule = 'oldObject == null || oldObject.data.level == object.data.level';
    const { stdout } = await admit(rule, ['--old', 'old'], {
      'old/a.yaml': configMap('high', 'low'),
    });
    expect(stdout).toContain('denied    UPDATE ConfigMap high');
    expect(stdout).toContain('admitted  ConfigMap low');
  });

  it('explains decisions', async () => {
    const rule = "has(object.data.level) && object.data.level in ['low', 'middle']";
    const { stdout, stderr } = await admit(rule, ['-v']);
    expect(stderr).not.toContain('code caches');
    expect(stdout).toContain(`admitted  ConfigMap low  objects/a.yaml:1
          limit spec.validations[0].expression: ${rule}  => true
            has(object.data.level) = true
            object.data.level = "low"
`);
    expect(stdout).toContain('  => false\n');
    expect(stdout).toContain('            object.data.level = "high"\n');
  });

  it('explains which field decides, and which decision is not known', async () => {
    const { stdout } = await admit("object.data.all(k, k != 'level')", ['-v']);
    expect(stdout).toContain(`=> false
            object.data = {"level":"high"}
            decided by object.data.level = "high"
`);
    const rule = "authorizer.group('').resource('pods').check('get').allowed()";
    const unknown = await admit(rule, ['-v']);
    expect(unknown.stdout).toContain(`${rule}  => unknown\n`);
    expect(unknown.stdout).not.toContain('authorizer =');
  });

  it('writes JSON', async () => {
    const { stdout } = await admit(LEVEL, ['-f', 'json']);
    const { version, summary, requests } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(summary).toEqual({ requests: 2, admitted: 1, denied: 1, unknown: 0 });
    expect(requests[1]).toMatchObject({
      file: 'objects/a.yaml',
      index: 1,
      decision: 'denied',
      code: 422,
      reason: 'Invalid',
      message: expect.stringContaining('configmaps "high" is forbidden'),
    });
  });
});

describe('the answer of the authorizer', () => {
  const rule = "authorizer.group('').resource('pods').check('get').allowed()";

  it('is unknown, and then the decision is, too', async () => {
    const { code, stdout } = await admit(rule, []);
    expect(stdout).toContain('unknown   ConfigMap low');
    expect(stdout).toContain('it is not known whether admin may get pods');
    expect(code).toBe(1);
  });

  it('does not matter where something else decides', async () => {
    expect((await admit(`${rule} || true`, [])).code).toBe(0);
    expect((await admit(`${rule} && false`, [])).stdout).toContain('denied');
  });

  it.each<[string, string]>([
    ['rules: [{ answer: allow, users: [admin], verbs: [get], resources: [pods] }]', 'admitted'],
    ['rules: [{ answer: allow, users: [jane] }]\notherwise: deny', 'denied'],
    ['rules: [{ answer: allow, paths: [/x] }]', 'unknown'],
    ['otherwise: allow', 'admitted'],
  ])('is what a file says: %s', async (text, outcome) => {
    const { stdout } = await admit(rule, ['--authorize', 'a.yaml'], { 'a.yaml': text });
    expect(stdout).toContain(`${outcome.padEnd(10)}ConfigMap low`);
  });

  it.each<[string, string]>([
    ['rules: [{ answer: maybe }]', 'rules[0]: answer must be allow or deny'],
    ['rules: [{ answer: allow, user: [a] }]', 'rules[0]: unknown key user'],
    ['otherwise: no idea', 'otherwise must be one of'],
    ['[]', 'must be a mapping'],
  ])('is refused where the file is wrong: %s', async (text, problem) => {
    const { code, stderr } = await admit(rule, ['--authorize', 'a.yaml'], { 'a.yaml': text });
    expect(stderr).toContain(`a.yaml: ${problem}`);
    expect(code).toBe(2);
  });
});

it('shows what mutating policies change', async () => {
  const folder = temporaryFolder({
    'a.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: add-level }
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: "Object{data: {'level': 'high', 'other': 'x'}}"
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: add-level }
spec: { policyName: add-level }
---
${configMap('low', 'low')}`,
  });
  const { code, stdout } = await runIn({ cwd: folder }, 'admit');
  expect(stdout).toBe(`mutated   ConfigMap low  a.yaml:19
          - data.level: "low"
          + data.level: "high"
          + data.other: "x"
`);
  expect(code).toBe(0);
});
