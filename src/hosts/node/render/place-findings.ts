import { indexBy } from '../../../base/index-by.ts';
import { mergeRepetitions } from '../../../lint/settle/repetitions.ts';
import { documentKey } from '../../../result/document-key.ts';
import type { Finding, RelatedLocation } from '../../../result/finding.ts';
import { withFindings } from '../../../result/keep-findings.ts';
import type { Report } from '../../../result/report.ts';
import type { DocumentReport } from '../../../result/verdict.ts';
import { pathFrom } from '../disk/within.ts';
import { OriginFiles, type RenderedPlace } from './origins/origin-files.ts';
import { RenderedOrigin } from './origins/rendered-origin.ts';
import type { Rendering } from './render.ts';

/** The rule whose findings are about the keys of fields. */
const UNKNOWN_FIELD = 'field/unknown';

interface PlaceOptions {
  /** The folder that names of files start from. */
  readonly cwd: string;
  /** True if advice that is repeated is one finding. */
  readonly mergesRepetitions: boolean;
}

/**
 * Moves what a report says about rendered objects to the files that they were rendered from: the template, values file,
 * patch or base. What several builds have in common is reported once.
 */
export function placeFindings(
  all: Report,
  builds: Rendering['builds'],
  options: PlaceOptions,
): Report {
  const { cwd, mergesRepetitions } = options;
  if (builds.size === 0) return all;
  const files = new OriginFiles((path) => pathFrom(cwd, path));
  const places = new FindingPlaces(all.documents, builds, files);
  const placed = withoutCopies(all.findings, places);
  const findings = mergesRepetitions
    ? mergeRepetitions(placed, (finding) => places.documentOf(finding))
    : placed;
  return {
    ...withFindings(all, findings),
    documents: places.documents,
    suppressed: all.suppressed.map((one) => ({ ...one, finding: places.place(one.finding) })),
    texts: { get: (file) => files.textOf(file) ?? all.texts.get(file) },
  };
}

/** The places that the findings of a report have in the files of the repository. */
class FindingPlaces {
  /** The documents of the report, those that were rendered in the files that they come from. */
  readonly documents: readonly DocumentReport[];
  readonly #origins = new Map<string, RenderedOrigin>();
  /** The documents by what they were in the rendered texts. */
  readonly #moved = new Map<
    string,
    { readonly before: DocumentReport; readonly now: DocumentReport }
  >();
  readonly #documentsAt: ReadonlyMap<string, readonly DocumentReport[]>;
  readonly #documentOf = new Map<Finding, DocumentReport>();

  constructor(
    documents: readonly DocumentReport[],
    builds: Rendering['builds'],
    files: OriginFiles,
  ) {
    for (const [name, build] of builds) {
      this.#origins.set(name, new RenderedOrigin(build, files, this.#origins));
    }
    this.#documentsAt = indexBy(documents, ({ file }) => [file]);
    const counts = new Map<string, number>();
    this.documents = documents.map((before) => {
      const origin = this.#origins.get(before.file);
      if (origin === undefined) return before;
      const { file, line } = origin.ofDocument(before);
      const index = counts.get(file) ?? 0;
      counts.set(file, index + 1);
      const now = { ...before, file, line, index, item: null, renderedFrom: null };
      this.#moved.set(documentKey(before), { before, now });
      return now;
    });
  }

  /** The same finding if it is about no rendered document. */
  place(finding: Finding): Finding {
    const origin = this.#origins.get(finding.file);
    const document = this.#moved.get(documentKey(finding));
    if (origin === undefined || document === undefined) return finding;
    const { before, now } = document;
    const isKey = finding.rule === UNKNOWN_FIELD;
    const at = origin.of(before, finding, isKey);
    const related = finding.related.flatMap((location) => this.#placeRelated(location, at));
    const placed = { ...finding, ...at, index: now.index, item: null, related, fix: null };
    this.#documentOf.set(placed, now);
    return placed;
  }

  /** The document of a finding that `place` has moved. */
  documentOf(finding: Finding): DocumentReport | undefined {
    return this.#documentOf.get(finding);
  }

  /** Leaves out locations that only a rendered text has, because they mean nothing to a reader. */
  #placeRelated(location: RelatedLocation, at: RenderedPlace): readonly RelatedLocation[] {
    const origin = this.#origins.get(location.file);
    if (origin === undefined) return [location];
    const documents = this.#documentsAt.get(location.file);
    const document = documents?.findLast(({ line }) => line <= location.line);
    if (document === undefined) return [];
    const placed = { ...location, ...origin.of(document, { ...location, field: null }) };
    return isSame(placed, at) ? [] : [placed];
  }
}

function isSame(a: RelatedLocation, b: RenderedPlace): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/**
 * Places findings; of those that are the same, the first one is kept, also if another one is about a file that a
 * template reads. Consequences refer to the findings that are kept.
 */
function withoutCopies(findings: readonly Finding[], places: FindingPlaces): readonly Finding[] {
  const known = new Map<string, { readonly position: number; readonly isPlaced: boolean }>();
  const kept: Finding[] = [];
  const positionOf = findings.map((finding) => {
    const placed = places.place(finding);
    const isPlaced = placed !== finding;
    const same = known.get(keyOf(placed));
    if (same !== undefined && (isPlaced || same.isPlaced)) return same.position;
    const position = kept.push(placed) - 1;
    known.set(keyOf(placed), { position, isPlaced });
    return position;
  });
  return kept.map((finding) => {
    const { causedBy } = finding;
    return causedBy === null ? finding : { ...finding, causedBy: positionOf[causedBy] ?? null };
  });
}

function keyOf({ rule, messageId, field, file, line, column }: Finding): string {
  return JSON.stringify([rule, messageId, field, file, line, column]);
}
