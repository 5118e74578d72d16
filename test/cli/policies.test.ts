import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: level }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps] }
  validations:
  - expression: RULE
    message: the level must be low
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: level }
spec: { policyName: level, validationActions: [Deny] }
`;

const RULE = "object.data.level == 'low'";
const OBJECT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { level: high }\n';

async function lintIn(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  rule: string = RULE,
) {
  const folder = temporaryFolder({
    'policies/p.yaml': POLICY.replace('RULE', () => JSON.stringify(rule)),
    'objects/a.yaml': OBJECT,
    ...files,
  });
  return runIn({ cwd: folder }, ...args);
}

const ARGS = ['-f', 'concise', '--policies', 'policies', 'objects'];
const FINDING =
  'objects/a.yaml:4:16: warning: denied by policy level: the level must be low [decision/denied]';

describe('lint --policies', () => {
  it('warns about what policies deny, and exits with 0', async () => {
    const { code, stdout } = await lintIn({}, ARGS);
    expect(stdout.split('\n')[0]).toBe(FINDING);
    expect(code).toBe(0);
  });

  it('runs no policy without the option', async () => {
    const { stdout } = await lintIn({}, ['-f', 'concise', '.']);
    expect(stdout).not.toContain('decision/');
  });

  it('takes the policies from the configuration, relative to it', async () => {
    const config = 'policies: [policies]\nrules: { decision/denied: error }\n';
    const { code, stdout } = await lintIn({ '.kubeadmit.yaml': config }, [
      '-f',
      'concise',
      'objects',
    ]);
    expect(stdout).toContain(FINDING.replace('warning', 'error'));
    expect(code).toBe(1);
  });

  it('reports only what a baseline lacks', async () => {
    const files = { '.kubeadmit.yaml': 'baseline: known.json\n' };
    const folder = temporaryFolder({
      'policies/p.yaml': POLICY.replace('RULE', () => JSON.stringify(RULE)),
      'objects/a.yaml': OBJECT,
      ...files,
    });
    await runIn({ cwd: folder }, ...ARGS, '--write-baseline');
    expect((await runIn({ cwd: folder }, ...ARGS)).stdout).not.toContain('decision/');
  });

  it('reports that a policy has no effect, or that none was run', async () => {
    const { stdout, stderr } = await lintIn({}, ARGS, 'object.');
    expect(stderr).toContain(
      'policies/p.yaml:1: the ValidatingAdmissionPolicy level is refused by Kubernetes',
    );
    expect(stdout).toContain('no policy was run: ');
  });

  it('counts the decisions that are not known', async () => {
    const rule = "authorizer.path('/a').check('get').allowed()";
    const { stdout } = await lintIn({}, ARGS, rule);
    expect(stdout).toContain('the decision of policies is not known for 1 object: ');
    expect(stdout).not.toContain('[decision/');
    const { stdout: all } = await lintIn({}, [...ARGS, '--pedantic'], rule);
    expect(all).toContain('[decision/unknown]');
  });

  it('does not send patches of kustomize', async () => {
    const files = {
      'objects/kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: patch.yaml }]\n',
      'objects/patch.yaml': OBJECT,
    };
    const { stdout } = await lintIn(files, ARGS);
    expect(stdout).not.toContain('objects/patch.yaml');
  });

  it('reads policies that do not exist as little as other paths', async () => {
    const { code, stderr } = await lintIn({}, ['--policies', 'none', 'objects']);
    expect(code).toBe(2);
    expect(stderr).toContain('none: ');
  });
});
