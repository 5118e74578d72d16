import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const HEAD = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\n';
const COMMENT = '# kubeadmit: ignore[field/unknown] why';

it.each<[string, string, string]>([
  [
    'above its line, indented as it is',
    `${HEAD}spec:\n  hard: { pods: "1" }\n  hrad: {}\n`,
    `${HEAD}spec:\n  hard: { pods: "1" }\n  ${COMMENT}\n  hrad: {}\n`,
  ],
  [
    'once for several findings of a line',
    `${HEAD}spec: { hard: { pods: "1" }, hrad: {}, hrid: {} }\n`,
    `${HEAD}${COMMENT}\nspec: { hard: { pods: "1" }, hrad: {}, hrid: {} }\n`,
  ],
  [
    'at the end of the first line, where a comment above it would be for the whole object',
    `{ apiVersion: v1, kind: ResourceQuota, metadata: { name: a }, spec: { hrad: {} } }\n`,
    `{ apiVersion: v1, kind: ResourceQuota, metadata: { name: a }, spec: { hrad: {} } } ${COMMENT}\n`,
  ],
  [
    'with the line breaks of the file',
    `${HEAD}hrad: 1\n`.replaceAll('\n', '\r\n'),
    `${HEAD}${COMMENT}\nhrad: 1\n`.replaceAll('\n', '\r\n'),
  ],
  [
    'as a new annotation in JSON',
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a"},"hrad":1}',
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{ "annotations": { "kubeadmit.dev/ignore": "field/unknown: why" }, "name":"a"},"hrad":1}',
  ],
  [
    'as a further line of an annotation in JSON',
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a","annotations":{"kubeadmit.dev/ignore":"crd: other"}},"hrad":1}',
    '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a","annotations":{"kubeadmit.dev/ignore":"crd: other\\nfield/unknown: why"}},"hrad":1}',
  ],
])('writes a suppression %s', async (_, text, expected) => {
  const cwd = temporaryFolder({ 'a.yaml': text });
  const args = ['suppress', 'field/unknown', 'a.yaml', '--reason', 'why'];
  const { code, stderr } = await runIn({ cwd }, ...args);
  expect(stderr).toMatch(/^a\.yaml: suppressed \d findings?\n$/);
  expect([code, readFileSync(join(cwd, 'a.yaml'), 'utf8')]).toEqual([0, expected]);
  expect((await runIn({ cwd }, 'a.yaml', '--only', 'field')).code).toBe(0);
});

it('writes it above the scalar that a finding is in', async () => {
  const text = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
  validations:
    - message: too many
      expression: >-
        object.spec.replicas < 3 &&
        objct.metadata.name != 'a'
`;
  const cwd = temporaryFolder({ 'a.yaml': text });
  await runIn({ cwd }, 'suppress', 'cel/compilation', 'a.yaml:11', '--reason', 'why');
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(
    text.replace(
      '      expression',
      '      # kubeadmit: ignore[cel/compilation] why\n      expression',
    ),
  );
});

it('writes it behind a directive without a document', async () => {
  const text = '%TAG ! a\n%YAML 1.1\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
  const cwd = temporaryFolder({ 'a.yaml': text });
  await runIn({ cwd }, 'suppress', 'yaml/syntax', 'a.yaml', '--reason', 'why');
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(
    text.replace('%TAG ! a', '%TAG ! a # kubeadmit: ignore[yaml/syntax] why'),
  );
  expect((await runIn({ cwd }, 'a.yaml')).code).toBe(0);
});

it('says that everything is suppressed already', async () => {
  const cwd = temporaryFolder({ 'a.yaml': `${HEAD}hrad: 1\n` });
  const args = ['suppress', 'field/unknown', 'a.yaml', '--reason', 'a'];
  await runIn({ cwd }, ...args);
  expect(await runIn({ cwd }, ...args)).toEqual({
    code: 0,
    stdout: '',
    stderr: 'field/unknown is already suppressed there\n',
  });
});

it.each<[string[], string]>([
  [['field/unknwn', '.', '--reason', 'a'], 'unknown rule or family field/unknwn; did you mean'],
  [['field/unknown', '.'], 'give the reason with --reason'],
  [['field/unknown', '.', '--reason', ' '], 'give the reason with --reason'],
  [['field/unknown', '.', '--reason', 'a\nb'], 'the reason must be one line'],
  [['crd', '.', '--reason', 'a'], 'crd reports nothing there'],
  [['field/unknown', 'a.yaml:1', '--reason', 'a'], 'field/unknown reports nothing there'],
])('refuses %j', async (args, message) => {
  const cwd = temporaryFolder({ 'a.yaml': `${HEAD}hrad: 1\n` });
  const { code, stderr } = await runIn({ cwd }, 'suppress', ...args);
  expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(`${HEAD}hrad: 1\n`);
});

it('does not change a file that is not UTF-8', async () => {
  const cwd = temporaryFolder();
  const bytes = Buffer.concat([Buffer.from(`${HEAD}hrad: 1\n---\na: `), Buffer.from([0xff, 0x0a])]);
  writeFileSync(join(cwd, 'a.yaml'), bytes);
  const { code } = await runIn({ cwd }, 'suppress', 'field/unknown', 'a.yaml', '--reason', 'a');
  expect([code, readFileSync(join(cwd, 'a.yaml')).equals(bytes)]).toEqual([2, true]);
});

it('writes suppressions of findings that depend on other files and on settings', async () => {
  const cwd = temporaryFolder({
    '.kubeadmit.yaml': 'podSecurity: psa.yaml\n',
    'psa.yaml':
      'apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\ndefaults: { enforce: baseline }\n',
    'namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    'pod.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: shop }\nspec: { hostNetwork: true, containers: [{ name: a, image: a:1 }] }\n',
  });
  const args = ['suppress', 'pod-security/violation', '.', '--reason', 'why'];
  const { code, stderr } = await runIn({ cwd }, ...args);
  expect([code, stderr]).toEqual([0, 'pod.yaml: suppressed 1 finding\n']);
  expect((await runIn({ cwd }, '--only', 'pod-security')).code).toBe(0);
});
