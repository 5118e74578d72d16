// Compares what CEL expressions evaluate to, and at what cost, with the oracle:
//   node scripts/run.mjs scripts/fuzz/cel-evaluator.ts ORACLE MINOR SEED COUNT [wrong-types]
// Seeded and reproducible. With wrong-types, calls of all overloads with dynamic values, most of a wrong type.
// Disagreements are printed as JSON lines. With KEEP=FILE some questions and the oracle's answers are written there, as
// the tests read them.
import { writeFileSync } from 'node:fs';
import { NEWEST_MINOR, parseMinors } from '../../src/server/kubernetes/minors.ts';
import { inFull } from '../../test/cel/evaluation-values.ts';
import {
  type EvaluationAnswer,
  type EvaluationQuestion,
  evaluate,
  evaluationOfOracle,
} from '../../test/cel/evaluator-answer.ts';
import { EvaluationInventor } from './cel/evaluations.ts';
import { jsonWithBigints } from './cel/json.ts';
import { askCel } from './cel/oracle.ts';
import { WrongTypeInventor } from './cel/wrong-types.ts';

const [oracle, minorText = NEWEST_MINOR, seedText = '1', countText = '1000', form] =
  process.argv.slice(2);
const minor = parseMinors(minorText)?.[0];
if (oracle === undefined || minor === undefined) {
  throw new Error('usage: cel-evaluator.ts ORACLE MINOR SEED COUNT [wrong-types]');
}

const seed = Number(seedText);
const inventor =
  form === 'wrong-types' ? new WrongTypeInventor(seed, minor) : new EvaluationInventor(seed);
const questions = Array.from({ length: Number(countText) }, () => inventor.question());

const replies = askCel(
  oracle,
  questions.map((question) => jsonWithBigints({ ...inFull(question), noAst: true })),
);

function ask(question: EvaluationQuestion): EvaluationAnswer {
  try {
    return minor === undefined ? {} : evaluate(question, minor);
  } catch (error) {
    return { refused: `thrown: ${error instanceof Error ? error.stack : error}` };
  }
}

const counts = { same: 0, refused: 0, errors: 0, different: 0, notAsked: 0 };
const kept: string[] = [];
for (const [index, question] of questions.entries()) {
  const line = replies[index];
  if (line === undefined) {
    counts.notAsked++;
    continue;
  }
  const wanted = evaluationOfOracle(JSON.parse(line));
  const ours = ask(inFull(question));
  if (wanted.refused !== undefined && ours.refused !== undefined) {
    counts.refused++;
    continue;
  }
  if (JSON.stringify(ours) !== JSON.stringify(wanted)) {
    counts.different++;
    process.stdout.write(`${jsonWithBigints({ ...question, ours, oracle: wanted })}\n`);
    continue;
  }
  counts.same++;
  if (wanted.error !== undefined) counts.errors++;
  if (question.expression.length < 200) kept.push(jsonWithBigints({ ...question, answer: wanted }));
}
process.stderr.write(`${minor} ${JSON.stringify(counts)}\n`);
const keep = process.env.KEEP;
if (keep !== undefined) {
  writeFileSync(keep, `${kept.join('\n')}\n`);
}
