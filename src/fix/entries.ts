import type { Document, NodeSpans, Path, Span } from '../yaml/index.ts';
import { maskComments } from './comments.ts';

/** A pair of a mapping or an item of a list, as it is written. */
export interface Entry extends Span {
  readonly segment: string | number;
  readonly spans: NodeSpans;
}

/** A mapping or a list, as it is written. */
export interface Container {
  readonly isFlow: boolean;
  readonly isMapping: boolean;
  /** From the first entry to the end of the last one; with the brackets in flow style. */
  readonly span: Span;
  /** In the order of the text. A block item starts at its dash; no entry includes the white space after it. */
  readonly entries: readonly Entry[];
}

/** The mapping or list at a path; undefined where there is none, or it comes through an alias or has merged keys. */
export function containerAt(document: Document, path: Path): Container | undefined {
  const spans = document.locate(path);
  if (spans === undefined || spans.anchor !== undefined) return undefined;
  const { style } = spans;
  const isMapping = style === 'block-mapping' || style === 'flow-mapping';
  if (!isMapping && style !== 'block-sequence' && style !== 'flow-sequence') return undefined;
  const isFlow = style === 'flow-mapping' || style === 'flow-sequence';
  const located = segmentsOf(document, path, isMapping).map((segment) => ({
    segment,
    spans: document.locate([...path, segment]),
  }));
  const entries: Entry[] = [];
  const masked = isMapping || isFlow ? '' : maskComments(document);
  for (const { segment, spans: own } of located) {
    if (own === undefined || (own.anchor !== undefined && own.key === own.value)) return undefined;
    const { key, value } = own;
    const before = entries.at(-1)?.end ?? spans.value.start;
    const start = key?.start ?? (isFlow ? value.start : dashBefore(masked, before, value.start));
    const end = contentEnd(document.text, start, Math.max(key?.end ?? start + 1, value.end));
    entries.push({ segment, spans: own, start, end });
  }
  return { isFlow, isMapping, span: spans.value, entries };
}

function segmentsOf(
  document: Document,
  path: Path,
  isMapping: boolean,
): readonly (string | number)[] {
  if (isMapping) return document.keys(path) ?? [];
  const segments: number[] = [];
  while (document.locate([...path, segments.length]) !== undefined) segments.push(segments.length);
  return segments;
}

/** The dash of a block item whose value starts at an offset. */
function dashBefore(masked: string, from: number, valueStart: number): number {
  const dash = masked.indexOf('-', from);
  return dash >= 0 && dash < Math.max(valueStart, from + 1) ? dash : valueStart;
}

/** The end of a span without the white space at its end. */
function contentEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
