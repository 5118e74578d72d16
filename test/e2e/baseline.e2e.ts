import { afterAll, beforeAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const COUNT = 400;

/** A manifest with one error. */
const quota = (name: string, field = 'hrad') => `apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name} }
spec:
  hard: { pods: "1" }
  ${field}: {}
`;

const folder = new Folder();

beforeAll(() => {
  for (let index = 0; index < COUNT; index++) {
    folder.write(`quotas/${index % 10}/quota-${index}.yaml`, quota(`quota-${index}`));
  }
  folder.git('init', '--quiet');
  folder.git('add', '.');
  folder.git('commit', '--quiet', '--message=all');
});

afterAll(() => folder.remove());

it('a repository with 400 findings, a baseline and one new mistake fails with exactly that one', () => {
  expect(folder.kubeadmit(['--statistics']).stdout).toContain(`findings: ${COUNT}\n`);
  const baseline = ['--baseline', '.kubeadmit-baseline.json'];
  expect(folder.kubeadmit([...baseline, '--write-baseline'])).toMatchObject({ code: 0 });
  folder.write('.kubeadmit.yaml', 'baseline: .kubeadmit-baseline.json\nformats: concise\n');
  expect(folder.kubeadmit([])).toMatchObject({ code: 0 });
  folder.git('mv', 'quotas/1', 'quotas/moved');
  folder.write('quotas/2/quota-2.yaml', `# a comment\n${quota('quota-2')}  hrid: {}\n`);
  const { code, stdout } = folder.kubeadmit([]);
  expect([code, stdout.split('\n').map((line) => line.replace(/ error: .*/, ''))]).toEqual([
    1,
    [
      'quotas/2/quota-2.yaml:8:3:',
      `${COUNT} findings of .kubeadmit-baseline.json not shown`,
      expect.stringMatching(/^checked 400 of 400 documents .*: 1 error, 0 warnings$/),
      '',
    ],
  ]);
});

it('since a revision, the same mistake is the only one', () => {
  const { code, stdout } = folder.kubeadmit([
    '--no-config',
    '--since',
    'HEAD',
    '-f',
    'concise',
    '--quiet',
  ]);
  expect([code, stdout.replace(/ error: .*/, '')]).toEqual([1, 'quotas/2/quota-2.yaml:8:3:\n']);
});
