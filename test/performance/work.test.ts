import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The factor by which the work for the same input may grow before the test fails. */
const GROWTH = 1.25;

type Counts = Readonly<Record<string, number>>;

it('no more work is done for an input than before: npm run bench -- work --write accepts what is', () => {
  const known: Counts = JSON.parse(readFileSync(join(ROOT, 'scripts/bench/work.json'), 'utf8'));
  const counted: Counts = JSON.parse(
    execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/bench/work.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  );
  expect(Object.keys(counted)).toEqual(Object.keys(known));
  for (const [what, count] of Object.entries(counted)) {
    // A function that has another name now is counted no longer.
    expect(count, what).toBeGreaterThan(0);
    expect(count, what).toBeLessThanOrEqual((known[what] ?? 0) * GROWTH);
  }
});
