import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import { exampleText, withoutMarks } from '../../src/report/rule-page.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';
import { badExamples } from './bad-examples.ts';
import { exampleOptions } from './example-options.ts';
import { type Mark, readMarks } from './marks.ts';

const rules = loadRules();

/** The marks of an example in JSON would make YAML of it. */
const findingsIn = (example: string, rule: Rule, options: LintOptions = {}) =>
  lintPedantically(
    [{ name: 'example', content: example.startsWith('{') ? withoutMarks(example) : example }],
    { ...exampleOptions(rule), ...options },
  ).findings;

describe.each(rules.map((rule) => ({ id: rule.id, rule })))('$id', ({ id, rule }) => {
  it.each(badExamples(rule))('finds what is marked %#', ({ marked, options }) => {
    const marks = readMarks(marked);
    expect(marks).not.toEqual([]);
    const found = findingsIn(marked, rule, options).filter((finding) => finding.rule === id);
    const described = found.map((finding) => describeFinding(finding, marks));
    expect(described.sort()).toEqual(marks.map(describeMark).sort());
  });

  it.each(rule.examples.good.map((example) => ({ example: exampleText(example) })))(
    'is content with %#',
    ({ example }) => {
      const findings = findingsIn(example, rule);
      expect(findings.filter((finding) => finding.rule === id)).toEqual([]);
      expect(findings.filter((finding) => finding.severity === 'error')).toEqual([]);
    },
  );

  it('has an example for each of its messages, or says why not', () => {
    const shown = new Set(
      badExamples(rule)
        .flatMap(({ marked }) => readMarks(marked))
        .map((mark) => mark.messageId),
    );
    const missing = Object.entries(rule.messages)
      .filter(
        ([messageId, { withoutExample }]) =>
          shown.has(messageId) !== (withoutExample === undefined),
      )
      .map(([messageId]) => messageId);
    expect(missing).toEqual([]);
  });
});

function describeMark({ messageId, line, columns }: Mark): string {
  return `${line}:${columns === undefined ? '*' : `${columns.start}-${columns.end}`} ${messageId}`;
}

/** Describes a finding as precisely as the mark on its line does. */
function describeFinding(finding: Finding, marks: readonly Mark[]): string {
  const mark = marks.find(
    ({ line, messageId }) => line === finding.line && messageId === finding.messageId,
  );
  const columns =
    mark !== undefined && mark.columns === undefined
      ? '*'
      : `${finding.column}-${finding.endColumn}`;
  return `${finding.line}:${columns} ${finding.messageId}`;
}
