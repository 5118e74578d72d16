import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runIn } from './fake-host.ts';

const cwd = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(cwd, 'README.md'), 'utf8');
// The same minors as in the command of the README, for which the picture is drawn.
const [, versions = ''] = /--kubernetes-version (\S+) fixtures\/demo/.exec(readme) ?? [];
const ARGUMENTS = ['--kubernetes-version', versions, 'fixtures/demo'];

it('the demo has something to show', async () => {
  const { code, stdout, stderr } = await runIn({ cwd }, ...ARGUMENTS);
  expect([code, stderr]).toEqual([1, '']);
  await expect(stdout).toMatchFileSnapshot('golden/demo.txt');
});
