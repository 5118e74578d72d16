import { loadRules, rules } from '../../../../rules/index.ts';
import { clusterMessage } from '../../../features/explain/cluster-messages.ts';
import { ErrorIndex } from '../../../features/explain/error-index.ts';
import { readServerMessage } from '../../../features/explain/features.ts';
import { knownMessages } from '../../../features/explain/known-messages.ts';
import { kubectlMessages } from '../../../features/explain/kubectl-messages.ts';
import { renderMarkdown } from '../../../features/explain/markdown.ts';
import { families, familyOf } from '../../../lint/rules/rule-names.ts';
import { renderRulePage } from '../../../report/rule-page.ts';
import type { Style } from '../../../report/style.ts';
import { wrap } from '../../../report/wrap.ts';
import { suggestion } from '../../../result/suggestion.ts';
import type { Rule } from '../../../rule/rule.ts';
import { MEGABYTE } from '../../node/disk/reading.ts';
import { readStream } from '../../node/read.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';

/** The command line of `kubeadmit explain`. */
export function parser() {
  return new ArgumentParser(
    'explain',
    'Prints the page of a rule. Finds it by its id, or by an error message of the API server or kubectl.',
    "a rule, a family, or an error message; '-' is standard input",
    { usage: 'explain [options] <rule or error message>', operands: '<text...>' },
  ).commonOptions();
}

/** Prints the page of a rule, which its id names, one of its messages, or an error of the API server. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host) => {
  const style = await outputStyle(host, options.color);
  const [first, ...others] = operands;
  const isStdin = first === '-' && others.length === 0;
  const query = (isStdin ? await messageFrom(host) : operands.join(' ')).trim();
  if (query === '')
    throw new UsageError('standard input is empty; give it a rule or an error message');
  await writeOut(host.stdout, explain(query, style, host.stdout.columns));
  return EXIT.clean;
};

/** The longest message that is read, in bytes. */
const LONGEST_MESSAGE = MEGABYTE;

/** @throws UsageError for a text that is too long for a message */
async function messageFrom({ stdin }: Host): Promise<string> {
  const text = await readStream(stdin, LONGEST_MESSAGE);
  if (text === undefined) throw new UsageError('standard input is too long for an error message');
  return text.toString();
}

function explain(query: string, style: Style, width: number | undefined): string {
  const named = rulesNamed(query);
  if (named.length > 0) return textOf(named, style, width);
  if (!/\s/.test(query)) throw new UsageError(`unknown rule ${query}${ruleSuggestion(query)}`);
  const ofCluster = clusterMessage(query);
  if (ofCluster !== undefined) {
    const source = wrap(ofCluster.source, width).map((line) => `${line}\n`);
    const reporting = rulesWithIds(ofCluster.rules);
    const text =
      reporting.length === 0 ? 'No rule reports it.\n' : `\n${textOf(reporting, style, width)}`;
    return `${source.join('')}${text}`;
  }
  const { isCertain, found } = rulesReporting(query);
  const [best, ...others] = found;
  if (best === undefined) throw new UsageError('no rule is known that reports this message');
  if (!isCertain) {
    const head = style.strong(
      'It is not certain which rule reports this. The most similar rules are:',
    );
    return `${head}\n${listOf(found, style, width)}`;
  }
  if (others.length === 0) return pageOf(best, style, width);
  const head = style.strong('This may also be reported by:');
  return `${pageOf(best, style, width)}\n${head}\n${listOf(others, style, width)}`;
}

/** The page of a rule, or a list of several. */
function textOf(shown: readonly Rule[], style: Style, width: number | undefined): string {
  const [only, ...more] = shown;
  return only === undefined || more.length > 0
    ? listOf(shown, style, width)
    : pageOf(only, style, width);
}

/** The most similar rule or family, or the rules whose ids contain the word. */
function ruleSuggestion(word: string): string {
  const ids = rules.map(({ id }) => id);
  const similar = suggestion(word, [...ids, ...families()]);
  if (similar !== '') return similar;
  const containing = ids.filter((id) => id.split(/[/-]/).includes(word.toLowerCase()));
  return containing.length === 0 ? '' : `; did you mean ${containing.slice(0, 5).join(', ')}?`;
}

function rulesWithIds(ids: readonly string[]): readonly Rule[] {
  const all = loadRules();
  return ids.flatMap((id) => all.find((rule) => rule.id === id) ?? []);
}

function pageOf(rule: Rule, style: Style, width: number | undefined): string {
  return renderMarkdown(renderRulePage(rule), style, width);
}

function listOf(listed: readonly Rule[], style: Style, width: number | undefined): string {
  const columns = Math.max(...listed.map(({ id }) => id.length)) + 2;
  return listed
    .flatMap(({ id, summary }) => {
      const [first = '', ...others] = wrap(summary, width === undefined ? width : width - columns);
      return [
        `${style.strong(id.padEnd(columns))}${first}`,
        ...others.map((line) => `${' '.repeat(columns)}${line}`),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** The rules that a name means: a rule, a family, a message of a rule, or a check of the server that a rule covers. */
function rulesNamed(name: string): readonly Rule[] {
  const rules = loadRules();
  const exact = rules.filter(({ id }) => id === name);
  if (exact.length > 0) return exact;
  const family = rules.filter(({ id }) => familyOf(id) === name.replace(/\/\*?$/, ''));
  return family.length > 0 ? family : rules.filter((rule) => messageNames(rule).includes(name));
}

/**
 * The names of the messages of a rule: the id of a message, the same with the id of the rule, and the checks of the
 * server that it covers.
 */
function messageNames({ id, messages }: Rule): readonly string[] {
  return Object.entries(messages).flatMap(([messageId, { rows }]) => [
    messageId,
    `${id}:${messageId}`,
    `${id}#${messageId}`,
    ...(rows ?? []),
  ]);
}

/** Below this score a rule has no more in common with a text than any other. */
const LOWEST_SCORE = 0.35;
/** Other rules are named too if their score is nearly as high. */
const NEARLY = 0.75;
/** From this score on, relative to the best one, another rule fits as well. */
const EQUAL = 0.99;
const MOST_FOUND = 3;
/** From this similarity to its messages on, the best rule is certain. */
const CERTAIN = 0.4;
/** From this similarity on, it is certain if no other rule fits nearly as well. */
const CERTAIN_ALONE = 0.15;

/** The rules that report an error message, the best first. They are the nearest ones if none is certain. */
function rulesReporting(text: string): {
  readonly isCertain: boolean;
  readonly found: readonly Rule[];
} {
  const rules = loadRules();
  const index = new ErrorIndex([...knownMessages(), ...kubectlMessages()], rules);
  const found = index.find(readServerMessage(text)).slice(0, MOST_FOUND);
  const { score: highest, similarity } = found[0] ?? { score: 0, similarity: 0 };
  const fitting = found.filter(({ score }) => score >= LOWEST_SCORE);
  const best = fitting.filter(({ score }) => score >= highest * NEARLY);
  const isFirst = (best[1]?.score ?? 0) < highest * EQUAL;
  const isCertain = isFirst && similarity >= (best.length === 1 ? CERTAIN_ALONE : CERTAIN);
  const ids = (isCertain ? best : fitting).map(({ rule }) => rule);
  return { isCertain, found: rulesWithIds(ids) };
}
