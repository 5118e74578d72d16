// Compares the YAML reader with the oracle on generated and mutated texts:
//   node scripts/run.mjs scripts/fuzz/yaml-reader.ts ORACLE SEED COUNT [FILE|FOLDER...]
// Seeded and reproducible. Texts come from the files and folders (default: fixtures/conformance/yaml),
// cut, spliced and mutated, and from random YAML soup. Disagreements are printed as JSON lines.
// COUNT `all` reads the texts of the files as they are. With KEEP=FILE the texts and the oracle's answers are written there, as the tests read them.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeText } from '../../src/yaml/index.ts';
import { readYaml } from '../../src/yaml/read.ts';
import { canonical, parseExactly } from '../../test/yaml/oracle-answer.ts';

const [oracle, seedText = '1', countText = '2000', ...corpora] = process.argv.slice(2);
if (oracle === undefined)
  throw new Error('usage: yaml-reader.ts ORACLE SEED COUNT [FILE|FOLDER...]');
let state = Number(seedText) >>> 0;

function random(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % below;
}

function pick<T>(items: readonly [T, ...T[]]): T {
  return items[random(items.length)] ?? items[0];
}

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

const SOUP = [
  'a',
  'b',
  'key',
  '1',
  '0x1F',
  '010',
  '1.5',
  '1e3',
  'yes',
  'null',
  '~',
  '<<',
  '.inf',
  '-',
  '- ',
  '? ',
  ': ',
  ':',
  ', ',
  ',',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '"q"',
  "'s'",
  '|',
  '>',
  '|-\n',
  '>+\n',
  '|2\n',
  '>1-\n',
  '&x ',
  '*x',
  '*x ',
  '!!str ',
  '!!int ',
  '!!float ',
  '!foo ',
  '!',
  '!!binary ',
  '#',
  ' # c',
  '\n',
  '\n',
  '\n ',
  '\n  ',
  '\n    ',
  '\n- ',
  '\n  - ',
  '\nk: ',
  '\n  k: ',
  '\nk:',
  '\n<<: ',
  '\t',
  ' ',
  '  ',
  '\n---\n',
  '\n...\n',
  '---',
  '...',
  '%',
  '@',
  '`',
  '\\',
  '\\n',
  '\\x41',
  '\\\n',
  "''",
  '\r\n',
  '\r',
  '\u0085',
  '\u2028',
  'é',
  '😀',
  '{}',
  '[]',
  '{a: b}',
  '[a, b]',
  'a: b',
  '\na: b',
  '\n\n',
  '\n? ',
  '\n: ',
  '%YAML 1.1\n',
  '%TAG ! tag:x,2000:\n',
  'a,b',
  'x?y',
  '\n   ',
] as const;

function soup(): string {
  let text = '';
  for (let k = 1 + random(24); k > 0; k--)
    text += pick(SOUP as unknown as readonly [string, ...string[]]);
  return text;
}

/** Lines of a block document with properties and odd indentation. */
function blocks(): string {
  let text = '';
  let indent = 0;
  for (let k = 2 + random(12); k > 0; k--) {
    if (random(4) === 0) indent = Math.max(0, indent + 2 * (random(3) - 1));
    if (random(12) === 0) indent = Math.max(0, indent - 1);
    text += ' '.repeat(indent);
    if (random(3) === 0) text += pick(['- ', '- - ', '-\n', '- &x ', '- !!str ']);
    text += pick([
      'a',
      'b',
      'c',
      '"d"',
      "'e'",
      '1',
      '&x f',
      '*x ',
      '<<',
      '!!str 1',
      '? g',
      'y',
      '{h: i}',
      'long key',
    ]);
    text += pick([': ', ': ', ':', ':  ', ':\n', ' : ', ' ']);
    text += pick([
      'v',
      '1',
      '"v"',
      "'v'",
      'v w',
      '|\n  t\n',
      '>-\n   t\n   u\n',
      '*x',
      '&x v',
      '{}',
      '[a, {b: c}]',
      '[a: b]',
      '',
      '{a, b: }',
      'v #c',
      '!!int "3"',
      '&x',
      '*x # c',
      '"a\n  b"',
      'p\n  q',
      'p\n q',
    ]);
    text += '\n';
    if (random(3) === 0) indent += 2;
  }
  return text;
}

function fragment(): string {
  const source = corpus[random(Math.max(1, corpus.length))] ?? '';
  const lines = source.split('\n');
  const start = random(lines.length);
  return lines
    .slice(start, start + 1 + random(30))
    .join('\n')
    .slice(0, 4000);
}

function mutate(text: string): string {
  let mutated = text;
  for (let k = random(2) + random(3); k >= 0; k--) {
    const at = random(mutated.length + 1);
    const size = random(4) === 0 ? random(20) : 1;
    switch (random(5)) {
      case 0:
        mutated = mutated.slice(0, at) + mutated.slice(at + size);
        break;
      case 1:
        mutated =
          mutated.slice(0, at) +
          pick(SOUP as unknown as readonly [string, ...string[]]) +
          mutated.slice(at);
        break;
      case 2:
        mutated =
          mutated.slice(0, at) +
          mutated
            .slice(at)
            .replace(/\n */, (white) => (random(2) ? `${white} ` : white.slice(0, -1) || '\n'));
        break;
      case 3: {
        const from = random(mutated.length + 1);
        mutated = mutated.slice(0, at) + mutated.slice(from, from + 10) + mutated.slice(at);
        break;
      }
      default:
        mutated =
          mutated.slice(0, at) + String.fromCharCode(32 + random(95)) + mutated.slice(at + 1);
    }
  }
  return mutated;
}

/** Plain scalars made of the characters of numbers and words, bare, as keys and behind tags. */
function scalars(): string {
  let text = '';
  const isTagged = random(3) === 0;
  for (let k = isTagged ? 1 : 1 + random(8); k > 0; k--) {
    let scalar = '';
    for (let n = 1 + random(5); n > 0; n--) scalar += pick(SCALAR_PIECES);
    if (isTagged)
      scalar = `${pick(['!!int', '!!float', '!!bool', '!!null', '!!timestamp', '!!binary'])} ${scalar}`;
    text += `${pick(['- ', '- ', '- ? '])}${scalar}${pick(['', '', ': 1'])}\n`;
  }
  return text;
}

const SCALAR_PIECES = [
  '0',
  '1',
  '7',
  '8',
  '12',
  '9',
  '_',
  '.',
  '-',
  '+',
  'e',
  'E',
  '0x',
  '0X',
  '0o',
  '0b',
  '0B',
  'f',
  'A',
  '9007199254740993',
  '18446744073709551615',
  '9223372036854775807',
  '1e',
  'e+2',
  'inf',
  '.inf',
  '.nan',
  '~',
  'y',
  'no',
  'true',
  'null',
  ':',
  'T',
  '2001-01-01',
  '-12-3',
  ' 1:2:3',
  'Z',
  '+01:00',
  'YQ==',
  '=',
  '.5',
  '00',
  '999999999999999999999',
  '1e30',
  '0.1',
  '1e-7',
  '64',
] as const;

function generate(): string {
  const kind = random(11);
  if (kind === 10) return scalars();
  let text: string;
  if (kind < 3) text = soup();
  else if (kind < 5) text = blocks();
  else if (kind < 6) text = mutate(blocks());
  else
    text = mutate(
      random(3) === 0
        ? (corpus[random(Math.max(1, corpus.length))] ?? '').slice(0, 6000)
        : fragment(),
    );
  if (random(20) === 0) text = text.replaceAll('\n', '\r\n');
  return text;
}

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
const folder = mkdtempSync(join(tmpdir(), 'fuzz-yaml-'));
const BATCH = 1000;
const total = { texts: 0, parts: 0, refused: 0, disagreements: 0, otherMessage: 0, duplicates: 0 };
const otherMessages = new Map<string, number>();
try {
  for (let done = 0; done < count; done += BATCH) {
    const texts: string[] = [];
    const batch = join(folder, String(done));
    mkdirSync(batch);
    for (let k = 0; k < Math.min(BATCH, count - done); k++) {
      const text = countText === 'all' ? (corpus[done + k] ?? '') : generate();
      texts.push(text);
      writeFileSync(join(batch, `${k}.yaml`), text);
    }
    const run = spawnSync(oracle, ['read', batch], { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (run.status !== 0) throw new Error(run.stderr);
    const answers = new Map<string, Line[]>();
    for (const line of run.stdout
      .split('\n')
      .filter((l) => l !== '')
      .map(parseLine)) {
      const name = line.file.split('/').at(-1) ?? '';
      answers.set(name, [...(answers.get(name) ?? []), line]);
    }
    for (const [k, text] of texts.entries()) {
      const lines = answers.get(`${k}.yaml`) ?? [];
      compare(text, lines);
      if (keep !== undefined) kept.push(JSON.stringify({ text, documents: lines.map(answerOf) }));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
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
