import { relative, sep } from 'node:path';
import { indexBy } from '../../../base/index-by.ts';
import { mergeRepetitions } from '../../../lint/settle/repetitions.ts';
import { documentKey } from '../../../result/document-key.ts';
import type { Finding, RelatedLocation } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import type { DocumentReport } from '../../../result/verdict.ts';
import { OriginFiles, type RenderedPlace } from './origin-files.ts';
import type { Rendering } from './render.ts';
import { RenderedOrigin } from './rendered-origin.ts';

export interface PlaceOptions {
  /** The folder that names of files start from. */
  readonly cwd: string;
  /** True if advice that is repeated is one finding. */
  readonly mergesRepetitions: boolean;
}

/**
 * Moves what a report says about rendered objects to the files that they were rendered from: the template, values file, patch
 * or base. What several builds have in common is reported once.
 */
export function placeFindings(all: Report, { builds }: Rendering, options: PlaceOptions): Report {
  const { cwd } = options;
  if (builds.size === 0) return all;
  const files = new OriginFiles((path) => relative(cwd, path).replaceAll(sep, '/'));
  const origins = new Map<string, RenderedOrigin>();
  for (const [name, build] of builds) origins.set(name, new RenderedOrigin(build, files, origins));
  const counts = new Map<string, number>();
  /** The documents by what they were in the rendered texts. */
  const moved = new Map<
    string,
    { readonly before: DocumentReport; readonly now: DocumentReport }
  >();
  const documents = all.documents.map((before) => {
    const origin = origins.get(before.file);
    if (origin === undefined) return before;
    const { file, line } = origin.ofDocument(before);
    const index = counts.get(file) ?? 0;
    counts.set(file, index + 1);
    const now = { ...before, file, line, index, item: null, renderedFrom: null };
    moved.set(documentKey(before), { before, now });
    return now;
  });
  const documentsAt = indexBy(all.documents, ({ file }) => [file]);
  // A location in a rendered text means nothing to a reader.
  const placeRelated = (location: RelatedLocation, at: RenderedPlace): RelatedLocation[] => {
    const origin = origins.get(location.file);
    if (origin === undefined) return [location];
    const document = documentsAt.get(location.file)?.findLast(({ line }) => line <= location.line);
    if (document === undefined) return [];
    const placed = { ...location, ...origin.of(document, location.line, null) };
    return isSame(placed, at) ? [] : [placed];
  };
  const documentOf = new Map<Finding, DocumentReport>();
  const place = (finding: Finding): Finding => {
    const origin = origins.get(finding.file);
    const document = moved.get(documentKey(finding));
    if (origin === undefined || document === undefined) return finding;
    const { before, now } = document;
    const at = origin.of(before, finding.line, finding.field);
    const related = finding.related.flatMap((location) => placeRelated(location, at));
    const placed = { ...finding, ...at, index: now.index, item: null, related, fix: null };
    documentOf.set(placed, now);
    return placed;
  };
  const placed = withoutCopies(all.findings, place);
  const findings = options.mergesRepetitions
    ? mergeRepetitions(placed, (finding) => documentOf.get(finding))
    : placed;
  const removed = { errors: 0, warnings: 0, infos: 0 };
  const countOf = { error: 'errors', warning: 'warnings', info: 'infos' } as const;
  for (const { severity } of all.findings) removed[countOf[severity]]++;
  for (const { severity } of findings) removed[countOf[severity]]--;
  const { summary } = all;
  return {
    ...all,
    documents,
    findings,
    suppressed: all.suppressed.map((one) => ({ ...one, finding: place(one.finding) })),
    summary: {
      ...summary,
      errors: summary.errors - removed.errors,
      warnings: summary.warnings - removed.warnings,
      infos: summary.infos - removed.infos,
    },
    texts: { get: (file) => files.textOf(file) ?? all.texts.get(file) },
  };
}

function isSame(a: RelatedLocation, b: RenderedPlace): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** Places findings; of those that are the same, the first one is kept. Consequences refer to the findings that are kept. */
function withoutCopies(
  findings: readonly Finding[],
  place: (finding: Finding) => Finding,
): readonly Finding[] {
  const positions = new Map<string, number>();
  const kept: Finding[] = [];
  const positionOf = findings.map((finding) => {
    const placed = place(finding);
    const known = placed === finding ? undefined : positions.get(keyOf(placed));
    if (known !== undefined) return known;
    if (placed !== finding) positions.set(keyOf(placed), kept.length);
    return kept.push(placed) - 1;
  });
  return kept.map((finding) => {
    const { causedBy } = finding;
    return causedBy === null ? finding : { ...finding, causedBy: positionOf[causedBy] ?? null };
  });
}

function keyOf({ rule, messageId, field, file, line, column }: Finding): string {
  return JSON.stringify([rule, messageId, field, file, line, column]);
}
