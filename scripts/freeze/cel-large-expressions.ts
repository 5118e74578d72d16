// Keeps what the API servers say of very large expressions, for test/cel/large-expressions.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-large-expressions.ts ORACLES
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. Writes fixtures/cel/large.jsonl.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { LARGE_EXPRESSIONS, shortened } from '../../test/cel/large-expressions.ts';
import { askOracle } from '../fuzz/cel/oracle.ts';

const [oracles] = process.argv.slice(2);
if (oracles === undefined) throw new Error('usage: cel-large-expressions.ts ORACLES');
const names = Object.keys(LARGE_EXPRESSIONS);
const groups = new Map(names.map((name) => [name, new Map<string, Minor[]>()]));
for (const minor of MINORS) {
  const questions = names.map((name) => ({
    env: 'vap-variable' as const,
    expression: LARGE_EXPRESSIONS[name]?.() ?? '',
  }));
  const replies = askOracle(join(oracles, `oracle-${minor}`), questions, false);
  for (const [index, reply] of replies.entries()) {
    if (reply === undefined) throw new Error(`no answer of ${minor}: ${names[index]}`);
    const answer = reply.panic ?? reply.text ?? reply.typeError ?? reply.type ?? '';
    const group = groups.get(names[index] ?? '');
    const text = shortened(answer);
    group?.set(text, [...(group.get(text) ?? []), minor]);
  }
}
const lines = [...groups].flatMap(([name, answers]) =>
  [...answers].map(([answer, minors]) => JSON.stringify({ name, minors, answer })),
);
writeFileSync('fixtures/cel/large.jsonl', `${lines.join('\n')}\n`);
