import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const TEMPLATE = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
spec:
  hard: { pods: "1" }
  hrad: {}
`;

const folder = new Folder({
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/templates/quota.yaml': TEMPLATE,
});
folder.git('init', '--quiet');
afterAll(() => folder.remove());

it('a repository is set up, and what was written works', () => {
  const { code, stderr } = folder.kubeadmit(['init', '--yes']);
  expect([code, stderr.split('\n')[0]]).toEqual([0, 'wrote .kubeadmit.yaml']);
  expect(existsSync(join(folder.path, '.vscode/tasks.json'))).toBe(true);
  expect(folder.kubeadmit([]).code).toBe(0);
});

it('a finding in what a chart renders leads to its template', () => {
  const stdin = `---\n# Source: shop/templates/quota.yaml\n${TEMPLATE.replace('{{ .Release.Name }}', 'web')}`;
  const args = ['--rendered-from', 'charts/shop', '-'];
  const { code, stdout } = folder.kubeadmit(args, { stdin });
  expect(code).toBe(1);
  expect(stdout).toContain('  --> charts/shop/templates/quota.yaml:7:3\n');
});
