import type { Message, RuleDescription } from '../rule/description.ts';

const MARK = /[ \t]*#[ \t]*\^*[ \t]*expect:.*$/;

/**
 * The page of a rule in Markdown: `docs/rules/` and `kubeadmit explain` show this.
 */
export function renderRulePage(rule: RuleDescription): string {
  const titles =
    rule.severity === 'error'
      ? { bad: 'Refused', good: 'Accepted' }
      : { bad: 'Reported', good: 'Better' };
  return [
    `# ${rule.id}`,
    '',
    rule.summary,
    '',
    `Severity: ${rule.severity}`,
    '',
    rule.details.trim(),
    '',
    '## Messages',
    '',
    ...Object.entries(rule.messages).map(renderMessage),
    '',
    ...rule.examples.bad.flatMap((example) => renderExample(titles.bad, example)),
    ...rule.examples.good.flatMap((example) => renderExample(titles.good, example)),
    ...(rule.examples.fixed ?? []).flatMap(({ before, after }) => [
      ...renderExample('Before the fix', before),
      ...renderExample('After the fix', after),
    ]),
    `Reference: <${rule.reference}>`,
    '',
  ].join('\n');
}

function renderMessage([id, { text, cause, severity }]: readonly [string, Message]): string {
  const reported = cause === undefined ? '' : ` (reported by the server as ${cause})`;
  return `- \`${id}\`${severity === undefined ? '' : ` (${severity})`}: ${text}${reported}`;
}

function renderExample(title: string, example: string): readonly string[] {
  return [`## ${title}`, '', '```yaml', withoutMarks(exampleText(example)).trimEnd(), '```', ''];
}

/** An example without the common indentation that it has in its rule's file. */
export function exampleText(example: string): string {
  const text = example.replace(/^\n/, '');
  const indents = [...text.matchAll(/^( *)\S/gm)].map((match) => match[1]?.length ?? 0);
  const common = Math.min(...indents);
  return text.replace(/^ +$/gm, '').replace(new RegExp(`^ {${common}}`, 'gm'), '');
}

/** An example as a reader should see it: without the marks of the expected findings. */
export function withoutMarks(example: string): string {
  return example
    .split('\n')
    .flatMap((line) => {
      const rest = line.replace(MARK, '');
      return rest.trim() === '' && rest !== line ? [] : [rest];
    })
    .join('\n');
}
