import { relative, resolve, sep } from 'node:path';
import { documentKey } from '../../../result/document-key.ts';
import type { Finding, RelatedLocation } from '../../../result/finding.ts';
import type { Report, ReportTexts } from '../../../result/report.ts';
import { templateLine } from '../../../sources/project/template-line.ts';
import { Lines } from '../../../yaml/index.ts';
import { TemplateFiles } from '../../node/template-files.ts';

/**
 * Adds to each finding in a rendered manifest the location in its template, if the template is available.
 *
 * @param folder the chart or the kustomization that was rendered, or a folder above; from the working folder
 */
export function traceTemplates(report: Report, folder: string, cwd: string): Report {
  const templates = new Map(
    report.documents.flatMap(({ file, index, item, renderedFrom }) =>
      renderedFrom === null ? [] : [[documentKey({ file, index, item }), renderedFrom]],
    ),
  );
  if (templates.size === 0) return report;
  const files = new TemplateFiles(resolve(cwd, folder));
  const templateTexts = new Map<string, string>();
  const rendered = new Map<string, RenderedFile>();
  const renderedFile = (file: string): RenderedFile => {
    let known = rendered.get(file);
    if (known === undefined) {
      const text = report.texts.get(file) ?? '';
      known = { text, lines: new Lines({ text }) };
      rendered.set(file, known);
    }
    return known;
  };
  const place = (finding: Finding): RelatedLocation | undefined => {
    const name = templates.get(documentKey(finding));
    const file = name === undefined ? undefined : files.find(name);
    if (file === undefined) return undefined;
    const named = relative(cwd, file.path).replaceAll(sep, '/');
    // A file that is rendered from itself is not a template.
    if (named === finding.file) return undefined;
    const { text, lines } = renderedFile(finding.file);
    const { start, end } = lines.lineSpan(finding.line);
    const renderedLine = text.slice(start, end);
    const line = templateLine(file.text, renderedLine);
    templateTexts.set(named, file.text);
    return { file: named, role: 'template', ...rangeIn(file.text, line, renderedLine) };
  };
  const findings = report.findings.map((finding) => {
    const template = place(finding);
    return template === undefined
      ? finding
      : { ...finding, related: [...finding.related, template] };
  });
  const texts: ReportTexts = {
    get: (file) => templateTexts.get(file) ?? report.texts.get(file),
  };
  return { ...report, findings, texts };
}

/** A file of the input, which was rendered from templates. */
interface RenderedFile {
  readonly text: string;
  readonly lines: Lines;
}

/** The line of a template, or its beginning where the line is not known. */
function rangeIn(
  template: string,
  line: number | undefined,
  rendered: string,
): Omit<RelatedLocation, 'file' | 'role'> {
  if (line === undefined) {
    return { line: 1, column: 1, endLine: 1, endColumn: 1, message: 'rendered from this template' };
  }
  const content = template.split('\n')[line - 1] ?? '';
  const column = content.length - content.trimStart().length + 1;
  const endColumn = column + rendered.trim().length;
  return { line, column, endLine: line, endColumn, message: 'rendered from this line' };
}
