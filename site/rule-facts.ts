import type { rulesByChange } from '../scripts/generate/server-change-table.ts';
import { lint } from '../src/lint/lint.ts';
import { familyOf } from '../src/lint/rules/rule-names.ts';
import { exampleText, shownExample } from '../src/report/rule-page.ts';
import type { Message } from '../src/rule/description.ts';
import type { Rule } from '../src/rule/rule.ts';
import { MINORS } from '../src/server/kubernetes/minors.ts';
import { SERVER_CHANGES } from '../src/server/kubernetes/server-changes.ts';
import { playgroundLink } from './playground-link.ts';

/** The changes of the server, each with the rules that show it. */
type RulesByChange = ReturnType<typeof rulesByChange>;

/** The first version that is published. */
const FIRST_VERSION = '0.2.0';

/** Facts about a rule that its page on the site has in addition to its page in the repository, in Markdown. */
interface RuleFacts {
  /** Family, severity, minors, fix and version. */
  readonly table: string;
  /** The section on the changes of the server that the rule shows; empty if there are none. */
  readonly changes: string;
  /** The section with the messages of the server that the rule explains; empty if there are none. */
  readonly messages: string;
  /** Links to the playground, by the text of the example that they open. */
  readonly playgroundLinks: ReadonlyMap<string, string>;
}

/**
 * Collects the facts about a rule.
 *
 * @param messages the messages of the server that it explains
 */
export async function factsOfRule(
  rule: Rule,
  changes: RulesByChange,
  messages: readonly string[],
): Promise<RuleFacts> {
  return {
    table: [
      '| family | severity | Kubernetes | fix | since |',
      '| --- | --- | --- | --- | --- |',
      `| ${familyOf(rule.id)} | ${rule.severity} | ${minorsOf(rule)} | ${fixOf(rule)} | ${FIRST_VERSION} |`,
    ].join('\n'),
    changes: section('Changes of the API server', changesOf(rule, changes)),
    messages: section(
      'Messages of the API server',
      messages.length === 0 ? [] : ['```text', ...messages, '```'],
    ),
    playgroundLinks: await linksOf(rule),
  };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`## ${title}`, '', ...lines, ''].join('\n');
}

/** The minors in which the rule can report something: those of its messages. */
function minorsOf({ messages }: Rule): string {
  const found = MINORS.filter((_, index) =>
    Object.values<Message>(messages).some(({ range = {} }) => {
      const since = range.since === undefined ? 0 : MINORS.indexOf(range.since);
      const until = range.until === undefined ? MINORS.length : MINORS.indexOf(range.until);
      return index >= since && index <= until;
    }),
  );
  return found.length < 2 ? found.join() : `${found[0]} to ${found.at(-1)}`;
}

function changesOf({ id }: Rule, changes: RulesByChange): readonly string[] {
  return [...changes].flatMap(([name, ids]) => {
    const { since, description } = SERVER_CHANGES[name];
    return ids.includes(id) ? [`- ${since}: ${description}`] : [];
  });
}

/** The option that applies the fixes of the examples. */
function fixOf({ id, examples: { fixed = [] } }: Rule): string {
  const fixes = fixed.flatMap(({ before }) =>
    lint([{ name: 'example', content: exampleText(before) }], {
      only: [id],
      pedantic: true,
    }).findings.flatMap(({ fix }) => fix ?? []),
  );
  if (fixes.length === 0) return 'none';
  return fixes.some(({ isSafe }) => isSafe) ? '`--fix`' : '`--fix --unsafe-fixes`';
}

/** The links to the examples in the playground, by the texts of the examples on the page. */
async function linksOf(rule: Rule): Promise<ReadonlyMap<string, string>> {
  const { bad, good, fixed = [] } = rule.examples;
  // The playground has no stored objects, so that examples of updates have no link.
  const texts = [
    ...bad.map((example) => shownExample(rule, example)),
    ...[...good, ...fixed.flatMap(({ before, after }) => [before, after])].map(exampleText),
  ].map((text) => text.trimEnd());
  return new Map(
    await Promise.all(
      texts.map(async (text) => [text, await playgroundLink(`${text}\n`)] as const),
    ),
  );
}
