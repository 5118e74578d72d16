import { expect, it, vi } from 'vitest';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import { safeFix } from '../../src/rule/fix.ts';
import type { RuleOn } from '../../src/rule/rule.ts';

/** A rule over several objects that replaces the check of `workspace/duplicate-object` and has a fix. */
vi.mock('../../rules/index.ts', async (original) => {
  const { rules } = await original<typeof import('../../rules/index.ts')>();
  const check: RuleOn<'installation'>['check'] = ({ objects }, { report }) => {
    const seen = new Set<string>();
    for (const object of objects) {
      const { name, origin } = object;
      if (seen.has(name)) {
        const path = [...(origin?.path ?? []), 'metadata', 'name'];
        report({
          message: 'sameFile',
          at: { object, at: ['metadata', 'name'] },
          values: { kind: object.kind, name, line: 1 },
          fix:
            origin &&
            safeFix(origin, {
              title: 'rename it',
              edits: [{ kind: 'replace', path, value: `${name}-2` }],
            }),
        });
      }
      seen.add(name);
    }
  };
  const replaced = (entry: (typeof rules)[number]) => ({
    ...entry,
    load: () => ({ ...entry.load(), check }),
  });
  return {
    rules: rules.map((entry) =>
      entry.id === 'workspace/duplicate-object' ? replaced(entry) : entry,
    ),
  };
});

const budget = (indentation: string) =>
  `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: cart, namespace: shop } # kept
spec: { maxUnavailable: 1, selector: { matchLabels: { app: cart } } }
`.replaceAll(/^(?=.)/gm, indentation);

it('applies the fix of a rule over several objects', () => {
  const content = `${budget('')}---\n${budget('')}`;
  const { fixed, texts } = fixSources(
    [{ name: 'a.yaml', content }],
    { only: ['workspace/duplicate-object'] },
    { unsafe: false, isWanted: () => true },
  );
  expect(fixed.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
    'workspace/duplicate-object 8',
  ]);
  expect(texts.get('a.yaml')).toBe(
    `${budget('')}---\n${budget('').replace('name: cart', 'name: cart-2')}`,
  );
});

it('applies such a fix to the item of a List', () => {
  const item = budget('    ').replace('    ', '  - ');
  const list = (...items: readonly string[]) =>
    `apiVersion: v1\nkind: List\nitems:\n${items.join('')}`;
  const { texts } = fixSources(
    [{ name: 'a.yaml', content: list(item, item) }],
    { only: ['workspace/duplicate-object'] },
    { unsafe: false, isWanted: () => true },
  );
  expect(texts.get('a.yaml')).toBe(list(item, item.replace('name: cart', 'name: cart-2')));
});
