import type { Message, RuleDescription } from '../rule/description.ts';

const MARK = /[ \t]*#[ \t]*\^*[ \t]*expect:.*$/;
const EXPECTED = /(#[ \t]*(?:\^+[ \t]*)?)expect: (\w+)/g;

/** The page of a rule in Markdown: `docs/rules/` and `kubeadmit explain` show this. */
export function renderRulePage(rule: RuleDescription): string {
  const titles =
    rule.severity === 'error'
      ? { bad: 'Refused', updates: 'Refused in an update', good: 'Accepted' }
      : { bad: 'Reported', updates: 'Reported in an update', good: 'Better' };
  const { bad, updates = [], good, fixed = [] } = rule.examples;
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
    ...Object.entries(rule.messages).flatMap(renderMessage),
    '',
    ...(bad.length === 0 ? [] : [`## ${titles.bad}`, '']),
    ...bad.flatMap((example) => renderExample(shownExample(rule, example))),
    ...(updates.length === 0 ? [] : [`## ${titles.updates}`, '']),
    ...updates.flatMap(({ stored, changed }) => [
      'Stored:',
      '',
      ...renderExample(exampleText(stored)),
      'Changed:',
      '',
      ...renderExample(shownExample(rule, changed)),
    ]),
    ...(good.length === 0 ? [] : [`## ${titles.good}`, '']),
    ...good.flatMap((example) => renderExample(exampleText(example))),
    ...(fixed.length === 0 ? [] : ['## Fixed', '']),
    ...fixed.flatMap(({ before, after }) => [
      'Before:',
      '',
      ...renderExample(exampleText(before)),
      'After:',
      '',
      ...renderExample(exampleText(after)),
    ]),
    `Reference: <${rule.reference}>`,
    '',
  ].join('\n');
}

function renderMessage([id, message]: readonly [string, Message]): readonly string[] {
  const { text, help, cause, severity } = message;
  const reported = cause === undefined ? '' : ` (reported by the server as ${cause})`;
  return [
    `- \`${id}\`${severity === undefined ? '' : ` (${severity})`}: ${text}${reported}`,
    ...(help === undefined ? [] : [`  - Help: ${help}`]),
  ];
}

function renderExample(text: string): readonly string[] {
  return ['```yaml', text.trimEnd(), '```', ''];
}

/** An example of a rule as its page shows it: each mark is a comment with the severity and the id of the message. */
export function shownExample({ messages, severity }: RuleDescription, example: string): string {
  const text = exampleText(example);
  // JSON has no comments.
  if (text.startsWith('{')) return withoutMarks(text);
  return text.replace(EXPECTED, (_, before: string, id: string) => {
    const message: Message | undefined = messages[id];
    return `${before}${message?.severity ?? severity}: ${id}`;
  });
}

/** An example without the common indentation that it has in its rule's file. */
export function exampleText(example: string): string {
  const text = example.replace(/^\n/, '');
  const indents = [...text.matchAll(/^( *)\S/gm)].map((match) => match[1]?.length ?? 0);
  const common = Math.min(...indents);
  return text.replace(/^ +$/gm, '').replace(new RegExp(`^ {${common}}`, 'gm'), '');
}

/** An example without the marks of the expected findings. */
export function withoutMarks(example: string): string {
  return example
    .split('\n')
    .flatMap((line) => {
      const rest = line.replace(MARK, '');
      return rest.trim() === '' && rest !== line ? [] : [rest];
    })
    .join('\n');
}
