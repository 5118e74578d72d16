import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Severity } from '../../result/finding.ts';
import { escapeXml } from '../escape.ts';
import { count } from '../phrases.ts';
import type { ShownDocument, ShownFinding, ShownReport } from '../shown-report.ts';
import { SKIP_REASONS } from '../summary.ts';
import { element, onLines, xmlDocument } from './xml.ts';

/** A test in a report: a document with its findings. */
interface TestCase {
  readonly name: string;
  readonly skipped: string | undefined;
  readonly found: ShownFinding[];
}

/**
 * A report as a run of tests. Each file is a suite, and each document is a test, which fails if it has a finding that
 * fails the run.
 *
 * Source: https://github.com/jenkinsci/xunit-plugin (junit-10.xsd), as far as GitLab and Jenkins read it
 *
 * @param fails reports whether findings of a severity fail the run
 */
export function formatJunit(report: ShownReport, fails: (severity: Severity) => boolean): string {
  const suites = [...casesByFile(report)].map(([file, cases]) => {
    const failed = cases.filter(({ found }) => found.some(({ severity }) => fails(severity)));
    const skipped = cases.filter((one) => one.skipped !== undefined && one.found.length === 0);
    const attributes = {
      name: file,
      tests: cases.length,
      failures: failed.length,
      errors: 0,
      skipped: skipped.length,
    };
    const elements = cases.map((one) => caseElement(one, file, fails));
    return { ...attributes, element: element('testsuite', attributes, onLines(elements)) };
  });
  const sum = (name: 'tests' | 'failures' | 'skipped') =>
    suites.reduce((total, suite) => total + suite[name], 0);
  return xmlDocument(
    element(
      'testsuites',
      { name: 'kubeadmit', tests: sum('tests'), failures: sum('failures'), errors: 0 },
      onLines(suites.map((suite) => suite.element)),
    ),
  );
}

/** The tests of each file, in the order of the input. */
function casesByFile(report: ShownReport): ReadonlyMap<string, readonly TestCase[]> {
  const byFile = new Map<string, Map<string, TestCase>>();
  const casesOf = (file: string) => getOrCompute(byFile, file, () => new Map<string, TestCase>());
  for (const document of report.documents) {
    const { file, skipped } = document;
    casesOf(file).set(keyOf(document), {
      name: nameOf(document),
      skipped: skipped === undefined ? undefined : SKIP_REASONS[skipped],
      found: [],
    });
  }
  for (const one of report.findings) {
    const cases = casesOf(one.file.name);
    const key = keyOf(one);
    // A finding on a List itself belongs to none of its items.
    const known = getOrCompute(cases, key, () => ({
      name: 'document',
      skipped: undefined,
      found: [],
    }));
    known.found.push(one);
  }
  return new Map([...byFile].map(([file, cases]) => [file, [...cases.values()]]));
}

function keyOf({ index, item }: Pick<ShownFinding, 'index' | 'item'>): string {
  return `${index} ${item}`;
}

function nameOf({ kind, namespace, name, index, item }: ShownDocument): string {
  const identity = [kind, namespace, name].filter((part) => part !== null).join('/');
  return `${identity === '' ? 'document' : identity} (${[index, item].filter((n) => n !== null).join('.')})`;
}

function caseElement(
  { name, skipped, found }: TestCase,
  file: string,
  fails: (severity: Severity) => boolean,
): string {
  const text = escapeXml(found.flatMap((one) => [...linesOf(one), '']));
  const failing = found.filter(({ severity }) => fails(severity));
  const children =
    failing.length > 0
      ? [element('failure', failureAttributes(failing), [text])]
      : found.length > 0
        ? [element('system-out', {}, [text])]
        : skipped === undefined
          ? []
          : [element('skipped', { message: skipped })];
  return element('testcase', { classname: file, name }, children);
}

function failureAttributes(failing: readonly ShownFinding[]) {
  const [first] = failing;
  const more = failing.length - 1;
  const message = first?.message ?? '';
  return {
    message: more > 0 ? `${message} (and ${count(more, 'more finding')})` : message,
    type: first?.rule,
  };
}

function linesOf(finding: ShownFinding): readonly string[] {
  const { file, line, column, severity, message, rule, help, notes, docs } = finding;
  return [
    `${file.name}:${line}:${column}: ${severity}: ${message} [${rule}]`,
    ...(help === null ? [] : [`help: ${help}`]),
    ...notes,
    docs,
  ];
}
