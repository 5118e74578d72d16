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

/** The mappings and lists of a document, as they are written. Each is looked up once. */
export class Containers {
  readonly #document: Document;
  readonly #known = new Map<string, Container | undefined>();
  #masked: string | undefined;

  constructor(document: Document) {
    this.#document = document;
  }

  /** The mapping or list at a path. Undefined if there is none, or it comes through an alias or has merged keys. */
  at(path: Path): Container | undefined {
    const key = JSON.stringify(path);
    if (!this.#known.has(key)) this.#known.set(key, this.#find(path));
    return this.#known.get(key);
  }

  #find(path: Path): Container | undefined {
    const document = this.#document;
    const spans = document.locate(path);
    if (spans === undefined || spans.anchor !== undefined) return undefined;
    const { style } = spans;
    const isMapping = style === 'block-mapping' || style === 'flow-mapping';
    if (!isMapping && style !== 'block-sequence' && style !== 'flow-sequence') return undefined;
    const isFlow = style === 'flow-mapping' || style === 'flow-sequence';
    const entries: Entry[] = [];
    for (const segment of segmentsOf(document, path, isMapping)) {
      const own = document.locate([...path, segment]);
      if (own === undefined || (own.anchor !== undefined && own.key === own.value))
        return undefined;
      const { key, value } = own;
      const before = entries.at(-1)?.end ?? spans.value.start;
      const start = key?.start ?? (isFlow ? value.start : this.#dashBefore(before, value.start));
      const end = contentEnd(document.text, start, Math.max(key?.end ?? start + 1, value.end));
      entries.push({ segment, spans: own, start, end });
    }
    return { isFlow, isMapping, span: spans.value, entries };
  }

  /** The dash of a block item whose value starts at an offset. */
  #dashBefore(from: number, valueStart: number): number {
    this.#masked ??= maskComments(this.#document);
    const dash = this.#masked.indexOf('-', from);
    return dash >= 0 && dash < Math.max(valueStart, from + 1) ? dash : valueStart;
  }
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

/** The end of a span without the white space at its end. */
function contentEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
