import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { RULES_FOLDER, renderIndex, ruleIds } from '../../scripts/generate/rule-files.ts';

const rules = loadRules();
const read = (path: string) => readFileSync(join(RULES_FOLDER, '..', path), 'utf8');

it('has an index of all rules (npm run generate makes it)', () => {
  expect(read('rules/index.ts')).toBe(renderIndex(rules));
});

it('names each rule after its file', () => {
  expect(rules.map((rule) => rule.id)).toEqual(ruleIds());
});
