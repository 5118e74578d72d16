import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_KEYS, readConfig } from '../../src/config/read-config.ts';
import { SETTINGS } from '../../src/config/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)];

it('has a row for each key', () => {
  expect(rows.map(([, key = '']) => key).sort()).toEqual([...CONFIG_KEYS].sort());
});

const flagged = rows.flatMap(([, key = '', options = '']) => {
  const { flags = '' } = { ...SETTINGS }[key as keyof typeof SETTINGS] ?? {};
  const [flag = ''] = flags.split(' ');
  return flag === '' ? [] : [{ key, options, flag }];
});

it.each(flagged)('names the option of $key', ({ options, flag }) => {
  expect(options).toContain(flag);
});

it('has examples that are valid', () => {
  const [example = ''] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text);
  expect(readConfig(example, 'a').problems).toEqual([]);
});
