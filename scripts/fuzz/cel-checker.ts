// Compares the CEL checker with the oracle:
//   node scripts/run.mjs scripts/fuzz/cel-checker.ts ORACLE MINOR SEED COUNT [FILE|FOLDER...]
// Seeded and reproducible. Expressions come from the CRDs and policies in the YAML files, from the
// suites of @bufbuild/cel-spec, and from a generator that goes by the declared overloads; most are
// spliced and mutated. Disagreements are printed as JSON lines. COUNT `all` asks the files' own as they are.
// With KEEP=FILE some questions and the oracle's answers are written there, as the tests read them.
import { writeFileSync } from 'node:fs';
import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { NEWEST_MINOR, parseMinors } from '../../src/server/kubernetes/minors.ts';
import {
  type Answer,
  answerOf,
  answerOfOracle,
  type Question,
} from '../../test/cel/checker-answer.ts';
import { Inventor } from './cel/inventor.ts';
import { SCHEMA } from './cel/material.ts';
import { askOracle } from './cel/oracle.ts';
import { questionsIn } from './cel/questions-of-files.ts';

const [oracle, minorText = NEWEST_MINOR, seedText = '1', countText = '1000', ...paths] =
  process.argv.slice(2);
const minor = parseMinors(minorText)?.[0];
if (oracle === undefined || minor === undefined) {
  throw new Error('usage: cel-checker.ts ORACLE MINOR SEED COUNT [FILE|FOLDER...]');
}
const inventor = new Inventor(Number(seedText));

function suiteExpressions(suite: IncrementalTestSuite): readonly string[] {
  return [
    ...suite.tests.map(({ original }) => original.expr),
    ...suite.suites.flatMap(suiteExpressions),
  ];
}

const own = paths.flatMap(questionsIn);
const suites = [getConformanceSuite(), getCheckingSuite(), getComprehensionSuite()].flatMap(
  suiteExpressions,
);

function invented(): Question {
  const roll = inventor.random.below(10);
  if (roll < 2 && own.length > 0) {
    const question = inventor.random.pick(own);
    return { ...question, expression: inventor.mutated(question.expression) };
  }
  if (roll < 4) {
    const expression = inventor.random.pick(suites);
    return inventor.placed(
      inventor.random.below(2) === 0 ? expression : inventor.mutated(expression),
    );
  }
  const expression = inventor.expression();
  return inventor.placed(roll < 9 ? expression : inventor.mutated(expression));
}

/** The limits of the questions that are kept: how many of each kind, and how many characters. */
const MOST_KEPT = 30;
const LONGEST_KEPT = 900;

const questions =
  countText === 'all' ? own : Array.from({ length: Number(countText) }, () => invented());
const replies = askOracle(oracle, questions);

const counts = { same: 0, accepted: 0, different: 0, notAsked: 0 };
const kept = { accepted: [] as string[], refused: [] as string[] };
for (const [index, question] of questions.entries()) {
  const found = replies[index];
  if (found === undefined) {
    counts.notAsked++;
    continue;
  }
  const wanted = answerOfOracle(found, minor);
  let ours: Answer;
  try {
    ours = answerOf(question, minor);
  } catch (error) {
    ours = { crash: `thrown: ${error instanceof Error ? error.stack : error}` };
  }
  // The oracle names only the failed plan of an expression that also has a wrong result.
  const isWrongResult = /must evaluate/.test(ours.typeError ?? '');
  const isNotPlanned = /^program instantiation/.test(wanted.typeError ?? '');
  if (isWrongResult && isNotPlanned) continue;
  if (JSON.stringify(ours) !== JSON.stringify(wanted)) {
    counts.different++;
    const { schema: _, ...asked } = question;
    process.stdout.write(`${JSON.stringify({ ...asked, ours, oracle: wanted })}\n`);
    continue;
  }
  counts.same++;
  if (wanted.type !== undefined) counts.accepted++;
  const { schema, ...rest } = question;
  const own = schema === undefined || schema === SCHEMA ? {} : { schema };
  const line = JSON.stringify({ ...rest, ...own, answer: wanted });
  if (line.length <= LONGEST_KEPT) {
    kept[wanted.type === undefined ? 'refused' : 'accepted'].push(line);
  }
}
process.stderr.write(`${minor} ${JSON.stringify(counts)}\n`);
const keep = process.env.KEEP;
if (keep !== undefined) {
  // The first line is the schema of all questions that have none of their own.
  const lines = [
    JSON.stringify({ minor, schema: SCHEMA }),
    ...kept.accepted.slice(0, MOST_KEPT),
    ...kept.refused.slice(0, MOST_KEPT),
  ];
  writeFileSync(keep, `${lines.join('\n')}\n`);
}
