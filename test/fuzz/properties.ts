import { rules } from '../../rules/index.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { closingLines, formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { Finding, Range } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import { decodeText } from '../../src/yaml/index.ts';
import type { FuzzInput } from './inputs.ts';
import { isPlain, printTree } from './tree.ts';

/** The name of the file under test. */
const FILE = 'a.yaml';

/** The file of an input. */
export function contentOf(input: FuzzInput): string | Uint8Array {
  return input.kind === 'bytes' ? input.content : printTree(input.tree);
}

/** The properties of every input. Each throws an error that describes the violation. */
export const PROPERTIES: ReadonlyMap<string, (input: FuzzInput) => void> = new Map([
  ['no crash, locations in the file and in order', checkFindings],
  ['the same result each time', checkDeterminism],
  ['the same findings alone and between other files', checkBetweenFiles],
  ['the same findings alone and between other documents', checkBetweenDocuments],
  ['comments and the order of keys do not matter', checkSpelling],
]);

/** The rules that look at other objects of the run. Without them, documents do not affect each other. */
export const WORKSPACE_RULES: readonly string[] = rules
  .filter(({ on }) => on === 'installation' || on === 'object-and-kinds')
  .map(({ id }) => id);

function checkFindings(input: FuzzInput): void {
  const source = { name: FILE, content: contentOf(input) };
  checkLocations(lint([source], { pedantic: true }).findings, [source]);
}

/** Throws an error where a rule has crashed, or a finding is not in its file, or not after the one before it. */
export function checkLocations(findings: readonly Finding[], sources: readonly Source[]): void {
  const linesByFile = new Map(
    sources.map(({ name, content }) => [name, decodeText(content).text.split(/\r\n|\n|\r/)]),
  );
  let last: Finding | undefined;
  for (const finding of findings) {
    const { file, rule, message, index, line, column, related } = finding;
    if (rule === 'internal/rule-crash') throw new Error(`${file}: a rule has crashed: ${message}`);
    for (const range of [finding, ...related]) {
      if (!isInside(range, linesByFile.get(range.file) ?? []))
        throw new Error(`${file}: ${rule}: ${rangeText(range)} is not in ${range.file}`);
    }
    if (
      last?.file === file &&
      compare([last.index, last.line, last.column], [index, line, column]) > 0
    )
      throw new Error(`${file}: ${rule} at ${line}:${column} is after ${last.line}:${last.column}`);
    last = finding;
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

/** The JSON report of files, as the command line writes it with --pedantic. */
export function jsonReport(sources: readonly Source[]): string {
  const report = lint(sources, { pedantic: true });
  const pieces = formatReport(report, 'json', {
    style: PLAIN,
    width: 80,
    closing: closingLines(report, true),
    annotations: false,
    pathInRepository: (file) => file,
    fails: () => true,
    maxFindings: undefined,
  });
  return [...pieces].join('');
}

function checkDeterminism(input: FuzzInput): void {
  const source = { name: FILE, content: contentOf(input) };
  expectEqual(jsonReport([source]), jsonReport([source]));
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
  const source = { name: FILE, content };
  if (!isMeantForKubernetes(lint([source]), FILE)) return;
  const together = findingsOf([{ name: FILE, content: `${BEFORE}---\n${content}---\n${AFTER}` }]);
  const lines = BEFORE.split('\n').length;
  expectEqual(
    together.map((finding) => ({
      ...finding,
      ...movedUp(finding, lines),
      index: finding.index - 1,
    })),
    findingsOf([source]),
  );
}

/** Reports whether a file has an object. Parts that cannot be read are reported in such files only. */
export function isMeantForKubernetes({ documents }: Report, name: string): boolean {
  return documents.some(({ file, skipped }) => file === name && skipped !== 'not-kubernetes');
}

function movedUp({ line, endLine }: Range, lines: number): Pick<Range, 'line' | 'endLine'> {
  return { line: line - lines, endLine: endLine - lines };
}

/** The findings of a file, without the parts that depend on its position in the run. */
function findingsOf(sources: readonly Source[]) {
  return lint(sources, { pedantic: true, skip: WORKSPACE_RULES })
    .findings.filter(({ file }) => file === FILE)
    .map(withoutPlaces);
}

/** A finding without the parts that depend on the position of its file in the run. */
export function withoutPlaces({ causedBy, related, ...finding }: Finding) {
  return finding;
}

function checkSpelling(input: FuzzInput): void {
  if (input.kind !== 'tree' || !isPlain(input.tree)) return;
  const found = ruleFields(printTree(input.tree));
  expectEqual(ruleFields(printTree(input.tree, { comments: true })), found);
  expectEqual(ruleFields(printTree(input.tree, { reversed: true })), found);
}

/**
 * The rules of all findings, with the fields of errors of the server. Advice that repeats is reported once, at the
 * first object, so its field depends on the order.
 */
function ruleFields(content: string): readonly string[] {
  return ruleFieldsOf(lint([{ name: FILE, content }], { pedantic: true }).findings);
}

/** The rules and fields of findings on a file; see {@link ruleFields}. */
export function ruleFieldsOf(findings: readonly Finding[]): readonly string[] {
  const pairs = findings.map(({ rule, field, cause }) =>
    cause === null ? rule : `${rule} ${field}`,
  );
  return [...new Set(pairs)].sort();
}

/** Throws an error with the first lines that differ. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual, null, 1), JSON.stringify(expected, null, 1)];
  if (one === other) return;
  const lines = new Set(other.split('\n'));
  const ours = new Set(one.split('\n'));
  const more = [...ours].filter((line) => !lines.has(line)).slice(0, 6);
  const less = [...lines].filter((line) => !ours.has(line)).slice(0, 6);
  throw new Error(`not the same: ${more.join('')} instead of ${less.join('')}`);
}
