// Keeps what the API servers say of very large expressions, for test/cel/large-expressions.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-large-expressions.ts ORACLES [MINOR...]
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. Without MINOR all minors are asked; the
// answers of others are kept. Writes fixtures/cel/large.jsonl.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { LARGE_EXPRESSIONS, shortened } from '../../test/cel/large-expressions.ts';
import { readJsonLines } from '../../test/conformance/golden.ts';
import { askOracle } from '../fuzz/cel/oracle.ts';
import { renewedAnswers, serverArguments } from './kept-answers.ts';

/** The answer of a server about an expression. */
interface LargeAnswer {
  readonly name: string;
  readonly answer: string;
}

const FILE = 'fixtures/cel/large.jsonl';
const { oracles, minors } = serverArguments('cel-large-expressions.ts');
const names = Object.keys(LARGE_EXPRESSIONS);
const answers: (readonly [Minor, LargeAnswer])[] = [];
for (const minor of minors) {
  const questions = names.map((name) => ({
    env: 'vap-variable' as const,
    expression: LARGE_EXPRESSIONS[name]?.() ?? '',
  }));
  const replies = askOracle(join(oracles, `oracle-${minor}`), questions, false);
  for (const [index, reply] of replies.entries()) {
    if (reply === undefined) throw new Error(`no answer of ${minor}: ${names[index]}`);
    const answer = reply.panic ?? reply.text ?? reply.typeError ?? reply.type ?? '';
    answers.push([minor, { name: names[index] ?? '', answer: shortened(answer) }]);
  }
}
const kept = readJsonLines<LargeAnswer & { readonly minors: readonly Minor[] }>(FILE).filter(
  ({ name }) => names.includes(name),
);
const lines = renewedAnswers(kept, minors, answers, ({ name }) =>
  String(names.indexOf(name)).padStart(4, '0'),
).map((line) => JSON.stringify(line));
writeFileSync(FILE, `${lines.join('\n')}\n`);
