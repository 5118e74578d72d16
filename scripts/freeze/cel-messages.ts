// Keeps the whole of what the API servers say of CEL expressions where the golden verdicts cut it, for
// test/cel/server-text.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-messages.ts ORACLES
// ORACLES is the folder of the programs oracle-1.30, oracle-1.31 and so on. Writes fixtures/cel/long-messages.jsonl.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { CEL_WORDS, CUT_AT, type LongMessage } from '../../test/cel/long-messages.ts';
import { VERDICTS } from '../../test/conformance/cases.ts';
import { type GoldenLine, readJsonLines, type ServerError } from '../../test/conformance/golden.ts';

/** A line of the oracle's. */
interface Verdict {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  readonly errors?: readonly ServerError[];
}

const [oracles] = process.argv.slice(2);
if (oracles === undefined) throw new Error('usage: cel-messages.ts ORACLES');
const FOLDER = 'fixtures/conformance';
const golden = readJsonLines<GoldenLine>(VERDICTS).filter(({ file }) => !file.includes('.new.'));

/** The files of which a minor has a message that is cut. */
function cutFiles(minor: Minor): readonly string[] {
  const cut = golden.filter(({ verdicts }) =>
    verdicts.some(
      ({ minors, errors = [] }) =>
        minors.includes(minor) && errors.some(({ message = '' }) => message.length >= CUT_AT),
    ),
  );
  return [...new Set(cut.map(({ file }) => file))];
}

const messages = new Map<string, Omit<LongMessage, 'minors'> & { readonly minors: Minor[] }>();
for (const minor of MINORS) {
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
      const said = {
        file: file.slice(FOLDER.length + 1),
        document,
        ...(item === undefined ? {} : { item }),
        field,
        message: message.slice(start).replaceAll(/selfType\d+/g, 'selfType0'),
      };
      const key = JSON.stringify(said);
      const known = messages.get(key);
      if (known === undefined) messages.set(key, { ...said, minors: [minor] });
      else known.minors.push(minor);
    }
  }
}
const lines = [...messages.values()]
  .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.document - b.document))
  .map((message) => JSON.stringify(message));
writeFileSync('fixtures/cel/long-messages.jsonl', `${lines.join('\n')}\n`);
