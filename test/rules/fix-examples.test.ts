import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const rules = loadRules();

const examples = rules.flatMap(({ id, examples: { fixed = [] } }) =>
  fixed.map(({ before, after }, number) => ({
    id,
    number,
    before: exampleText(before),
    after: exampleText(after),
  })),
);

describe.each(examples)('$id $number', ({ id, before, after }) => {
  const fixed = (content: string) =>
    fixSources(
      [{ name: 'example', content }],
      { pedantic: true, only: [id] },
      { unsafe: true, isWanted: () => true },
    );
  const findings = (content: string) =>
    lintPedantically([{ name: 'example', content }], { only: [id] }).findings;

  it('makes of the example what is shown', () => {
    expect(fixed(before).texts.get('example')).toBe(after);
  });

  it('fixes all that the rule reports and can fix', () => {
    expect(findings(before).filter(({ fix }) => fix !== null)).not.toEqual([]);
    expect(findings(after).filter(({ fix }) => fix !== null)).toEqual([]);
    expect(fixed(after).fixed).toEqual([]);
  });
});
