import { firstIndex } from '../../base/bisect.ts';
import { addTo } from '../../base/index-by.ts';
import { locationsWithin } from '../../rule/location.ts';
import { patchEntriesOf } from '../../sources/project/kustomize/patch-entries.ts';
import { isKustomizationFile } from '../../sources/project/project-folder.ts';
import { isMapping, type Lines, type Span, stringAt } from '../../yaml/index.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import type { OpenDocument, OpenPart } from '../open/open-part.ts';
import { IGNORE_ANNOTATION, readAnnotation } from '../suppress/annotation.ts';
import { firstContentLine, type SuppressionComment } from '../suppress/comments.ts';
import type { Suppression } from '../suppress/suppression.ts';

/** The suppressions of a part of a text: comments, and annotations of its objects. */
export function suppressionsIn(open: OpenPart): readonly Suppression[] {
  const { source } = open;
  if (!source.mayHaveSuppressions) return [];
  return [...fromComments(open), ...(open.kind === 'document' ? fromAnnotations(open) : [])];
}

function fromComments(open: OpenPart): readonly Suppression[] {
  const { source, part } = open;
  const { lines } = source;
  const first = lines.position(part.span.start).line;
  const last = lines.position(Math.max(part.span.start, part.span.end - 1)).line;
  const comments: SuppressionComment[] = [];
  for (let line = first; line <= last; line++) {
    comments.push(...(source.suppressionComments.get(line) ?? []));
  }
  if (comments.length === 0 || part.format === 'json') return [];
  const places = new Places(open);
  return comments.flatMap((comment) =>
    places.isComment(comment) ? [{ ...described(comment, lines), ...places.of(comment) }] : [],
  );
}

/** The objects and scalars that the lines of a part belong to. */
class Places {
  readonly #open: OpenPart;
  /** In the order of the text. They do not overlap, so that they can be searched by halves. */
  readonly #scalars: readonly PlacedScalar[];
  /** The first line with content. */
  readonly #firstLine: number;
  #itemsByLine: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(open: OpenPart) {
    const { source, part } = open;
    this.#open = open;
    this.#firstLine = firstContentLine(source.text, source.lines, part.span);
    this.#scalars =
      open.kind === 'document' ? scalarsIn(open).sort((a, b) => a.span.start - b.span.start) : [];
  }

  /** Reports whether a line that looks like a comment is a comment, and not a part of a scalar. */
  isComment({ span }: SuppressionComment): boolean {
    const { source, part } = this.#open;
    // The text before the part has no content. Text of a block scalar may look like that, but is indented.
    if (span.start < part.span.start) {
      const { start } = source.lines.lineSpan(source.lines.position(span.start).line);
      return /^(?:#|---)/.test(source.text.slice(start, span.start + 1));
    }
    const scalar = this.#scalars[this.#lastFrom(span.start)];
    const isWithin = scalar !== undefined && span.start < scalar.span.end;
    return !isWithin || (scalar.isBlock && this.#isHeader(scalar.span, span.start));
  }

  /** The index of the last scalar that begins at an offset or before it; -1 if there is none. */
  #lastFrom(offset: number): number {
    return firstIndex(this.#scalars, ({ span }) => span.start > offset) - 1;
  }

  of({
    isAlone,
    target,
  }: SuppressionComment): Pick<Suppression, 'isForDocument' | 'items' | 'lines'> {
    if (target === undefined) return { isForDocument: false, items: [], lines: [] };
    const isFirst = target === this.#firstLine;
    return {
      isForDocument: isAlone && isFirst,
      items: isAlone && !isFirst ? this.#itemsAt(target) : [],
      lines: this.#linesOf(target),
    };
  }

  /** The items of a List that begin on a line. */
  #itemsAt(line: number): readonly number[] {
    this.#itemsByLine ??= this.#open.kind === 'refused' ? new Map() : itemsByLine(this.#open);
    return this.#itemsByLine.get(line) ?? [];
  }

  /** A line with the scalars that begin or end on it: between their lines there can be no comment. */
  #linesOf(line: number): readonly (readonly [number, number])[] {
    const { lines } = this.#open.source;
    const { start, end } = lines.lineSpan(line);
    const found: (readonly [number, number])[] = [];
    for (let index = this.#lastFrom(end); index >= 0; index--) {
      const span = this.#scalars[index]?.span;
      if (span === undefined || (span.start < start && span.end <= start)) break;
      const isThere = span.start >= start || span.end <= end + 1;
      const range = lines.range({ start: span.start, end: Math.max(span.start, span.end - 1) });
      if (isThere && range.line !== range.endLine) found.push([range.line, range.endLine]);
    }
    return [[line, line], ...found.reverse()];
  }

  #isHeader(scalar: Span, offset: number): boolean {
    return !/[\r\n]/.test(this.#open.source.text.slice(scalar.start, offset));
  }
}

/**
 * The scalars of a document. The text of a patch in a kustomization has comments too, so its own scalars replace it.
 */
function scalarsIn(open: OpenDocument): PlacedScalar[] {
  const { document, source } = open;
  const scalars = [...document.scalars()];
  const [own] = source.surroundings;
  const { value } = document;
  if (own === undefined || !isKustomizationFile(own.path) || !isMapping(value)) return scalars;
  const texts = new Map<number, readonly OpenDocument[]>();
  for (const { content } of patchEntriesOf(value)) {
    if (content.kind !== 'text') continue;
    const start = document.locate(content.path)?.value.start;
    if (start !== undefined) texts.set(start, embeddedIn(open, content.path));
  }
  return scalars.flatMap((scalar) => {
    const patches = scalar.isBlock ? texts.get(scalar.span.start) : undefined;
    return patches?.flatMap((patch) => [...patch.document.scalars()]) ?? [scalar];
  });
}

interface PlacedScalar {
  readonly span: Span;
  readonly isBlock: boolean;
}

/** The items of a List by the lines on which they begin. */
function itemsByLine({
  source,
  document,
  objects,
}: OpenDocument): ReadonlyMap<number, readonly number[]> {
  const byLine = new Map<number, number[]>();
  for (const { item, path } of objects) {
    const start = document.locate(path)?.value.start;
    if (item === null || start === undefined) continue;
    const { line } = source.lines.position(start);
    addTo(byLine, line, item);
  }
  return byLine;
}

function described(
  { span, names, reason }: SuppressionComment,
  lines: Lines,
): Pick<Suppression, 'range' | 'names' | 'reason'> {
  return {
    range: lines.range(span),
    names: names.map(({ name, span }) => ({ name, range: lines.range(span) })),
    reason,
  };
}

function fromAnnotations({
  source,
  part,
  document,
  objects,
}: OpenDocument): readonly Suppression[] {
  return objects.flatMap(({ item, path, value }) => {
    const annotation = stringAt(value, 'metadata', 'annotations', IGNORE_ANNOTATION);
    if (annotation === undefined) return [];
    const origin = { file: source.file, index: part.index, item, document, path };
    const where = [...path, 'metadata', 'annotations', IGNORE_ANNOTATION];
    const locationOf = locationsWithin(origin, where, null);
    const rangeOf = ({ start, end }: Span) => source.lines.range(locationOf(start, end).span);
    return readAnnotation(annotation).map(({ names, reason, start, end }) => ({
      range: rangeOf({ start, end }),
      names: names.map(({ name, span }) => ({ name, range: rangeOf(span) })),
      reason,
      isForDocument: false,
      items: [item],
      lines: [],
    }));
  });
}
