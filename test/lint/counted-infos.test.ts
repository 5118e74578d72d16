import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';

const BUDGET = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: NAME, namespace: shop }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: NAME } } }
`;

function budgets(...names: readonly string[]): string {
  return names.map((name) => BUDGET.replaceAll('NAME', name)).join('---\n');
}

const INPUTS: ReadonlyMap<string, readonly Source[]> = new Map([
  ['of different objects', [{ name: 'a.yaml', content: budgets('a', 'b') }]],
  ['of an object that is given twice', [{ name: 'a.yaml', content: budgets('a', 'a') }]],
  [
    'of copies of an object in several files',
    ['a.yaml', 'b.yaml', 'c.yaml'].map((name) => ({ name, content: budgets('a', 'b') })),
  ],
  ['of objects without a name', [{ name: 'a.yaml', content: budgets('', '') }]],
  ['of all examples of rules about several objects', examples()],
]);

function examples(): readonly Source[] {
  const root = join(import.meta.dirname, '../../fixtures/installations');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ name, content: readFileSync(join(root, name), 'utf8') }));
}

it.each([...INPUTS])('counts the infos %s that it does not report', (_, sources) => {
  for (const mergeRepetitions of [true, false]) {
    const reported = lint(sources, { mergeRepetitions, pedantic: true });
    const counted = lint(sources, { mergeRepetitions });
    const infos = reported.findings.filter(({ severity }) => severity === 'info');
    expect(infos.length).toBeGreaterThan(0);
    expect(counted.summary).toEqual(reported.summary);
    expect(counted.summary.infos).toBe(infos.length);
    expect(counted.findings.filter(({ severity }) => severity === 'info')).toEqual([]);
  }
});
