import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const rules = loadRules();

const findings = (content: string, options: LintOptions = {}) =>
  lintPedantically([{ name: 'example', content }], options).findings;

const examples = rules.flatMap(({ id, examples: { fixed = [] } }) =>
  fixed.map(({ before, after }, number) => ({
    id,
    number,
    before: exampleText(before),
    after: exampleText(after),
  })),
);

it('every rule that has a fix for an example of a rule has a fixed example', () => {
  const fixing = rules
    .flatMap(({ examples: { bad } }) => bad)
    .flatMap((example) => findings(exampleText(example)))
    .filter(({ fix }) => fix !== null)
    .map(({ rule }) => rule);
  const shown = new Set(examples.map(({ id }) => id));
  expect([...new Set(fixing)].filter((id) => !shown.has(id))).toEqual([]);
});

describe.each(examples)('$id $number', ({ id, before, after }) => {
  const fixed = (content: string) =>
    fixSources(
      [{ name: 'example', content }],
      { pedantic: true, only: [id] },
      { unsafe: true, isWanted: () => true },
    );

  it('makes of the example what is shown', () => {
    expect(fixed(before).texts.get('example')).toBe(after);
  });

  it('fixes all that the rule reports and can fix', () => {
    expect(findings(before, { only: [id] }).filter(({ fix }) => fix !== null)).not.toEqual([]);
    expect(findings(after, { only: [id] }).filter(({ fix }) => fix !== null)).toEqual([]);
    expect(fixed(after).fixed).toEqual([]);
  });
});
