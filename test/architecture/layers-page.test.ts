import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS } from './layers.ts';

it('docs/architecture.md lists the layers in their order', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('## Layers'), page.indexOf('## Decisions'));
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) =>
    path.replace(/\.ts$/, ''),
  );
  expect(listed).toEqual(LAYERS.flat());
});
