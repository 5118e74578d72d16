import { count } from '../../report/phrases.ts';
import type { Style } from '../../report/style.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { witnessText } from '../../server/compatibility/describe.ts';
import type { ComparedDefinition, DefinitionDiff } from './diff.ts';
import { diffCounts, problemSeverity, problemText, reportedChange } from './diff-changes.ts';

/** The columns of the severity, including the space after it. */
const SEVERITY_COLUMNS = 11;

/**
 * The comparison of CRDs for people: for each CRD the changes that break something, then a summary.
 *
 * @param width the columns of the output; undefined if lines are not broken
 */
export function* diffText(
  diff: DefinitionDiff,
  style: Style,
  width: number | undefined,
): Iterable<string> {
  for (const definition of diff.definitions) {
    const lines = [...linesOf(definition, style, width)];
    if (lines.length > 0) yield `${lines.join('\n')}\n\n`;
  }
  const { errors, warnings } = diffCounts(diff);
  const compared = diff.definitions.filter(({ before, after, problem }) => {
    return before !== undefined && after !== undefined && problem === undefined;
  });
  const added = diff.definitions.filter(({ before }) => before === undefined).length;
  const news = added === 0 ? '' : ` (${added} new)`;
  const counts = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  yield `compared ${count(compared.length, 'CRD')}${news} for Kubernetes ${diff.minor}: ${counts}\n`;
}

function* linesOf(
  definition: ComparedDefinition,
  style: Style,
  width: number | undefined,
): Iterable<string> {
  const { name, before, after, changes } = definition;
  const severity = problemSeverity(definition);
  if (severity === undefined && changes.length === 0) return;
  const files = [before, after].filter((file) => file !== undefined);
  const head = style.strong(escapeControls(name));
  yield `${head}  ${style.faint(escapeControls([...new Set(files)].join(' -> ')))}`;
  const columns = width === undefined ? undefined : width - SEVERITY_COLUMNS;
  const indented = (text: string) =>
    wrap(escapeControls(text), columns, '  ').map((line) => ' '.repeat(SEVERITY_COLUMNS) + line);
  const problem = problemText(definition);
  if (severity !== undefined && problem !== undefined) {
    yield* entry(severity, indented(problem), style);
  }
  for (const change of changes) {
    const reported = reportedChange(change);
    yield* entry(reported.severity, indented(reported.message), style);
    const { witness, effect } = reported;
    if (witness !== undefined && change.kind === 'refused') {
      yield* indented(`accepted before, refused now: ${witnessText(witness)}`);
    }
    yield* indented(effect).map((line) => style.faint(line));
  }
}

function* entry(
  severity: 'error' | 'warning' | 'info',
  lines: readonly string[],
  style: Style,
): Iterable<string> {
  const [first = '', ...others] = lines;
  const label = style.severity[severity](severity);
  const gap = ' '.repeat(SEVERITY_COLUMNS - 2 - severity.length);
  yield `  ${label}${gap}${style.strong(first.slice(SEVERITY_COLUMNS))}`;
  yield* others.map((line) => style.strong(line));
}
