import { describe, expect, it } from 'vitest';
import { withoutCommands } from '../../src/report/escape.ts';
import {
  closingLines,
  FORMATS,
  type FormatOptions,
  formatReport,
  isForPrograms,
} from '../../src/report/format.ts';
import { stepSummary } from '../../src/report/step-summary.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import type { DocumentReport } from '../../src/result/verdict.ts';
import { escapeControls } from '../../src/result/visible-text.ts';
import { documentReport, finding, report } from './report-data.ts';

/** The texts that must not reach a terminal or a log without escapes. */
const HOSTILE: ReadonlyMap<string, string> = new Map([
  ['a workflow command', '::error file=b.yaml::forged'],
  ['a workflow command after spaces', ' \t ::stop-commands::token'],
  ['a workflow command on a line of its own', 'a\n::error::forged'],
  ['a workflow command after a carriage return', 'a\r::error::forged'],
  [
    'a workflow command after a word',
    `${'word '.repeat(40)}::error::forged ${'::warning::forged '.repeat(40)}`,
  ],
  ['an old workflow command', '##[error]forged'],
  ['a command of Azure Pipelines', 'a ##vso[task.setvariable variable=a]forged'],
  ['a command of TeamCity', "##teamcity[message text='forged']"],
  ['ESC', '\u001b[2J\u001b]0;title\u0007'],
  ['backspaces', 'safe\b\b\b\b'],
  ['C1', '\u009b31m\u0085\u0090'],
  ['bidirectional controls', '\u202eabc\u202c\u2066\u2069\u200e\u200f\u061c'],
  ['zero-width characters', 'a\u200b\u200c\u200d\u2060\ufeff\u180eb'],
  ['soft hyphens', 'a\u00adb'],
  ['tag characters', 'a\u{e0041}\u{e0042}\u{e007f}b'],
  ['fillers', '\u115f\u1160\u3164\uffa0'],
  ['line separators', 'a\u2028::error::b\u2029::error::c'],
  ['unpaired surrogates', 'a\ud800b\udc00'],
  ['a section of GitLab', '\u001b[0Ksection_start:1:a\r\u001b[0K'],
  [
    'markup',
    '<img src=x onerror=alert(1)> | [a](https://example.com) `b` **c** @team #1 GH-1 a/b#1',
  ],
]);

/** Characters that no output may have, apart from its line breaks; not taken from the code under test. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|\u034f|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u;

const FILE = 'a.yaml';

/** The places of a report that take a text from the input, from a name or from a message that quotes it. */
const PLACES: ReadonlyMap<string, (text: string) => Report> = new Map<
  string,
  (text: string) => Report
>([
  ['the path', (text) => reportOf({ file: text }, { file: text }, { [text]: 'kind: A' })],
  ['the message', (text) => reportOf({ message: `the name is '${text}'` })],
  ['the beginning of the message', (text) => reportOf({ message: text })],
  ['the field', (text) => reportOf({ field: text })],
  ['the help', (text) => reportOf({ help: text })],
  ['a related message', (text) => reportOf({ related: [{ ...RELATED, message: text }] })],
  ['a related path', (text) => reportOf({ related: [{ ...RELATED, file: text }] })],
  ['the kind', (text) => reportOf({}, { kind: text, skipped: 'unknown-kind' })],
  ['the API version', (text) => reportOf({}, { apiVersion: text, skipped: 'unknown-kind' })],
  ['the name', (text) => reportOf({}, { name: text })],
  ['the namespace', (text) => reportOf({}, { namespace: text })],
  ['the template', (text) => reportOf({}, { renderedFrom: text })],
  ['the line', (text) => reportOf({}, {}, { [FILE]: text })],
  [
    'the line before',
    (text) => reportOf({ line: 2 }, {}, { [FILE]: `${text.replaceAll('\n', ' ')}\nb` }),
  ],
  ['a consequence', (text) => consequenceOf(text)],
]);

const RELATED = { file: FILE, line: 1, column: 1, endLine: 1, endColumn: 3, message: 'this' };

function reportOf(
  part: Partial<Finding>,
  document: Partial<DocumentReport> = {},
  texts: Readonly<Record<string, string>> = { [FILE]: 'kind: A\nb' },
): Report {
  return report(texts, [finding({ file: FILE, ...part })], {
    documents: [documentReport({ file: FILE, ...document })],
  });
}

function consequenceOf(text: string): Report {
  return report({ [FILE]: 'kind: A' }, [
    finding(),
    finding({ message: text, field: text, causedBy: 0 }),
  ]);
}

const OPTIONS: FormatOptions = {
  style: PLAIN,
  width: undefined,
  closing: [],
  annotations: false,
  pathInRepository: (file) => file,
  fails: () => true,
  maxFindings: undefined,
};

const cases = [...PLACES].flatMap(([place, make]) =>
  [...HOSTILE].map(([what, text]) => ({ place, what, report: make(text), text })),
);

/**
 * Expects that an output contains no control characters for a terminal, and no commands other than those of kubeadmit.
 */
function expectHarmless(output: string, commands: number): void {
  expect(FORBIDDEN.exec(output)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
  expect(output).not.toMatch(/##\w*\[/);
  const begun = output.split('\n').filter((line) => line.trimStart().startsWith('::'));
  expect(begun).toHaveLength(commands);
}

/** The annotations of the findings, which are intended commands. */
function annotationsOf({ findings }: Report): number {
  return findings.filter(({ causedBy }) => causedBy === null).length;
}

describe.each(FORMATS)('the format %s', (format) => {
  it.each(cases)('escapes $what in $place', ({ report }) => {
    for (const width of [undefined, 30, 80]) {
      for (const annotations of isForPrograms(format) ? [false] : [false, true]) {
        const output = formatReport(report, format, {
          ...OPTIONS,
          width,
          closing: isForPrograms(format) ? [] : closingLines(report, true),
          annotations,
        });
        const isAnnotated = annotations || format === 'github';
        expectHarmless([...output].join(''), isAnnotated ? annotationsOf(report) : 0);
      }
    }
  });
});

it.each(cases)('the step summary escapes $what in $place', ({ report }) => {
  const summary = stepSummary(report);
  expectHarmless(summary, 0);
  // Rules link to their pages. The only other markup is the comments that keep references apart.
  const text = summary.replaceAll(/\| \[[\w/-]+\]\([^)]*\) \|/g, '');
  expect(text).not.toMatch(/#\d|GH-\d|@\w/i);
  expect(text.replaceAll('<!-- -->', '')).not.toMatch(/(?<!\\)(?:<|`|\*\*|@|\]\()|https:/);
});

it.each(cases)('JSON has the text of $what in $place as it is', ({ report, text }) => {
  const output = [...formatReport(report, 'json', OPTIONS)].join('');
  const strings: string[] = [];
  JSON.parse(output, (_, value) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  const isInReport = !['the line', 'the line before'].some((place) =>
    cases.some((testCase) => testCase.report === report && testCase.place === place),
  );
  if (isInReport) expect(strings.some((string) => string.includes(text))).toBe(true);
});

describe('a text that is shown', () => {
  it.each([
    ['letters of all scripts', 'é 名前 ไทย עברית العربية'],
    ['emoji of several characters', '👩‍👩‍👧 ❤️ 👍🏽 🏳️‍🌈'],
    ['colons and numbers signs', 'a::b ## c ##d [##'],
  ])('keeps %s', (_, text) => {
    expect(withoutCommands(escapeControls(text))).toBe(text);
  });

  it.each([
    ['\u200d', '\\u200d'],
    ['👩\u200d', '👩\\u200d'],
    ['a\u200db', 'a\\u200db'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['a\n##[b', 'a\\n\\u0023#[b'],
  ])('shows %j as %s', (text, shown) => {
    expect(escapeControls(text)).toBe(shown);
  });

  it.each([
    ['::error::a', '\\u003a:error::a'],
    ['  ::error::a', '  \\u003a:error::a'],
    ['a ::error::b\n::c', 'a ::error::b\n\\u003a:c'],
  ])('begins no line with a command: %j', (text, shown) => {
    expect(withoutCommands(text)).toBe(shown);
  });
});
