import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';
import { suiteFolder, temporaryFolder } from '../temporary-folder.ts';
import { type Outcome, runIn, type Surroundings, systemError } from './fake-host.ts';

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  { name: pods.example.com, annotations: { cert-manager.io/inject-ca-from: shop/hooks } }
webhooks:
  - name: pods.example.com
    clientConfig:
      service: { name: hooks, namespace: shop }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;
const GOOD = WEBHOOK.replace('60', '5');
const BINDING = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: a
spec:
  policyName: a.example.com
  validationActions: [Deny]
`;

const cwd = suiteFolder({
  'bad/webhook.yaml': WEBHOOK,
  'good/webhook.yaml': GOOD,
  'good/binding.yaml': BINDING,
  'other/values.yaml': 'replicas: 3\n',
  'other/template.yaml':
    'apiVersion: v1\nkind: {{ .Values.kind }}\nmetadata: {{ include "a" . }}\n',
  'decoded/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
  'empty/README.md': '',
});

function kubeadmit(...args: string[]): Promise<Outcome> {
  return runIn({ cwd }, ...args);
}

function kubeadmitIn(surroundings: Omit<Surroundings, 'cwd'>, ...args: string[]): Promise<Outcome> {
  return runIn({ cwd, ...surroundings }, ...args);
}

const ERROR =
  'bad/webhook.yaml:11:21: error: timeoutSeconds is 60; it must be between 1 and 30 [webhook/timeout]\n';

describe('exit status', () => {
  it.each([
    [0, ['good']],
    [1, ['bad']],
    [1, ['lint', 'bad/webhook.yaml', 'good']],
    [0, ['bad', '--fail-on', 'never']],
    [1, ['bad', '--fail-on', 'info']],
    [0, ['other']],
    [1, ['other', '--fail-on-empty']],
    [0, ['good', '--fail-on-empty']],
    [0, ['decoded', '--fail-on-empty']],
    [0, ['empty']],
    [1, ['empty', '--fail-on-empty']],
    [0, ['bad', '--skip', 'webhook']],
    [0, ['bad', '--only', 'crd']],
    [2, ['good', 'gone.yaml']],
    [2, ['bad', 'gone/*.yaml']],
  ])('%i for %j', async (code, args) => {
    expect((await kubeadmit(...args)).code).toBe(code);
  });
});

describe('the report', () => {
  it('goes to standard output, and nothing else does', async () => {
    const { stdout, stderr } = await kubeadmit('-f', 'concise', 'bad', 'gone.yaml', 'good');
    expect(stdout).toBe(
      `${ERROR}checked 3 of 3 documents in 3 files for Kubernetes ${NEWEST_MINOR}: 1 error, 0 warnings\n`,
    );
    expect(stderr).toBe('kubeadmit: gone.yaml: no such file or folder\n');
  });

  it('is that of the current folder where no path is given', async () => {
    const { stdout } = await runIn({ cwd: join(cwd, 'bad') }, '-f', 'concise', '--quiet');
    expect(stdout).toBe(ERROR.replace('bad/', ''));
  });

  it('is a text with excerpts where no format is given', async () => {
    const { stdout } = await kubeadmit('bad');
    expect(stdout).toContain(
      '11 |     timeoutSeconds: 60\n   |                     ^^ the server refuses this',
    );
  });

  it('can be several, each in its place', async () => {
    const folder = temporaryFolder({ 'a.yaml': WEBHOOK, 'b.json': 'old' });
    symlinkSync('b.json', join(folder, 'link.json'));
    const args = ['a.yaml', '-f', 'json', '-o', 'link.json', '-f', 'concise', '--quiet'];
    const { code, stdout } = await runIn({ cwd: folder }, ...args);
    expect(code).toBe(1);
    expect(stdout).toBe(ERROR.replace('bad/webhook', 'a'));
    expect(JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8')).summary.errors).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'b.json', 'link.json']);
  });

  it('in a file leaves the summary to standard error', async () => {
    const { stdout, stderr } = await kubeadmit('good', '-o', 'report.txt');
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `checked 2 of 2 documents in 2 files for Kubernetes ${NEWEST_MINOR}: no findings\n`,
    );
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8')).toBe(stderr);
  });

  it('leads to an error if it cannot be written', async () => {
    const { code, stderr } = await kubeadmit('good', '--quiet', '-o', 'gone/report.txt');
    expect(code).toBe(2);
    expect(stderr).toBe('kubeadmit: cannot write gone/report.txt: no such file or folder\n');
  });

  it('can go to a device', async () => {
    expect((await kubeadmit('bad', '--quiet', '-o', '/dev/null')).code).toBe(1);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('is for the minors asked for', async () => {
    const { stdout } = await kubeadmit('good', '--kubernetes-version', 'v1.31..1.33');
    expect(stdout).toContain('for Kubernetes 1.31..1.33:');
  });

  it('says why nothing was checked, and what to do about templates', async () => {
    const { stdout } = await kubeadmit('other');
    expect(stdout).toContain('nothing was checked: ');
    expect(stdout).toContain('check the rendered manifests');
  });

  it('has the expected outputs of tests with --include-outputs', async () => {
    const folder = temporaryFolder({ 'golden/webhook.yaml': WEBHOOK });
    const { code, stdout } = await runIn({ cwd: folder }, '.', '-f', 'concise');
    expect(code).toBe(0);
    expect(stdout).toContain('expected by a test (1)');
    const included = await runIn({ cwd: folder }, '.', '-f', 'concise', '--include-outputs');
    expect(included.code).toBe(1);
    expect(included.stdout).toContain(ERROR.replace('bad', 'golden'));
  });

  it('shows the most severe findings with --max-findings, and says how many are not shown', async () => {
    const stdin =
      'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: {}\nhrad: {}\n';
    const args = ['-', '-f', 'concise', '--quiet', '--max-findings'];
    const both = (await kubeadmitIn({ stdin }, ...args, '2')).stdout;
    expect(both).toMatch(/^<stdin>:4:7: warning: .*\n<stdin>:5:1: error: .*\n$/);
    expect((await kubeadmitIn({ stdin }, ...args, '1')).stdout).toBe(
      `${both.slice(both.indexOf('\n') + 1)}1 more finding not shown (--max-findings)\n`,
    );
  });

  it('counts with --stats', async () => {
    const { stdout } = await kubeadmit('good', 'other', '--stats');
    expect(stdout).toContain('1  admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration\n');
    expect(stdout).toContain('1  without apiVersion, kind or metadata\n');
    expect((await kubeadmit('good', 'other', '--statistics')).stdout).toBe(stdout);
  });
});

describe('standard input', () => {
  it('is checked', async () => {
    const { code, stdout } = await kubeadmitIn({ stdin: WEBHOOK }, '-', '-f', 'concise', '--quiet');
    expect([code, stdout]).toEqual([1, ERROR.replace('bad/webhook.yaml', '<stdin>')]);
  });

  it('can have a name, and a place among the files', async () => {
    const args = ['bad', '-', 'good', '-f', 'json', '--stdin-filename', 'sub/x.yaml'];
    const { stdout } = await kubeadmitIn({ stdin: `# é\n${GOOD}` }, ...args);
    const files = JSON.parse(stdout).documents.map(({ file }: { file: string }) => file);
    expect(files).toEqual([
      'bad/webhook.yaml',
      'sub/x.yaml',
      'good/binding.yaml',
      'good/webhook.yaml',
    ]);
  });
});

describe('colour', () => {
  it.each<[boolean, Omit<Surroundings, 'cwd'>, string[]]>([
    [false, {}, []],
    [true, { isTTY: true }, []],
    [false, { isTTY: true, env: { NO_COLOR: '1' } }, []],
    [true, { isTTY: true, env: { NO_COLOR: '' } }, []],
    [false, { isTTY: true, env: { TERM: 'dumb' } }, []],
    [true, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, []],
    [false, { isTTY: true, env: { FORCE_COLOR: '0' } }, []],
    [false, { isTTY: true, env: { FORCE_COLOR: '1' } }, ['--no-color']],
    [true, { env: { NO_COLOR: '1' } }, ['--color']],
  ])('%s with %j %j', async (expected, surroundings, args) => {
    const { stdout } = await kubeadmitIn(surroundings, 'bad', ...args);
    expect(stdout.includes('\u001b[')).toBe(expected);
  });
});

describe('in GitHub Actions', () => {
  const env = { GITHUB_ACTIONS: 'true' };

  it('the default report has annotations, with paths from the root of the checkout', async () => {
    const { stdout } = await kubeadmitIn(
      { env: { ...env, GITHUB_WORKSPACE: join(cwd, '..') } },
      'bad',
    );
    const name = cwd.slice(cwd.lastIndexOf('/') + 1);
    expect(stdout).toContain(`::error file=${name}/bad/webhook.yaml,line=11,`);
    expect(stdout).toContain('  --> bad/webhook.yaml:11:21');
  });

  it('a report asked for has none', async () => {
    const { stdout } = await kubeadmitIn({ env }, 'bad', '-f', 'text');
    expect(stdout).not.toContain('::error');
  });
});

describe('beside the report', () => {
  it('--quiet leaves only the findings', async () => {
    expect(await kubeadmit('good', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('--verbose says what is read', async () => {
    const { stderr } = await kubeadmit('good', '--verbose');
    expect(stderr).toBe('code caches: off\nreading good/binding.yaml\nreading good/webhook.yaml\n');
  });

  it('a long run shows on a terminal how far it is, and cleans up', async () => {
    const { stderr } = await kubeadmitIn({ isTTY: true, tick: 700 }, 'good');
    expect(stderr).toBe('\r\u001b[Kchecking file 2\r\u001b[K');
  });

  it('only on a terminal, and not with --quiet', async () => {
    expect((await kubeadmitIn({ tick: 2000 }, 'good')).stderr).toBe('');
    expect((await kubeadmitIn({ isTTY: true, tick: 2000 }, 'good', '--quiet')).stderr).toBe('');
  });

  it('a closed pipe is not an error, and changes nothing about the exit status', async () => {
    const failure = systemError('EPIPE');
    expect(await kubeadmitIn({ failure }, 'bad')).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(await kubeadmitIn({ failure }, 'good')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('a full disk is', async () => {
    const { code, stderr } = await kubeadmitIn({ failure: systemError('ENOSPC') }, 'bad');
    expect([code, stderr]).toEqual([2, 'kubeadmit: ENOSPC: write\n']);
  });
});

describe('--crds', () => {
  const folder = suiteFolder({
    'good/crd.yaml': crdYaml(),
    'bad/crd.yaml': crdYaml('{ type: string }'),
    'binding.yaml': BINDING,
  });

  it('are read and not reported on', async () => {
    const { code, stdout, stderr } = await runIn({ cwd: folder }, '--crds', 'good', 'binding.yaml');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('checked 1 of 1 document in 1 file');
  });

  it('are complained of where they define nothing', async () => {
    const { code, stderr } = await runIn({ cwd: folder }, '--crds', 'bad', 'binding.yaml');
    expect(code).toBe(0);
    expect(stderr).toContain(
      `bad/crd.yaml:1: the CRD pools.shop.example.com is refused by Kubernetes ${NEWEST_MINOR}, so its kinds are unknown there`,
    );
  });

  it('have to exist', async () => {
    const { code, stderr } = await runIn({ cwd: folder }, '--crds', 'none', 'binding.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain('none: ');
  });
});
