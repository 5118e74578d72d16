import { resolve } from 'node:path';
import { getOrCompute } from '../../../base/get-or-compute.ts';
import { documentKey } from '../../../result/document-key.ts';
import type { Finding, RelatedLocation } from '../../../result/finding.ts';
import { contentRange } from '../../../result/line-range.ts';
import type { Report, ReportTexts } from '../../../result/report.ts';
import { pathFrom } from '../../node/disk/within.ts';
import { RenderedText } from '../../node/render/origins/build-origin.ts';
import { TemplateFiles } from '../../node/template-files.ts';

/**
 * Adds to each finding in a rendered manifest the location in its template, if the template is available.
 *
 * @param folder the chart or the kustomization that was rendered, or a folder above; from the working folder
 */
export function traceTemplates(report: Report, folder: string, cwd: string): Report {
  const templates = new Map(
    report.documents.flatMap((document) =>
      document.renderedFrom === null ? [] : [[documentKey(document), document] as const],
    ),
  );
  const files = new TemplateFiles(resolve(cwd, folder));
  const templateTexts = new Map<string, string>();
  const rendered = new Map<string, RenderedText>();
  const renderedText = (file: string): RenderedText =>
    getOrCompute(rendered, file, () => new RenderedText(report.texts.get(file) ?? ''));
  const place = (finding: Finding): RelatedLocation | undefined => {
    const document = templates.get(documentKey(finding));
    const name = document?.renderedFrom ?? undefined;
    const file = name === undefined ? undefined : files.find(name);
    if (document === undefined || file === undefined) return undefined;
    const named = pathFrom(cwd, file.path);
    // A file that is rendered from itself is not a template.
    if (named === finding.file) return undefined;
    const line = renderedText(finding.file).lineIn(file.text, document, finding.line);
    templateTexts.set(named, file.text);
    return { file: named, role: 'template', ...rangeIn(file.text, line) };
  };
  const findings = report.findings.map((finding) => {
    const template = place(finding);
    return template === undefined
      ? finding
      : { ...finding, related: [...finding.related, template] };
  });
  const texts: ReportTexts = { get: (file) => templateTexts.get(file) ?? report.texts.get(file) };
  return { ...report, findings, texts };
}

/** The line of a template, or its beginning where the line is not known. */
function rangeIn(
  template: string,
  line: number | undefined,
): Omit<RelatedLocation, 'file' | 'role'> {
  return line === undefined
    ? { line: 1, column: 1, endLine: 1, endColumn: 1, message: 'rendered from this template' }
    : { ...contentRange(template, line), message: 'rendered from this line' };
}
