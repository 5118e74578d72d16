import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { familyOf } from '../../src/lint/rules/rule-names.ts';
import { textFindings } from '../../src/report/formats/text.ts';
import { shownReport } from '../../src/report/shown-report.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';
import { badExamples, exampleSource } from './bad-examples.ts';
import { exampleOptions } from './example-options.ts';

const rules = loadRules();

const families = [...new Set(rules.map(({ id }) => familyOf(id)))];

describe('the text report on the bad examples', () => {
  // A reviewer of a rule sees in these files the same text as a user.
  it.each(families)('is the golden one for %s', async (family) => {
    const reports = rules.filter(({ id }) => familyOf(id) === family).flatMap(reportsOf);
    await expect(reports.join('\n')).toMatchFileSnapshot(
      join(import.meta.dirname, 'golden', `${family}.txt`),
    );
  });
});

/** The findings of a rule in its bad examples when only this rule runs. Each example has a heading of its own. */
function reportsOf(rule: Rule): readonly string[] {
  const { id } = rule;
  return badExamples(rule).map(({ marked, options }, index) => {
    const report = lintPedantically([exampleSource(`${id}.${index}.yaml`, marked)], {
      only: [id],
      ...exampleOptions(rule),
      ...options,
    });
    return [`### ${id}, example ${index}`, '', ...textFindings(shownReport(report), PLAIN)].join(
      '\n',
    );
  });
}
