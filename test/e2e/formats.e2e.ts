import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const folder = new Folder({
  'sub/a.yaml':
    'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hard: { pods: "1" }, hrad: {} }\n',
});
folder.git('init', '--quiet');
afterAll(() => folder.remove());

it('several reports are written by one run, each in its format', () => {
  const outputs = ['sarif', 'gitlab', 'junit', 'checkstyle'].flatMap((format) => [
    '-f',
    format,
    '-o',
    `out.${format}`,
  ]);
  const { code, stdout, stderr } = folder.kubeadmit([
    'sub',
    ...outputs,
    '-f',
    'concise',
    '--quiet',
  ]);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^sub\/a\.yaml:4:\d+: error: /);
  const read = (format: string) => readFileSync(join(folder.path, `out.${format}`), 'utf8');
  const [run] = JSON.parse(read('sarif')).runs;
  expect(run.results).toMatchObject([{ ruleId: 'field/unknown', level: 'error' }]);
  expect(run.tool.driver.rules[0].help.markdown).toContain('# field/unknown');
  expect(JSON.parse(read('gitlab'))).toMatchObject([
    { check_name: 'field/unknown', location: { path: 'sub/a.yaml' } },
  ]);
  expect(read('junit')).toContain(
    '<testsuites name="kubeadmit" tests="1" failures="1" errors="0">',
  );
  expect(read('checkstyle')).toContain('source="field/unknown"');
});

it('the summary of a report for programs is on standard error', () => {
  const { stdout, stderr } = folder.kubeadmit(['-f', 'sarif']);
  expect(JSON.parse(stdout).version).toBe('2.1.0');
  expect(stderr).toMatch(/^checked 1 of 1 document /);
});

it('--statistics counts findings by rule', () => {
  expect(folder.kubeadmit(['--statistics']).stdout).toContain(
    'findings: 1\n  1  error    field/unknown\n',
  );
});
