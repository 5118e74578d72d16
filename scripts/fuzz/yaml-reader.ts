// Compares the YAML reader with the oracle on generated and mutated texts:
//   node scripts/run.mjs scripts/fuzz/yaml-reader.ts ORACLE SEED COUNT [FILE|FOLDER...]
// Seeded and reproducible. Texts come from the files and folders (default: fixtures/conformance/yaml), cut, spliced and
// mutated, and from random YAML soup. Disagreements are printed as JSON lines. COUNT `all` reads the texts of the files
// as they are. With KEEP=FILE the texts and the oracle's answers are written there, as the tests read them.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../src/yaml/index.ts';
import { readYaml } from '../../src/yaml/read.ts';
import { canonical, parseExactly } from '../../test/yaml/oracle-answer.ts';
import { oracleLines } from './oracle-lines.ts';
import { Random } from './random.ts';
import { YamlTexts } from './yaml-texts.ts';

const [oracle, seedText = '1', countText = '2000', ...corpora] = process.argv.slice(2);
if (oracle === undefined)
  throw new Error('usage: yaml-reader.ts ORACLE SEED COUNT [FILE|FOLDER...]');

function readCorpus(path: string): string[] {
  if (statSync(path).isDirectory()) {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .flatMap((name) => readCorpus(join(path, name)));
  }
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.jsonl')) return [text];
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line).yaml ?? ''));
}

const corpus = (corpora.length > 0 ? corpora : ['fixtures/conformance/yaml']).flatMap(readCorpus);
const generated = new YamlTexts(new Random(Number(seedText)), corpus);

interface Line {
  file: string;
  document: number;
  json: string | undefined;
  error: string | undefined;
  duplicates: string | undefined;
}

function parseLine(line: string): Line {
  const plain = JSON.parse(line);
  const begin = line.indexOf('"json":');
  const duplicates = line.lastIndexOf(',"duplicates":');
  const end = plain.duplicates === undefined ? line.length - 1 : duplicates;
  return {
    ...plain,
    json: plain.error === undefined && begin >= 0 ? line.slice(begin + 7, end) : undefined,
  };
}

/** The part of an answer that the tests keep. JSON is kept as a text, since its numbers may exceed a double. */
function answerOf({ json, error }: Line): object {
  return error === undefined ? { json } : { error };
}

const keep = process.env.KEEP;
const kept: string[] = [];
const count = countText === 'all' ? corpus.length : Number(countText);
const BATCH = 1000;
const total = { texts: 0, parts: 0, refused: 0, disagreements: 0, otherMessage: 0, duplicates: 0 };
const otherMessages = new Map<string, number>();
for (let done = 0; done < count; done += BATCH) {
  const files = Array.from({ length: Math.min(BATCH, count - done) }, (_, k) => ({
    file: `${k}.yaml`,
    content: countText === 'all' ? (corpus[done + k] ?? '') : generated.next(),
  }));
  const answers = new Map<string, Line[]>();
  for (const line of oracleLines(oracle, ['read'], files).map(parseLine)) {
    answers.set(line.file, [...(answers.get(line.file) ?? []), line]);
  }
  for (const { file, content } of files) {
    const lines = answers.get(file) ?? [];
    compare(content, lines);
    if (keep !== undefined) {
      kept.push(JSON.stringify({ text: content, documents: lines.map(answerOf) }));
    }
  }
}
if (keep !== undefined) writeFileSync(keep, `${kept.join('\n')}\n`);
console.error(JSON.stringify(total));
if (process.env.MESSAGES !== undefined) {
  for (const [pair, times] of [...otherMessages].sort((a, b) => b[1] - a[1]).slice(0, 25))
    console.error(times, pair);
}

function compare(text: string, lines: readonly Line[]): void {
  total.texts++;
  if (process.env.TRACE !== undefined) writeFileSync(process.env.TRACE, text);
  // The bytes that the oracle gets, in which half a surrogate pair is not a character.
  const decoded = decodeText(new TextEncoder().encode(text));
  if (decoded.unreadable !== undefined) return;
  const parts = [...readYaml(decoded)];
  const report = (what: string, ours: unknown, theirs: unknown): void => {
    total.disagreements++;
    console.log(JSON.stringify({ what, ours, theirs, text }));
  };
  if (parts.length !== lines.length) report('count', parts.length, lines.length);
  for (const [k, line] of lines.entries()) {
    total.parts++;
    const content = parts[k]?.content;
    if (content === undefined) continue;
    if (content.kind === 'refused') {
      total.refused++;
      if (line.error === undefined) report('refused', content.refusal.serverMessage, line.json);
      else if (content.refusal.serverMessage !== line.error) {
        total.otherMessage++;
        const pair = `${content.refusal.serverMessage} | ${line.error}`.replaceAll(
          /line \d+/g,
          'line N',
        );
        otherMessages.set(pair, (otherMessages.get(pair) ?? 0) + 1);
      }
      continue;
    }
    const { document } = content;
    const isRandom = document.duplicates.some((duplicate) => duplicate.sameText);
    if (line.error !== undefined) {
      // No reader uses the text after the document, but go-yaml may have checked its characters.
      report('accepted', canonical(document.value), line.error);
    } else if (
      !isRandom &&
      canonical(document.value) !== canonical(parseExactly(line.json ?? 'null'))
    ) {
      report('value', canonical(document.value), line.json);
    } else if (document.duplicates.some((d) => !d.sameText) && line.duplicates === undefined) {
      total.duplicates++;
      report('duplicates', document.duplicates, line.duplicates);
    } else if (
      line.duplicates !== undefined &&
      document.duplicates.length === 0 &&
      document.merges.length === 0
    ) {
      report('duplicates', document.duplicates, line.duplicates);
    }
  }
}
