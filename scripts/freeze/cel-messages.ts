// Keeps the whole of what the API servers say of CEL expressions where the golden verdicts cut it, for
// test/cel/server-text.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-messages.ts ORACLES [MINOR...]
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. Without MINOR all minors are asked; the
// answers of others are kept. Writes fixtures/cel/long-messages.jsonl.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { CEL_WORDS, CUT_AT, type LongMessage } from '../../test/cel/long-messages.ts';
import { VERDICTS } from '../../test/conformance/cases.ts';
import { type GoldenLine, readJsonLines, type ServerError } from '../../test/conformance/golden.ts';
import { renewedAnswers, serverArguments } from './kept-answers.ts';

/** A line of the oracle's. */
interface Verdict {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  readonly errors?: readonly ServerError[];
}

const { oracles, minors } = serverArguments('cel-messages.ts');
const FILE = 'fixtures/cel/long-messages.jsonl';
const FOLDER = 'fixtures/conformance';
const golden = readJsonLines<GoldenLine>(VERDICTS).filter(({ file }) => !file.includes('.new.'));

function cutFiles(minor: Minor): readonly string[] {
  const cut = golden.filter(({ verdicts }) =>
    verdicts.some(
      ({ minors, errors = [] }) =>
        minors.includes(minor) && errors.some(({ message = '' }) => message.length >= CUT_AT),
    ),
  );
  return [...new Set(cut.map(({ file }) => file))];
}

const messages: (readonly [Minor, Omit<LongMessage, 'minors'>])[] = [];
for (const minor of minors) {
  const files = cutFiles(minor).map((file) => join(FOLDER, file));
  const { stdout } = spawnSync(join(oracles, `oracle-${minor}`), ['-isolate', ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const { file, document, item, errors = [] }: Verdict = JSON.parse(line);
    for (const { field, message = '' } of errors) {
      const start = message.search(CEL_WORDS);
      if (start < 0 || message.length < CUT_AT) continue;
      messages.push([
        minor,
        {
          file: file.slice(FOLDER.length + 1),
          document,
          ...(item === undefined ? {} : { item }),
          field,
          message: message.slice(start).replaceAll(/selfType\d+/g, 'selfType0'),
        },
      ]);
    }
  }
}
const files = new Set(golden.map(({ file }) => file));
const lines = renewedAnswers<Omit<LongMessage, 'minors'>>(
  readJsonLines<LongMessage>(FILE).filter(({ file }) => files.has(file)),
  minors,
  messages,
  ({ file, document, field }) => `${file} ${10_000 + document} ${field}`,
).map((line) => JSON.stringify(line));
writeFileSync(FILE, `${lines.join('\n')}\n`);
