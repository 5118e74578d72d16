import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const HEAD = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\n';
const MISSPELLED = `${HEAD}spec:\n  hardd: { pods: "1" } # one\n`;
const FIXED = `${HEAD}spec:\n  hard: { pods: "1" } # one\n`;
const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
  - name: pods.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    admissionReviewVersions: [v1]
    rules: [{ operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments] }]
`;

it('fixes files, keeps their modes, and reports what is left', async () => {
  const cwd = temporaryFolder({ 'a.yaml': MISSPELLED, 'b.yaml': WEBHOOK });
  chmodSync(join(cwd, 'a.yaml'), 0o640);
  const { code, stdout } = await runIn({ cwd }, '--fix', '-f', 'concise', 'a.yaml', 'b.yaml');
  expect(stdout).toBe(`b.yaml:5:5: error: sideEffects is required [webhook/side-effects]
fixed 1 finding in 1 file
fix available for 1 finding: kubeadmit --fix --unsafe-fixes
checked 2 of 2 documents in 2 files for Kubernetes ${NEWEST_MINOR}: 1 error, 0 warnings, 1 info (--pedantic shows them)
`);
  expect(code).toBe(1);
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(FIXED);
  expect(statSync(join(cwd, 'a.yaml')).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toBe(WEBHOOK);
});

it('applies unsafe fixes if asked', async () => {
  const cwd = temporaryFolder({ 'b.yaml': WEBHOOK });
  const { code } = await runIn({ cwd }, '--fix', '--unsafe-fixes', 'b.yaml');
  expect(code).toBe(0);
  const admission = '    admissionReviewVersions';
  expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toBe(
    WEBHOOK.replace(admission, `    sideEffects: None\n${admission}`),
  );
});

it('shows the changes, and changes nothing, with --dry-run', async () => {
  const cwd = temporaryFolder({ 'a.yaml': MISSPELLED });
  const { code, stdout, stderr } = await runIn({ cwd }, '--fix', '--dry-run', 'a.yaml');
  expect(stdout).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -2,4 +2,4 @@
 kind: ResourceQuota
 metadata: { name: a }
 spec:
-  hardd: { pods: "1" } # one
+  hard: { pods: "1" } # one
`);
  expect(stderr).toContain('would fix 1 finding in 1 file\n');
  expect(stderr).toContain("unknown field 'hardd'");
  expect(code).toBe(1);
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(MISSPELLED);
});

it.each([
  ['fixed', MISSPELLED, FIXED],
  ['as it is', FIXED, FIXED],
])('prints standard input, %s', async (_, stdin, expected) => {
  const cwd = temporaryFolder({ 'a.yaml': MISSPELLED });
  const args = ['--fix', '--stdin-filename', 'a.yaml', '-'];
  const { code, stdout } = await runIn({ cwd, stdin }, ...args);
  expect([code, stdout]).toEqual([0, expected]);
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(MISSPELLED);
});

it.each([
  ['suppressed', '# kubeadmit: ignore[field/unknown] a fixture\n', []],
  ['of another rule', '', ['--only', 'kind']],
  ['skipped', '', ['--skip', 'field']],
])('does not fix what is %s', async (_, comment, options) => {
  const text = `${comment}${MISSPELLED}`;
  const cwd = temporaryFolder({ 'a.yaml': text });
  await runIn({ cwd }, '--fix', 'a.yaml', ...options);
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(text);
});

it('does not fix what a baseline has', async () => {
  const cwd = temporaryFolder({ 'a.yaml': MISSPELLED });
  await runIn({ cwd }, '--baseline', 'known.json', '--write-baseline', 'a.yaml');
  const { stdout } = await runIn({ cwd }, '--fix', '--baseline', 'known.json', 'a.yaml');
  expect(stdout).toContain('fixed nothing\n');
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(MISSPELLED);
});

it('looks up kinds in CRDs again after a fix', async () => {
  const spec = '{ type: object, properties: { shedule: { type: string } } }';
  const crd = crdYaml(`{ type: object, properties: { spec: ${spec} } }`, {
    group: 'example.com',
    kind: 'CronTab',
  });
  const object =
    'apiVersion: example.com/v1\nkind: CronTab\nmetadata: { name: a }\nspec: { unknown: 1 }\n';
  const cwd = temporaryFolder({ 'crds/a.yaml': crd, 'a.yaml': MISSPELLED, 'b.yaml': object });
  const args = ['--fix', '--crds', 'crds', 'a.yaml', 'b.yaml'];
  const { stdout } = await runIn({ cwd }, ...args);
  expect(stdout).toContain("unknown field 'unknown'");
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(FIXED);
});

it('does not change a file through a symbolic link that leads out', async () => {
  const elsewhere = temporaryFolder({ 'a.yaml': MISSPELLED });
  const cwd = temporaryFolder({ 'b.yaml': FIXED });
  symlinkSync(join(elsewhere, 'a.yaml'), join(cwd, 'a.yaml'));
  const { code, stderr } = await runIn({ cwd }, '--fix', 'a.yaml');
  expect(code).toBe(2);
  expect(stderr).toContain(
    'a.yaml: is reached by a symbolic link that leads out of the repository; name what it leads to',
  );
  expect(readFileSync(join(elsewhere, 'a.yaml'), 'utf8')).toBe(MISSPELLED);
});

it('changes what a symbolic link leads to within the folder', async () => {
  const cwd = temporaryFolder({ 'b.yaml': MISSPELLED });
  symlinkSync('b.yaml', join(cwd, 'a.yaml'));
  const { code } = await runIn({ cwd }, '--fix', 'a.yaml');
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toBe(FIXED);
});

it('leaves a text with other characters than UTF-8 as it is', async () => {
  const bytes = Buffer.from(`${MISSPELLED}# \u00ff\n`, 'latin1');
  const cwd = temporaryFolder({ 'a.yaml': bytes });
  await runIn({ cwd }, '--fix', 'a.yaml');
  expect(readFileSync(join(cwd, 'a.yaml'))).toEqual(bytes);
});

it.each([
  [['--dry-run'], '--dry-run requires --fix'],
  [['--unsafe-fixes'], '--unsafe-fixes requires --fix'],
  [
    ['--fix', '--baseline', 'b', '--write-baseline'],
    '--fix cannot be combined with --write-baseline',
  ],
])('refuses %j', async (args, message) => {
  const { code, stderr } = await runIn({ cwd: temporaryFolder() }, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
