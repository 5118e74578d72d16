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

it.each(rows.map(([, key = '', options = '']) => [key, options]))(
  'names the option of %s',
  (key, options) => {
    const { flags = '' } = { ...SETTINGS }[key as keyof typeof SETTINGS] ?? {};
    expect(options).toContain(flags.split(' ')[0]);
  },
);

it('has examples that are valid', () => {
  const [example = ''] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text);
  expect(readConfig(example, 'a').problems).toEqual([]);
});
