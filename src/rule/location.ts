import { decoderPath } from '../server/decode/problem.ts';
import {
  type Document,
  type Lines,
  type NodeSpans,
  offsetsInText,
  type Span,
} from '../yaml/index.ts';
import type { Origin } from './origin.ts';

/** A place in one document's text. */
export interface Location {
  readonly span: Span;
  /** The field as the API server writes it. Null if the finding is not about a field. */
  readonly field: string | null;
  /** The field that the decoder cannot read. Its error names none. */
  readonly undecodable?: string;
  /** Other places of the same text. */
  readonly related: readonly RelatedSpan[];
}

/** A related location that helps to understand a finding. */
export interface RelatedSpan {
  readonly span: Span;
  readonly message: string;
  /** The file that it is in, if it is not that of the finding. */
  readonly source?: SourceFile;
}

/** A file of the input, with the data that is needed to find places in it. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly lines: Lines;
}

/** The side of a pair. A list item has only a value. */
export type Side = 'key' | 'value';

/** The location of a path of a document, which may lead to something that the file does not have. */
export function locationAt(
  origin: Origin,
  path: readonly (string | number)[],
  field: string | null,
  side: Side = 'value',
): Location {
  const { document } = origin;
  const exact = document.locate(path);
  if (exact !== undefined) return place(document, path, exact, side, field);
  for (let length = path.length - 1; length > origin.path.length; length--) {
    const parent = path.slice(0, length);
    const spans = document.locate(parent);
    if (spans !== undefined) return place(document, parent, spans, 'key', field);
  }
  return headLocation(origin, field);
}

/** The location of a path of a document that the decoder cannot read. */
export function undecodableLocation(
  origin: Origin,
  path: readonly (string | number)[],
  side: Side,
): Location {
  const undecodable = decoderPath(path.slice(origin.path.length));
  return { ...locationAt(origin, path, null, side), undecodable };
}

/** The path of the mapping or list around a value, from the object. */
export function pathAround(path: readonly (string | number)[], origin: Origin): string {
  return decoderPath(path.slice(origin.path.length, -1));
}

/**
 * The location in the file of a range of a scalar's decoded text: after an indentation, on a folded line,
 * around an escape.
 *
 * @param from index in the decoded text, in UTF-16 code units
 * @param to exclusive end; a range that is empty is shown as the character at `from`
 */
export function locationWithin(
  origin: Origin,
  path: readonly (string | number)[],
  field: string | null,
  from: number,
  to: number,
): Location {
  return locationsWithin(origin, path, field)(from, to);
}

/** The function `locationWithin` for many ranges of one scalar, which is read again once. */
export function locationsWithin(
  origin: Origin,
  path: readonly (string | number)[],
  field: string | null,
): (from: number, to: number) => Location {
  const { document } = origin;
  const spans = document.locate(path);
  if (spans === undefined) return () => locationAt(origin, path, field);
  const offsetOf = offsetsInText(document, spans);
  return (from, to) => {
    const start = offsetOf(from);
    const last = offsetOf(Math.max(from, to - 1));
    const span = { start, end: Math.max(start, last) + 1 };
    if (spans.anchor === undefined) return { span, field, related: [] };
    const message = 'the aliased text is here';
    return { span: spans.value, field, related: [{ span, message }] };
  };
}

/**
 * The location of an object as a whole: the value of `kind`, or its first key if it has none (as an item of a typed
 * List may), or the whole object.
 */
export function headLocation(origin: Origin, field: string | null): Location {
  const { document, path } = origin;
  const kind = document.locate([...path, 'kind']);
  if (kind !== undefined) return place(document, [...path, 'kind'], kind, 'value', field);
  const whole = document.locate(path);
  if (whole !== undefined) return place(document, path, whole, 'value', field);
  return { span: { start: 0, end: 0 }, field, related: [] };
}

/**
 * The span of a value in a finding. A scalar or flow collection is shown as a whole. A block collection would underline
 * many lines, so its key is shown instead, or its first key if it is a list item.
 */
function place(
  document: Document,
  path: readonly (string | number)[],
  spans: NodeSpans,
  side: Side,
  field: string | null,
): Location {
  return {
    span: spanOf(document, path, spans, side),
    field,
    related:
      spans.anchor === undefined
        ? []
        : [
            {
              span: narrow(document, path, spans.anchor.key, spans.anchor.value, side),
              message: 'the aliased text is here',
            },
          ],
  };
}

function spanOf(
  document: Document,
  path: readonly (string | number)[],
  spans: NodeSpans,
  side: Side,
): Span {
  if (spans.anchor !== undefined) return spans.value;
  const { key, value, style } = spans;
  const shown = style !== 'empty' && style !== 'block-mapping' && style !== 'block-sequence';
  if (key !== undefined && (side === 'key' || !shown)) return key;
  if (style === 'literal' || style === 'folded') return contentOf(document, value);
  return shown ? value : firstLeaf(document, path, value);
}

/** The text of a block scalar, without the `|` before it. If it is empty, the whole scalar. */
function contentOf(document: Document, scalar: Span): Span {
  const text = document.text.slice(scalar.start, scalar.end);
  const start = /^[^\r\n]*\s*/.exec(text)?.[0].length ?? 0;
  const end = text.trimEnd().length;
  return start < end ? { start: scalar.start + start, end: scalar.start + end } : scalar;
}

function narrow(
  document: Document,
  path: readonly (string | number)[],
  key: Span | undefined,
  value: Span,
  side: Side,
): Span {
  if (key !== undefined && (side === 'key' || value.start === value.end)) return key;
  const line = document.text.slice(value.start, value.end).search(/[\r\n]/);
  if (line < 0) return value;
  return key ?? firstLeaf(document, path, value);
}

/** The part of a block collection without a key that is on its first line: its first key, or its first item. */
function firstLeaf(document: Document, path: readonly (string | number)[], whole: Span): Span {
  const first = document.keys(path)?.[0];
  const inner = first === undefined ? [...path, 0] : [...path, first];
  const spans = document.locate(inner);
  if (spans === undefined || spans.anchor !== undefined) return whole;
  return spans.key ?? spanOf(document, inner, spans, 'value');
}
