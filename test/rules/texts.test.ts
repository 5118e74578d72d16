import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';
import { oddPhrases } from './odd-phrases.ts';

const rules = loadRules();

/** Longer messages do not fit into two lines of a terminal of 80 columns. */
const LONGEST_MESSAGE = 150;
const LONGEST_HELP = 200;
const LONGEST_SUMMARY = 120;

const IMPERATIVES =
  /^(?:\{|add|allow|append|apply|bind|change|check|choose|combine|compare|convert|correct|count|create|declare|define|delete|describe|drop|enable|encode|escape|exclude|fill|fix|generate|give|grant|guard|ignore|increase|join|keep|let|limit|list|lower|make|match|merge|move|name|pin|place|point|prefer|put|quote|raise|read|reduce|reference|register|remove|rename|reorder|repeat|replace|report|require|rewrite|run|select|serve|set|shorten|sort|specify|split|start|state|store|test|turn|update|upgrade|use|verify|wait|wrap|write)\b/;

const messages = rules.flatMap(({ id, messages }) =>
  Object.entries(messages).map(([messageId, message]) => ({ name: `${id}#${messageId}`, message })),
);

describe('messages', () => {
  it.each(messages)(
    '$name is short and ends without a full stop',
    ({ message: { text, help = '' } }) => {
      expect(text.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
      expect(help.length).toBeLessThanOrEqual(LONGEST_HELP);
      expect(`${text}\n${help}`).not.toMatch(/\.$/m);
      expect(`${text}${help}`).not.toMatch(/\n| {2}/);
    },
  );

  it.each(messages)('$name has help in the imperative', ({ message: { help } }) => {
    if (help !== undefined) expect(help).toMatch(IMPERATIVES);
  });

  it.each(messages)('$name is in plain technical English', ({ message: { text, help = '' } }) => {
    expect(oddPhrases(`${text}\n${help}`)).toEqual([]);
  });
});

const GOLDEN = join(import.meta.dirname, 'golden');

/** A message of a golden report, or a line with help. */
const REPORTED = /^(?:(?:error|warning|info): (.*?) {2}\[| +(?:\d+:\d+|= help:) (.*))/;

/** Empty items of lists, and texts with two pairs of quotes. */
const BADLY_FILLED = / ,|''\w/;

describe('messages with their values', () => {
  it.each(readdirSync(GOLDEN))('%s is in plain technical English', (name) => {
    const odd = readFileSync(join(GOLDEN, name), 'utf8')
      .split('\n')
      .map((line) => REPORTED.exec(line))
      .map((reported) => reported?.[1] ?? reported?.[2] ?? '')
      .filter((text) => oddPhrases(text).length > 0 || BADLY_FILLED.test(text));
    expect(odd).toEqual([]);
  });
});

describe('pages', () => {
  it.each(rules.map((rule) => ({ id: rule.id, rule })))(
    '$id is in plain technical English',
    ({ rule }) => {
      const { summary, details } = rule;
      expect(summary.length).toBeLessThanOrEqual(LONGEST_SUMMARY);
      expect(summary).toMatch(/^[A-Z`].*\.$/);
      expect(oddPhrases(`${summary}\n${details}`)).toEqual([]);
    },
  );
});
