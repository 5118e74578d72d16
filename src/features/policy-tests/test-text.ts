import { escapeXml } from '../../report/escape.ts';
import { jsonText } from '../../report/formats/json.ts';
import { element, onLines, xmlDocument } from '../../report/formats/xml.ts';
import { count, printable } from '../../report/phrases.ts';
import type { Style } from '../../report/style.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import type { PolicyCoverage } from './coverage/recorder.ts';
import type { TestResult } from './run-tests.ts';

/** The tests of one file, with their results. */
export interface TestSuite {
  readonly file: string;
  /** The reasons why no test of the file could be run. */
  readonly problems: readonly string[];
  readonly results: readonly TestResult[];
}

interface TestTextOptions {
  readonly style: Style;
  /** The columns of a terminal; undefined for no limit. */
  readonly width: number | undefined;
}

const INDENT = 6;

/** The results of tests, for people: a line for each test below its file, and below it the differences. */
export function testText(suites: readonly TestSuite[], options: TestTextOptions): string {
  const { style } = options;
  const lines = suites.flatMap(({ file, problems, results }) => [
    style.strong(printable(file)),
    ...problems.flatMap((problem) => {
      const [first = '', ...others] = indented(problem, options);
      return [`${style.severity.error('error')} ${first.trimStart()}`, ...others];
    }),
    ...results.flatMap((result) => resultLines(result, options)),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function indented(text: string, { width }: Pick<TestTextOptions, 'width'>): readonly string[] {
  const columns = width === undefined ? undefined : width - INDENT;
  return wrap(escapeControls(text), columns).map((line) => ' '.repeat(INDENT) + line);
}

function resultLines({ name, failures }: TestResult, { style, width }: TestTextOptions) {
  const isPassed = failures.length === 0;
  const word = isPassed ? style.faint('pass') : style.severity.error('fail');
  const columns = width === undefined ? undefined : width - INDENT;
  const [first = '', ...others] = wrap(printable(name), columns);
  return [
    `${word}  ${first}`,
    ...others.map((line) => ' '.repeat(INDENT) + line),
    ...failures.flatMap((failure) => indented(failure, { width })),
  ];
}

/** The last line: how many tests there were, and how many failed. */
export function testSummary(suites: readonly TestSuite[]): string {
  const results = suites.flatMap((suite) => suite.results);
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const broken = suites.filter(({ problems }) => problems.length > 0).length;
  const files = count(suites.length, 'file');
  const unusable = broken === 0 ? '' : `; ${count(broken, 'file')} could not be used`;
  return `${count(results.length, 'test')} in ${files}: ${results.length - failed} passed, ${failed} failed${unusable}`;
}

/** The results of tests as JUnit XML, for CI systems. */
export function testJunit(suites: readonly TestSuite[]): string {
  const elements = suites.map(({ file, problems, results }) => {
    const failed = results.filter(({ failures }) => failures.length > 0);
    const attributes = {
      name: file,
      tests: results.length,
      failures: failed.length,
      errors: problems.length,
    };
    const cases = results.map(({ name, failures }) =>
      element(
        'testcase',
        { classname: file, name },
        failures.map((failure) =>
          element('failure', { message: failure }, escapeXml([failure]).split('\n')),
        ),
      ),
    );
    const errors = problems.map((problem) =>
      element('testcase', { classname: file, name: 'policies' }, [
        element('error', { message: problem }),
      ]),
    );
    return element('testsuite', attributes, onLines([...errors, ...cases]));
  });
  return xmlDocument(element('testsuites', { name: 'kubeadmit test' }, onLines(elements)));
}

/**
 * The results of tests as JSON. `version` is the version of this format.
 *
 * @param coverage the coverage; undefined if it is not included
 */
export function testJson(
  suites: readonly TestSuite[],
  coverage: readonly PolicyCoverage[] | undefined,
): string {
  const report = {
    version: 1,
    files: suites.map(({ file, problems, results }) => ({
      file,
      problems,
      tests: results.map(({ name, failures, request }) => ({
        name,
        passed: failures.length === 0,
        failures,
        decision: request?.outcome ?? null,
        message: request?.denial?.message ?? request?.unknown ?? null,
      })),
    })),
    ...(coverage !== undefined && { coverage }),
  };
  return jsonText(report);
}
