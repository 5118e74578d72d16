import { rules } from '../../rules/index.ts';
import { lint, type Source } from '../../src/lint.ts';
import { closingLines, formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { Finding, Range } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import { decodeText } from '../../src/yaml/index.ts';
import type { FuzzInput } from './inputs.ts';
import { isPlain, printTree } from './tree.ts';

/** The name of the file under test. */
export const FILE = 'a.yaml';

/** The file of an input. */
export function contentOf(input: FuzzInput): string | Uint8Array {
  return input.kind === 'bytes' ? input.content : printTree(input.tree);
}

/** What must hold for every input; each throws an error that says what does not. */
export const PROPERTIES: ReadonlyMap<string, (input: FuzzInput) => void> = new Map([
  ['no crash, locations in the file and in order', checkFindings],
  ['the same result each time', checkDeterminism],
  ['the same findings alone and between other files', checkBetweenFiles],
  ['the same findings alone and between other documents', checkBetweenDocuments],
  ['comments and the order of keys do not matter', checkSpelling],
]);

/** What looks at other objects of the run; without it, documents do not concern each other. */
const WORKSPACE_RULES: readonly string[] = rules
  .filter(({ checkInWorkspace }) => checkInWorkspace !== undefined)
  .map(({ id }) => id);

function reportOn(content: string | Uint8Array): Report {
  return lint([{ name: FILE, content }], { pedantic: true });
}

function checkFindings(input: FuzzInput): void {
  const content = contentOf(input);
  const report = reportOn(content);
  const lines = decodeText(content).text.split(/\r\n|\n|\r/);
  let last: readonly number[] = [];
  for (const finding of report.findings) {
    const { rule, message, index, line, column, related } = finding;
    if (rule === 'internal/rule-crash') throw new Error(`a rule has crashed: ${message}`);
    for (const range of [finding, ...related]) {
      if (!isInside(range, lines))
        throw new Error(`${rule}: ${rangeText(range)} is not in the file`);
    }
    const order = [index, line, column];
    if (compare(last, order) > 0)
      throw new Error(`${rule} at ${order.join()} is after ${last.join()}`);
    last = order;
  }
}

function isInside({ line, column, endLine, endColumn }: Range, lines: readonly string[]): boolean {
  const start = (lines[line - 1]?.length ?? -1) + 1;
  const end = (lines[endLine - 1]?.length ?? -1) + 1;
  const isForward = endLine > line || (endLine === line && endColumn >= column);
  return line >= 1 && column >= 1 && column <= start && endColumn <= end && isForward;
}

function rangeText({ line, column, endLine, endColumn }: Range): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The JSON report of an input, as the command line writes it with --pedantic. */
export function jsonReport(content: string | Uint8Array): string {
  const report = reportOn(content);
  return formatReport(report, 'json', {
    style: PLAIN,
    width: 80,
    closing: closingLines(report, true),
    annotations: false,
    pathInRepository: (file) => file,
    fails: () => true,
    maxFindings: undefined,
  });
}

function checkDeterminism(input: FuzzInput): void {
  const content = contentOf(input);
  expectEqual(jsonReport(content), jsonReport(content));
}

const BEFORE = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: before\n';
const AFTER = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: after\n';

function checkBetweenFiles(input: FuzzInput): void {
  const source = { name: FILE, content: contentOf(input) };
  const others = [
    { name: 'before.yaml', content: BEFORE },
    { name: 'after.yaml', content: AFTER },
  ] as const;
  const [before, after] = others;
  expectEqual(findingsOf([before, source, after]), findingsOf([source]));
}

function checkBetweenDocuments(input: FuzzInput): void {
  if (input.kind !== 'tree') return;
  const content = contentOf(input);
  const together = findingsOf([{ name: FILE, content: `${BEFORE}---\n${content}---\n${AFTER}` }]);
  const lines = BEFORE.split('\n').length;
  expectEqual(
    together.map((finding) => ({
      ...finding,
      ...movedUp(finding, lines),
      index: finding.index - 1,
    })),
    findingsOf([{ name: FILE, content }]),
  );
}

function movedUp({ line, endLine }: Range, lines: number): Pick<Range, 'line' | 'endLine'> {
  return { line: line - lines, endLine: endLine - lines };
}

/** The findings of a file, without what depends on where it is in the run. */
function findingsOf(sources: readonly Source[]) {
  return lint(sources, { pedantic: true, skip: WORKSPACE_RULES })
    .findings.filter(({ file }) => file === FILE)
    .map(({ causedBy, related, ...finding }: Finding) => finding);
}

function checkSpelling(input: FuzzInput): void {
  if (input.kind !== 'tree' || !isPlain(input.tree)) return;
  const found = ruleFields(printTree(input.tree));
  expectEqual(ruleFields(printTree(input.tree, { comments: true })), found);
  expectEqual(ruleFields(printTree(input.tree, { reversed: true })), found);
}

/**
 * The rules of all findings, with the fields of errors of the server. Of advice that repeats, the first finding stands for
 * all, so that its field depends on the order.
 */
function ruleFields(content: string): readonly string[] {
  const pairs = reportOn(content).findings.map(({ rule, field, cause }) =>
    cause === null ? rule : `${rule} ${field}`,
  );
  return [...new Set(pairs)].sort();
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual, null, 1), JSON.stringify(expected, null, 1)];
  if (one === other) return;
  const lines = new Set(other.split('\n'));
  const ours = new Set(one.split('\n'));
  const more = [...ours].filter((line) => !lines.has(line)).slice(0, 6);
  const less = [...lines].filter((line) => !ours.has(line)).slice(0, 6);
  throw new Error(`not the same: ${more.join('')} instead of ${less.join('')}`);
}
