import { expect, it, vi } from 'vitest';
import { finding, report } from '../report/report-data.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const lint = vi.hoisted(() => vi.fn());
vi.mock('../../src/lint/lint.ts', () => ({ lint }));

const cwd = suiteFolder({ 'a.yaml': 'a: 1\n' });

it('an exception is called a bug, in one line', async () => {
  lint.mockImplementationOnce(() => {
    throw new TypeError('x is not\na function');
  });
  const { code, stdout, stderr } = await runIn({ cwd }, 'a.yaml');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    'kubeadmit: this is a bug of kubeadmit: x is not\\na function (--debug shows where)\n',
  );
});

it('--debug shows its stack', async () => {
  lint.mockImplementationOnce(() => {
    throw new TypeError('x');
  });
  const { stderr } = await runIn({ cwd }, 'a.yaml', '--debug');
  expect(stderr).toMatch(/^kubeadmit: this is a bug of kubeadmit: TypeError: x\n {4}at /);
});

it('a rule that crashes makes the exit status 2, whatever fails a run', async () => {
  lint.mockImplementationOnce(() => report({}, [finding({ rule: 'internal/rule-crash' })]));
  const { code, stdout } = await runIn({ cwd }, 'a.yaml', '--fail-on', 'never');
  expect(code).toBe(2);
  expect(stdout).toContain('[internal/rule-crash]');
});
