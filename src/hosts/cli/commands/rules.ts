import { loadRules } from '../../../../rules/index.ts';
import { families, familyOf } from '../../../lint/rules/rule-names.ts';
import { wrap } from '../../../report/wrap.ts';
import { ruleUrl } from '../../../result/document-urls.ts';
import { suggestion } from '../../../result/suggestion.ts';
import type { Rule } from '../../../rule/rule.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';

/** The command line of `kubeadmit rules`. */
export function parser() {
  return new ArgumentParser(
    'rules',
    'Lists the rules, or those of a family.',
    'a family, such as webhook',
  )
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .commonOptions();
}

/** Lists all rules, or the rules of a family. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host) => {
  const listed = rulesOf(operands[0]);
  const text = options.format === 'json' ? jsonList(listed) : textList(listed, host.stdout.columns);
  await writeOut(host.stdout, text);
  return EXIT.clean;
};

function rulesOf(family: string | undefined): readonly Rule[] {
  const rules = loadRules();
  if (family === undefined) return rules;
  const name = family.replace(/\/\*?$/, '');
  const found = rules.filter(({ id }) => familyOf(id) === name);
  if (found.length > 0) return found;
  throw new UsageError(`unknown family ${family}${suggestion(name, families())}`);
}

/** The fewest columns for the summary of a rule. On a narrower terminal, the summary is on the next line. */
const NARROWEST = 40;

/** A line for each rule: id, severity, kinds, and summary. */
function textList(listed: readonly Rule[], width: number | undefined): string {
  const rows = listed.map((rule) => [rule.id, rule.severity, kindsText(rule)]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const start = widths.reduce((sum, columns) => sum + columns + 2, 0);
  const rest = width === undefined ? undefined : width - start;
  return listed
    .flatMap(({ id, severity, summary }, index) => {
      if (rest !== undefined && rest < NARROWEST) {
        const lines = wrap(summary, width === undefined ? width : width - 2);
        return [`${id} (${severity})`, ...lines.map((line) => `  ${line}`)];
      }
      const cells = (rows[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      const [first = '', ...others] = wrap(summary, rest);
      return [`${cells.join('  ')}  ${first}`, ...others.map((line) => ' '.repeat(start) + line)];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function jsonList(listed: readonly Rule[]): string {
  const list = listed.map((rule) => ({
    id: rule.id,
    severity: rule.severity,
    kinds: kindsOf(rule),
    summary: rule.summary,
    messages: Object.keys(rule.messages),
    reference: rule.reference,
    docs: ruleUrl(rule.id),
  }));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** The built-in kinds that a rule checks; null for a rule that does not depend on the kind, or is about custom ones. */
function kindsOf(rule: Rule): readonly string[] | null {
  return 'kinds' in rule ? rule.kinds : null;
}

const MOST_KINDS = 2;

function kindsText(rule: Rule): string {
  const kinds = kindsOf(rule);
  if (rule.on === 'custom-resource') return 'custom resources';
  if (rule.on === 'installation') return 'several objects';
  if (rule.on === 'request') return 'objects that policies match';
  if (kinds === null) return 'any';
  return kinds.length <= MOST_KINDS
    ? kinds.join(', ')
    : `${kinds.slice(0, MOST_KINDS - 1).join(', ')} and ${kinds.length - MOST_KINDS + 1} more`;
}
