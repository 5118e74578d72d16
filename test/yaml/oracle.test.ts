import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeText, type Part, readParts } from '../../src/yaml/index.ts';
import { readYaml } from '../../src/yaml/read.ts';
import { VERDICTS } from '../conformance/cases.ts';
import { type GoldenLine, readJsonLines } from '../conformance/golden.ts';
import { canonical, parseExactly } from './oracle-answer.ts';

interface Answer {
  readonly json?: string;
  readonly error?: string;
}

const FOLDER = 'fixtures/conformance/yaml';

function read(bytes: Uint8Array): Part[] {
  return [...readYaml(decodeText(bytes))];
}

/** The messages about values, which go-yaml makes after it has read all of a document. */
const WRONG_VALUE = /^yaml: (?:invalid map key|map merge|!!binary|cannot decode|document contains)/;

/** Checks that the parts are those of the oracle, with the same values and the same refusals. */
function expectAnswers(parts: readonly Part[], answers: readonly Answer[], text: string): void {
  expect(parts.length, text).toBe(answers.length);
  for (const [index, answer] of answers.entries()) {
    const content = parts[index]?.content;
    if (content?.kind === 'refused') {
      const { serverMessage } = content.refusal;
      const said = withoutValues(answer.error ?? '');
      // So go-yaml may report a later error of syntax instead.
      if (WRONG_VALUE.test(serverMessage) && /^yaml: /.test(said) && !WRONG_VALUE.test(said))
        continue;
      expect(serverMessage, text).toBe(said);
    } else if (content !== undefined) {
      expect(answer.error, text).toBeUndefined();
      // Go takes one at random of two keys that are the same text only.
      if (content.document.duplicates.some((duplicate) => duplicate.sameText)) continue;
      expect(canonical(content.document.value), text).toBe(
        canonical(parseExactly(answer.json ?? 'null')),
      );
    }
  }
}

/** A message of Go without the value of a bad key, and with the octet of a bad sequence that is read first. */
function withoutValues(message: string): string {
  return message
    .replace(
      /^(yaml: invalid map key: (?:\[\]interface \{\}|map\[interface \{\}\]interface \{\}))\{.*$/,
      '$1',
    )
    .replace(/, key: .*$/, '')
    .replace('trailing UTF-8', 'leading UTF-8');
}

const conformance = readJsonLines<{ file: string; documents: Answer[] }>(
  'fixtures/yaml/conformance.jsonl',
);
const verdicts = readJsonLines<GoldenLine>(VERDICTS);

test.each(conformance)('reads $file as the server does', ({ file, documents }) => {
  const bytes = readFileSync(join(FOLDER, file));
  expectAnswers(read(bytes), documents, file);
});

/** The message in a verdict on a document that the server's clients cannot read. */
const UNREADABLE = /^(?:yaml: |json: unsupported value|unsupported map key|invalid Yaml)/;

test.each(conformance)('takes and refuses $file as the server does, JSON included', ({ file }) => {
  const refused = verdicts
    .filter((verdict) => verdict.file === `yaml/${file}`)
    .filter((verdict) => verdict.verdicts.at(-1)?.decode?.some((said) => UNREADABLE.test(said)))
    .map(({ document }) => document);
  const bytes = readFileSync(join(FOLDER, file));
  const ours = [...readParts(bytes)].filter(({ content }) => content.kind === 'refused');
  expect(ours.map(({ index }) => index)).toEqual([...new Set(refused)]);
});

test.each([
  ['generated', 1000],
  ['kept', 90],
])('reads the %s texts as the server does', (name, atLeast) => {
  const encoder = new TextEncoder();
  const texts = readJsonLines<{ text: string; documents: Answer[] }>(`fixtures/yaml/${name}.jsonl`);
  expect(texts.length).toBeGreaterThan(atLeast);
  for (const { text, documents } of texts) {
    if (decodeText(text).unreadable !== undefined) continue;
    expectAnswers(read(encoder.encode(text)), documents, text);
  }
});
