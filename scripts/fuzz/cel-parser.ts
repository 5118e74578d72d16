// Compares the CEL parser with the API server's, on an expression corpus and on changes of it:
//   node scripts/run.mjs scripts/fuzz/cel-parser.ts ORACLE CORPUS [SEED] [COUNT] [GOLDENS]
// ORACLE is a program that answers `cel` requests, a line of JSON each, with the tree or the errors of
// the server; CORPUS is a JSON list of expressions. With GOLDENS, a folder, a choice of the
// expressions is kept there with the server's answers.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '../../src/cel/parse/parser.ts';
import { renderIssues } from '../../src/cel/source.ts';
import { answerOf, POLICY_PARSING, serverAnswer } from '../../test/cel/parser-answer.ts';
import { mutatedExpressions } from './cel/mutations.ts';

const [oracle, corpusFile, seed = '1', count = '5000', goldens] = process.argv.slice(2);
if (oracle === undefined || corpusFile === undefined) {
  throw new Error('usage: cel-parser.ts ORACLE CORPUS [SEED] [COUNT] [GOLDENS]');
}
const corpus = readCorpus(corpusFile);
const expressions = [...corpus, ...mutatedExpressions(corpus, Number(seed), Number(count))];
const answers = askServer(oracle, expressions);

let different = 0;
for (const [index, expression] of expressions.entries()) {
  const server = answers[index];
  if (server === undefined) continue;
  const result = parse(expression, POLICY_PARSING);
  const ours =
    'ast' in result ? answerOf(result) : { errors: renderIssues(expression, result.errors) };
  if (JSON.stringify(ours) === JSON.stringify(server)) continue;
  different++;
  if (different <= 10) console.log(JSON.stringify({ expression, ours, server }, undefined, 2));
}
const answered = answers.filter((answer) => answer !== undefined).length;
console.log(`${answered} expressions, ${different} answers differ`);
if (goldens !== undefined) keep(goldens);

function readCorpus(file: string): readonly string[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${file} holds no list`);
  return list.filter(
    (entry): entry is string => typeof entry === 'string' && entry.length < 20_000,
  );
}

/**
 * The server's trees and errors. The checker renames what it resolves in the tree, so a second
 * element that it doesn't know keeps the tree as it was parsed.
 */
function askServer(program: string, list: readonly string[]): ReturnType<typeof serverAnswer>[] {
  const results: ReturnType<typeof serverAnswer>[] = [];
  for (let from = 0; from < list.length; from += 3000) {
    const requests = list
      .slice(from, from + 3000)
      .flatMap((expression) => [
        JSON.stringify({ env: 'vap', expression }),
        JSON.stringify({ env: 'vap', expression: `[${expression}\n,undeclared_]` }),
      ]);
    const { stdout } = spawnSync(program, ['cel'], {
      input: `${requests.join('\n')}\n`,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    const replies = stdout.split('\n').filter((line) => line !== '');
    for (let index = 0; index < replies.length; index += 2) {
      results.push(serverAnswer(replies[index] ?? '', replies[index + 1] ?? ''));
    }
  }
  return results;
}

/** Keeps short expressions, more of the wrong ones, and each kind of errors no more than a few times. */
function keep(folder: string): void {
  const kinds = new Map<string, number>();
  const lines = { trees: [] as string[], errors: [] as string[] };
  for (const [index, expression] of expressions.entries()) {
    const server = answers[index];
    if (server === undefined || expression.length > 120) continue;
    const file = 'tree' in server ? 'trees' : 'errors';
    const kind = 'tree' in server ? server.tree.replace(/\w+/gu, 'x') : kindOf(server.errors);
    const seen = kinds.get(kind) ?? 0;
    if (seen > 0 || lines[file].length >= 250) continue;
    kinds.set(kind, seen + 1);
    lines[file].push(JSON.stringify({ expression, ...server }));
  }
  for (const [name, list] of Object.entries(lines)) {
    writeFileSync(join(folder, `parse-${name}.jsonl`), `${list.join('\n')}\n`);
  }
}

function kindOf(errors: string): string {
  return errors
    .split('\n')
    .filter((line) => line.startsWith('ERROR'))
    .map((line) => line.replace(/^ERROR: <input>:[^ ]* /u, '').replace(/'[^']*'/gu, "''"))
    .join();
}
