import { rules } from '../../rules/index.ts';
import type { Rule } from '../rule/rule.ts';

/** The list of all rules, for people or for programs. */
export function renderRuleList(format: 'text' | 'json'): string {
  return format === 'json' ? ruleListJson() : ruleListText();
}

function ruleListText(): string {
  const rows = rules.map((rule) => [rule.id, rule.severity, kindsText(rule), rule.summary]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

function ruleListJson(): string {
  const list = rules.map((rule) => ({
    id: rule.id,
    severity: rule.severity,
    kinds: kindsOf(rule),
    summary: rule.summary,
    messages: Object.keys(rule.messages),
    reference: rule.reference,
    docs: `rules/${rule.id}`,
  }));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** The kinds that a rule looks at; null for a rule that does not depend on the kind. */
function kindsOf(rule: Rule): readonly string[] | null {
  return rule.kinds === undefined || rule.kinds === 'all' ? null : rule.kinds;
}

const MOST_KINDS = 2;

function kindsText(rule: Rule): string {
  const kinds = kindsOf(rule);
  if (kinds === null) return 'any';
  return kinds.length <= MOST_KINDS
    ? kinds.join(', ')
    : `${kinds.slice(0, MOST_KINDS - 1).join(', ')} and ${kinds.length - MOST_KINDS + 1} more`;
}
