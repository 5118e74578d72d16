// Keeps made-up expressions with the answers of the API servers, for test/cel/kept-answers.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-expressions.ts ORACLES SEED COUNT [FILE|FOLDER...]
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. The expressions of the files
// are rewritten and changed, half of all are made up. Writes fixtures/cel/expressions.jsonl, whose first line is the
// schema of all rules.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { answerOf, answerOfOracle, type Question } from '../../test/cel/checker-answer.ts';
import { hashOf, headOf, type KeptQuestion } from '../../test/cel/kept-answers.ts';
import { Inventor } from '../fuzz/cel/inventor.ts';
import { SCHEMA } from '../fuzz/cel/material.ts';
import { askOracle } from '../fuzz/cel/oracle.ts';
import { questionsIn } from '../fuzz/cel/questions-of-files.ts';

const [oracles, seedText = '1', countText = '5000', ...paths] = process.argv.slice(2);
if (oracles === undefined) {
  throw new Error('usage: cel-expressions.ts ORACLES SEED COUNT [FILE|FOLDER...]');
}
const inventor = new Inventor(Number(seedText));
const own = paths.flatMap(questionsIn).filter(({ expression }) => expression.length < 400);

const FIELDS = {
  crd: [...Object.keys(SCHEMA.properties ?? {}), 'key', 'n', 'x'].filter((name) =>
    /^\w+$/.test(name),
  ),
  policy: ['metadata', 'name', 'labels', 'spec', 'template', 'containers', 'image', 'x', 'y'],
} as const;

/** The same structure with other fields and other texts. */
function rewritten(expression: string, fields: readonly string[]): string {
  const names = new Map<string, string>();
  const rename = (name: string): string =>
    getOrCompute(names, name, () => inventor.random.pick(fields));
  return expression.replaceAll(
    /"[^"\n]*"|'[^'\n]*'|\.(\??)([A-Za-z_]\w*)(?!\w|\s*\()/g,
    (part, question: string | undefined, name: string | undefined) =>
      name === undefined
        ? part.replaceAll(/(?<!\\)[A-Za-z]{3,}/g, 'ab')
        : `.${question ?? ''}${rename(name)}`,
  );
}

function changed(): Question {
  const { env, expression } = inventor.random.pick(own);
  const isRule = env.startsWith('crd');
  const text = rewritten(expression, isRule ? FIELDS.crd : FIELDS.policy);
  const question = inventor.placed(inventor.random.below(4) === 0 ? text : inventor.mutated(text));
  return isRule === question.env.startsWith('crd') ? question : changed();
}

function invented(): Question {
  const expression = inventor.expression();
  return inventor.placed(
    inventor.random.below(4) === 0 ? inventor.mutated(expression) : expression,
  );
}

const questions = new Map<string, Question>();
while (questions.size < Number(countText)) {
  const question = own.length > 0 && inventor.random.below(2) === 0 ? changed() : invented();
  if (question.expression.length > 500 || question.expression.trim() === '') continue;
  questions.set(JSON.stringify([question.env, question.expression]), question);
}
const asked = [...questions.values()];

/**
 * Reports whether kubeadmit refuses the expression only when it is made a program. The oracle does not report this
 * unless it runs the expression.
 */
function isUnplanned(question: Question, minor: Minor): boolean {
  const isRule = question.env.startsWith('crd');
  const { typeError } = answerOf(isRule ? { ...question, schema: SCHEMA } : question, minor);
  return /^program instantiation/.test(typeError ?? '');
}

const groups = asked.map(
  () => new Map<string, { readonly minors: Minor[]; readonly head: string }>(),
);
for (const minor of MINORS) {
  const replies = askOracle(join(oracles, `oracle-${minor}`), asked, false);
  for (const [index, reply] of replies.entries()) {
    const question = asked[index];
    if (reply === undefined || question === undefined || isUnplanned(question, minor)) continue;
    const answer = answerOfOracle(reply, minor);
    const hash = hashOf(answer);
    const group = groups[index]?.get(hash);
    if (group === undefined) groups[index]?.set(hash, { minors: [minor], head: headOf(answer) });
    else group.minors.push(minor);
  }
}

const lines = asked.map((question, index) => {
  const { schema: _, ...rest } = question;
  const answers = [...(groups[index] ?? [])].map(
    ([hash, { minors, head }]) => [minors, hash, head] as const,
  );
  return JSON.stringify({ ...rest, answers } satisfies KeptQuestion);
});
writeFileSync(
  'fixtures/cel/expressions.jsonl',
  `${[JSON.stringify({ schema: SCHEMA }), ...lines].join('\n')}\n`,
);
