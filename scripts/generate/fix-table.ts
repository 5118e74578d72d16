import { lint } from '../../src/lint/lint.ts';
import { exampleText } from '../../src/report/rule-page.ts';
import type { Rule } from '../../src/rule/rule.ts';

/** The table of the rules with fixes, and the fixes of their examples. The safe ones are first. */
export function fixTable(rules: readonly Rule[]): string {
  const fixes = rules.flatMap(fixesOf);
  const rows = [true, false].flatMap((isSafe) => fixes.filter((fix) => fix.isSafe === isSafe));
  return [
    '| rule | fixes of its examples | safe |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ id, titles, isSafe }) =>
        `| [${id}](rules/${id}.md) | ${titles.map(code).join(', ')} | ${isSafe ? 'yes' : 'no'} |`,
    ),
  ].join('\n');
}

interface FixesOfRule {
  readonly id: string;
  readonly isSafe: boolean;
  readonly titles: readonly string[];
}

/** The fixes that a rule has for its examples: a safe kind, an unsafe kind, or both. */
function fixesOf({ id, examples: { fixed = [] } }: Rule): readonly FixesOfRule[] {
  const fixes = fixed.flatMap(({ before }) =>
    lint([{ name: 'example', content: exampleText(before) }], {
      only: [id],
      pedantic: true,
    }).findings.flatMap(({ fix }) => fix ?? []),
  );
  return [true, false].flatMap((isSafe) => {
    const titles = fixes
      .filter((fix) => fix.isSafe === isSafe)
      .flatMap(({ choices }) => choices.map(({ title }) => title));
    return titles.length === 0 ? [] : [{ id, isSafe, titles: [...new Set(titles)] }];
  });
}

/** A code span in a cell of a table. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
