import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const MISSPELLED = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec:
  hardd: { pods: "1" } # one
`;
const FIXED = MISSPELLED.replace('hardd', 'hard');

const folder = new Folder({ 'a.yaml': MISSPELLED });
afterAll(() => folder.remove());

it('fixes files, as the hook of pre-commit does', () => {
  const report = folder.kubeadmit(['a.yaml']);
  expect(report.code).toBe(1);
  expect(report.stdout).toContain('fix available for 1 finding: kubeadmit --fix\n');
  const dry = folder.kubeadmit(['--fix', '--dry-run', 'a.yaml']);
  expect(dry.code).toBe(1);
  folder.write('changes.diff', dry.stdout);
  const fixed = folder.kubeadmit(['--fix', '--partial', '--force-exclude', 'a.yaml']);
  expect(fixed.code).toBe(0);
  expect(fixed.stdout).toContain('fixed 1 finding in 1 file\n');
  expect(readFileSync(join(folder.path, 'a.yaml'), 'utf8')).toBe(FIXED);
  folder.write('a.yaml', MISSPELLED);
  expect(folder.run('git', ['apply', 'changes.diff']).code).toBe(0);
  expect(readFileSync(join(folder.path, 'a.yaml'), 'utf8')).toBe(FIXED);
});

it('loads what writes fixes only for that', () => {
  folder.write('a.yaml', MISSPELLED);
  expect(folder.packsOf('a.yaml')).not.toContain('fix');
  expect(folder.packsOf('--fix', '--dry-run', 'a.yaml')).toContain('fix');
});

it('prints standard input with its fixes', () => {
  const { code, stdout, stderr } = folder.kubeadmit(['--fix', '-'], { stdin: MISSPELLED });
  expect([code, stdout]).toEqual([0, FIXED]);
  expect(stderr).toContain('fixed 1 finding in 1 file\n');
});
