import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';

/**
 * Manifests of kinds that version 0.1.0 validated and of one that it only decoded, and the baseline that it wrote for
 * them.
 */
const cwd = join(import.meta.dirname, '../../fixtures/baselines/0.1.0');

it('a baseline of version 0.1.0 hides what it knows, and nothing else', async () => {
  const options = ['--kubernetes-version', '1.36', '--pedantic', '-f', 'json'];
  const { stdout, stderr } = await runIn({ cwd }, ...options, '--baseline', 'baseline.json');
  const { findings } = JSON.parse(stdout);
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['metadata/name']);
  expect(stderr).toContain('20 findings of baseline.json not shown');
  expect(stderr).not.toContain('no longer');
});
