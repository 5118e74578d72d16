import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ENVIRONMENT, Folder, REPOSITORY } from './built-command.ts';

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: limit }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
  validations:
  - expression: object.data.level == 'low'
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: limit }
spec: { policyName: limit, validationActions: [Deny] }
`;

const folder = new Folder({
  'policies/limit.yaml': POLICY,
  'tests/limit.kubeadmit-test.yaml': `policies: [../policies/limit.yaml]
tests:
- name: low is admitted
  object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { level: low } }
  expect: { decision: admitted }
`,
});
afterAll(() => folder.remove());

/** The output of a running command. It rejects if the command ends before it has written a text. */
class Running {
  readonly child: ChildProcess;
  output = '';

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [join(REPOSITORY, 'bin/kubeadmit.cjs'), ...args], {
      cwd: folder.path,
      env: ENVIRONMENT,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  /** Waits until the output after a position has a text. Returns the position after the text. */
  until(text: string, from: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.output.indexOf(text, from);
        if (at < 0) return false;
        resolve(at + text.length);
        return true;
      };
      if (look()) return;
      this.child.stdout?.on('data', look);
      this.child.stderr?.on('data', look);
      this.child.once('close', () => reject(new Error(`ended with: ${this.output}`)));
    });
  }

  async end(): Promise<number | null> {
    const code = new Promise<number | null>((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGINT');
    return code;
  }
}

it('test --watch runs again when a policy, a test or a new file changes, and ends with Ctrl-C', async () => {
  const running = new Running(['test', '--watch', 'tests']);
  const waiting = 'waiting for changes; Ctrl-C ends\n';
  let at = await running.until('1 passed, 0 failed', 0);
  at = await running.until(waiting, at);
  folder.write('policies/limit.yaml', POLICY.replace("== 'low'", "== 'high'"));
  at = await running.until('policies/limit.yaml has changed\n', at);
  at = await running.until('0 passed, 1 failed', at);
  at = await running.until(waiting, at);
  folder.write('policies/limit.yaml', POLICY);
  at = await running.until('1 passed, 0 failed', at);
  at = await running.until(waiting, at);
  folder.write('tests/more.kubeadmit-test.yaml', 'tests: 1\n');
  at = await running.until('error ', at);
  at = await running.until(waiting, at);
  folder.write('tests/below/deeper/more.kubeadmit-test.yaml', 'tests: 2\n');
  at = await running.until('tests/below/deeper/more.kubeadmit-test.yaml has changed\n', at);
  await running.until(waiting, at);
  expect(await running.end()).toBe(0);
});

it('test --watch goes on when the folder is removed and made again, and when changes do not end', async () => {
  const files = {
    'other/p.yaml': POLICY,
    'other/a.kubeadmit-test.yaml': `policies: [p.yaml]
tests: [{ name: a, object: o.yaml, expect: { decision: admitted } }]
`,
    'other/o.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { level: low }\n',
  };
  const make = () => {
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
  };
  const remove = () => rmSync(join(folder.path, 'other'), { recursive: true });
  const waiting = 'waiting for changes; Ctrl-C ends\n';
  make();
  const running = new Running(['test', '--watch', 'other']);
  let at = await running.until(waiting, 0);
  remove();
  at = await running.until('there are no test files', at);
  at = await running.until(waiting, at);
  make();
  at = await running.until('1 passed, 0 failed', at);
  at = await running.until(waiting, at);
  remove();
  make();
  at = await running.until('1 passed, 0 failed', at);
  folder.write('other/o.yaml', files['other/o.yaml'].replace('low', 'high'));
  at = await running.until('0 passed, 1 failed', at);
  const changes = setInterval(() => folder.write('other/new.yaml', ''), 20);
  at = await running.until('other/new.yaml has changed', at);
  await running.until(waiting, at);
  clearInterval(changes);
  expect(await running.end()).toBe(0);
});

it('test --watch does not follow a symbolic link that appears', async () => {
  const outside = new Folder({ 'a.yaml': '' });
  const running = new Running(['test', '--watch', 'tests']);
  let at = await running.until('waiting for changes; Ctrl-C ends\n', 0);
  symlinkSync(outside.path, join(folder.path, 'tests/link'));
  // If the link were followed, its file would be named, because it has changed first.
  folder.write('tests/later.yaml', '');
  at = await running.until('has changed\n', at);
  await running.end();
  outside.remove();
  expect(running.output.slice(0, at)).toContain('tests/later.yaml has changed\n');
});
