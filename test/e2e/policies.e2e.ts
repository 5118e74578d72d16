import { afterAll, describe, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const folder = new Folder({
  'policies/policy.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replica-limit }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  validations:
  - expression: object.spec.replicas <= 5
    message: at most 5 replicas
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: replica-limit }
spec: { policyName: replica-limit, validationActions: [Deny] }
`,
  'deploy/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 7
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`,
  'tests/replica-limit.kubeadmit-test.yaml': `policies: [../policies]
tests:
- name: seven replicas are too many
  object: ../deploy/web.yaml
  expect: { decision: denied, message: at most 5 replicas }
- name: one replica is admitted
  object: ../deploy/web.yaml
  patch: { spec: { replicas: 1 } }
  expect: { decision: admitted }
`,
});
afterAll(() => folder.remove());

describe('policies', () => {
  it('lint --policies warns about what they deny', () => {
    const { code, stdout } = folder.kubeadmit(['--policies', 'policies', 'deploy']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'warning: denied by policy replica-limit: at most 5 replicas  [decision/denied]\n  --> deploy/web.yaml:5:13',
    );
    expect(stdout).toContain('--> policies/policy.yaml:9:17   the expression is here');
  });

  it('admit denies the request, and shows the values with -v', () => {
    const { code, stdout } = folder.kubeadmit(['admit', 'deploy', '--policies', 'policies', '-v']);
    expect(code).toBe(1);
    expect(stdout).toContain('denied    Deployment web  deploy/web.yaml:1\n');
    expect(stdout).toContain('object.spec.replicas = 7\n');
  });

  it('test runs the tests of policies', () => {
    const { code, stdout } = folder.kubeadmit(['test', 'tests']);
    expect([code, stdout]).toEqual([
      0,
      'tests/replica-limit.kubeadmit-test.yaml\npass  seven replicas are too many\npass  one replica is admitted\n',
    ]);
    const { stdout: junit } = folder.kubeadmit(['test', 'tests', '-f', 'junit']);
    expect(junit).toContain('<testcase ');
  });

  it('test --coverage shows what no test has evaluated', () => {
    const { code, stdout } = folder.kubeadmit(['test', 'tests', '--coverage']);
    expect(code).toBe(0);
    expect(stdout).toContain('ValidatingAdmissionPolicy replica-limit  ');
    expect(stdout).toContain('2 of 2 outcomes tested (100%)\n');
  });

  it('test --init writes tests that pass', () => {
    const { code, stderr } = folder.kubeadmit(['test', '--init', 'policies']);
    expect([code, stderr]).toEqual([
      0,
      'wrote policies/policy.kubeadmit-test.yaml with 2 tests; all of them pass\n',
    ]);
    const { stdout } = folder.kubeadmit(['test', 'policies']);
    expect(stdout).toContain('pass  replica-limit denies: at most 5 replicas\n');
  });

  it('are code that only a run with policies loads', () => {
    const plain = folder.packsOf('deploy');
    expect(plain).toContain('core');
    expect(plain).not.toContain('policies');
    expect(folder.packsOf('--policies', 'policies', 'deploy')).toContain('policies');
  });
});
