import { rules } from '../../rules/index.ts';
import { renderRulePage } from '../report/rule-page.ts';
import type { Style } from '../report/style.ts';
import type { Rule } from '../rule/rule.ts';
import { UsageError } from './exit.ts';
import { families, familyOf } from './rule-names.ts';
import { suggestion } from './suggestion.ts';

/**
 * The page of a rule, found by its id, the id of one of its messages, or words of an error that the
 * API server gave; a list of rules where several fit.
 *
 * @throws UsageError where none fits
 */
export function explain(words: readonly string[], style: Style): string {
  const query = words.join(' ').trim();
  const found = findRules(query);
  const only = found[0];
  if (only === undefined) {
    const meant = suggestion(query, [...rules.map(({ id }) => id), ...families()]);
    throw new UsageError(`no rule is about this: ${query}${meant}`);
  }
  if (found.length === 1) return highlightHeadings(renderRulePage(only), style);
  const width = Math.max(...found.map(({ id }) => id.length));
  return found.map(({ id, summary }) => `${style.strong(id.padEnd(width))}  ${summary}\n`).join('');
}

function highlightHeadings(page: string, style: Style): string {
  return page.replace(/^#+ .*$/gm, (heading) => style.strong(heading));
}

function findRules(query: string): readonly Rule[] {
  const exact = rules.filter(({ id }) => id === query);
  if (exact.length > 0) return exact;
  const family = rules.filter(({ id }) => familyOf(id) === query.replace(/\/\*?$/, ''));
  if (family.length > 0) return family;
  const byMessage = rules.filter((rule) => messageNames(rule).includes(query));
  return byMessage.length > 0 ? byMessage : rulesAbout(query);
}

/** What a message can be called: its id, its id with that of the rule, the checks of the server that it covers. */
function messageNames({ id, messages }: Rule): readonly string[] {
  return Object.entries(messages).flatMap(([messageId, { rows }]) => [
    messageId,
    `${id}:${messageId}`,
    ...(rows ?? []),
  ]);
}

const MOST_FOUND = 5;
/** The part of a query's weight that a rule must have to be worth showing. */
const ENOUGH = 0.3;

/** Rules that share telling words with a text, the best first. A word that few rules have tells the most. */
function rulesAbout(query: string): readonly Rule[] {
  const wanted = wordsOf(query);
  const vocabularies = rules.map((rule) => ({ rule, words: wordsOf(textOf(rule)) }));
  const weights = new Map(
    [...wanted].map((word) => {
      const having = vocabularies.filter(({ words }) => words.has(word)).length;
      return [word, having === 0 ? 0 : Math.log(1 + rules.length / having)];
    }),
  );
  const scoreOf = (words: ReadonlySet<string>) =>
    [...weights].reduce((sum, [word, weight]) => (words.has(word) ? sum + weight : sum), 0);
  const most = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const scored = vocabularies
    .map(({ rule, words }) => ({ rule, score: scoreOf(words) }))
    .filter(({ score }) => score > 0 && score >= most * ENOUGH)
    .sort((a, b) => b.score - a.score);
  return scored.slice(0, MOST_FOUND).map(({ rule }) => rule);
}

function textOf({ id, kinds, summary, details, messages }: Rule): string {
  const kindNames = kinds === undefined || kinds === 'all' ? [] : kinds;
  const said = Object.values(messages).flatMap(({ text, help, cause, rows }) => [
    text,
    help ?? '',
    cause ?? '',
    ...(rows ?? []),
  ]);
  return [id, summary, details, ...kindNames, ...said].join(' ');
}

/** Words that every error of the server has, and those of any English text. */
const TELLING_NOTHING = new Set(
  'a an and are as at be but by error errors field for from has have if in invalid is it may must not of on one only or required spec that the there this to unsupported value values with'.split(
    ' ',
  ),
);

/** The words of a text in small letters, the parts of camelCase names among them. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.match(/[A-Za-z][A-Za-z0-9]+/g) ?? [];
  const parts = words.flatMap((word) => [word, ...(word.match(/[A-Z]?[a-z0-9]+/g) ?? [])]);
  return new Set(
    parts.map((word) => word.toLowerCase()).filter((word) => !TELLING_NOTHING.has(word)),
  );
}
