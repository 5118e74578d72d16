import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import { GENERATORS } from './inputs.ts';
import { contentOf, FILE, jsonReport, PROPERTIES } from './properties.ts';

/** The same inputs each time: a test that fails now and then helps nobody. `npm run fuzz` looks for new ones. */
const SEED = 14;

describe.each([...GENERATORS])('inputs made by %s', (_, inputs) => {
  it.each([...PROPERTIES])('have %s', (_, holds) => {
    fc.assert(fc.property(inputs, holds), { seed: SEED, numRuns: 60 });
  });

  it('are the same for the library and the command', async () => {
    const property = fc.asyncProperty(inputs, async (input) => {
      const content = contentOf(input);
      writeFileSync(join(cwd, FILE), content);
      const { stdout, stderr } = await runIn({ cwd }, '-f', 'json', '--pedantic', FILE);
      expect(stderr).not.toContain('crash');
      expect(JSON.parse(stdout)).toEqual(JSON.parse(jsonReport(content)));
    });
    await fc.assert(property, { seed: SEED, numRuns: 15 });
  });
});

const cwd = mkdtempSync(join(tmpdir(), 'kubeadmit-fuzz-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
