import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const tests = join(import.meta.dirname, '..');

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => [path, readFileSync(join(tests, path), 'utf8')] as const);

/** A named constant under a comment with the reason why it is not `NEWEST_MINOR`. */
const PINNED = /\*\/\n(?:export )?const \w+ = '\d+\.\d+';/g;

it.each(files)(
  '%s does not contain the newest minor, so that a new one can be added',
  (_, text) => {
    expect(text.replace(PINNED, '')).not.toContain(NEWEST_MINOR);
  },
);
