import { describe, expect, it } from 'vitest';
import { loadRules } from '../../rules/index.ts';

const rules = loadRules();

/** Longer messages do not fit into two lines of a terminal of 80 columns. */
const LONGEST_MESSAGE = 150;
const LONGEST_HELP = 200;
const LONGEST_SUMMARY = 120;

/** Words and phrases that a reader with little English stumbles over, or that mean something else in Kubernetes. */
const BANNED: readonly RegExp[] = [
  /\bmend(s|ed)?\b/i,
  /\bwhom\b/i,
  /\bslips?\b/i,
  /\bleave it out\b|\bleave \S+ out\b/i,
  /\bthere is no (field|format|version)\b/i,
  /\bis no (quantity|API group|text|number|name|field|object)\b/i,
  /\bis (about|for) (every|everything|nothing|all)\b/i,
  /\bbelongs? to (the whole cluster|no namespace)\b/i,
  /\bfits? (every|any|no) text\b/i,
  /\btold apart\b|\btells? apart\b/i,
  /\bwithout a word\b/i,
  /\bbehind (it|all|them|this|that)\b/i,
  /\bthrows? (it |this )?\w* ?away\b/i,
  /\bat hand\b/i,
  /\bas it stands\b|\bstands? (at|in|on|for)\b/i,
  /\bfrom \d+ on\b/i,
  /\bof its own accord\b/i,
  /\bgives? up\b/i,
  /\bheld down\b/i,
  /\bthe server (says|speaks|asks)\b/i,
  /\btakes? (no|any|every)\b/i,
  /\b(lower|upper)-case\b/i,
  /\bbesides?\b/i,
  /\b(mis)?spelt\b/i,
  /\bask(s|ed)? (first|for it)\b/i,
  /\bends? in an error\b/i,
  /\bill-typed\b/i,
  /\bwhere not said\b|\b(is|are) not said\b/i,
  /\bdemands? (on|for|that)\b/i,
  /\btruth values?\b/i,
  /\bwhole number/i,
  /\bpass(es)? over\b/i,
  /\bit follows that\b/i,
  /\bmakes? up (a|another) name\b/i,
  /\bof use\b/i,
  /\bno more than a note\b/i,
  /\bspeaks? of\b/i,
  /\bheard\b/i,
  /\b(may|can) cost\b/i,
  /\bat their place\b|\bat its place\b/i,
  /\bkeeps? (it|them) as (it|they)\b/i,
];

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
    for (const banned of BANNED) expect(`${text}\n${help}`).not.toMatch(banned);
  });
});

describe('pages', () => {
  it.each(rules.map((rule) => ({ id: rule.id, rule })))(
    '$id is in plain technical English',
    ({ rule }) => {
      const { summary, details } = rule;
      expect(summary.length).toBeLessThanOrEqual(LONGEST_SUMMARY);
      expect(summary).toMatch(/^[A-Z`].*\.$/);
      for (const banned of BANNED) expect(`${summary}\n${details}`).not.toMatch(banned);
    },
  );
});
