import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runIn } from './fake-host.ts';

const cwd = resolve(import.meta.dirname, '../..');
// As in the README and in scripts/generate/demo-picture.mjs.
const ARGUMENTS = ['--kubernetes-version', '1.35..1.36', 'fixtures/demo'];

it('the demo has something to show', async () => {
  const { code, stdout, stderr } = await runIn({ cwd }, ...ARGUMENTS);
  expect([code, stderr]).toEqual([1, '']);
  await expect(stdout).toMatchFileSnapshot('golden/demo.txt');
});

it('the picture in the README shows what the demo prints (npm run demo draws it)', async () => {
  const { stdout } = await runIn({ cwd }, ...ARGUMENTS);
  const picture = readFileSync(join(cwd, 'docs/demo.svg'), 'utf8');
  const lines = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) =>
    line
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
  expect(`${lines.slice(1).join('\n')}\n`).toBe(stdout);
});
