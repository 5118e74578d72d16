import {
  type Document,
  offsetInText,
  type Part,
  type Path,
  readParts,
  type Span,
  valueAt,
} from '../../yaml/index.ts';
import { type OpenDocument, openPart } from './open-part.ts';

/** A document in a scalar of another one, such as a patch in a kustomization. Its spans are those of the outer text. */
export class EmbeddedDocument implements Document {
  readonly #inner: Document;
  readonly #outer: Document;
  readonly #path: Path;

  /**
   * @param inner the document as it is read from the value of the scalar
   * @param path of the scalar in the outer document
   */
  constructor(inner: Document, outer: Document, path: Path) {
    this.#inner = inner;
    this.#outer = outer;
    this.#path = path;
  }

  get text() {
    return this.#outer.text;
  }

  get value() {
    return this.#inner.value;
  }

  get duplicates() {
    return this.#inner.duplicates.map((duplicate) => ({
      ...duplicate,
      first: this.#outside(duplicate.first),
      second: this.#outside(duplicate.second),
    }));
  }

  get hasOctal() {
    return this.#inner.hasOctal;
  }

  get hasTypedKeys() {
    return this.#inner.hasTypedKeys;
  }

  get merges() {
    return this.#inner.merges.map((merge) => ({
      ...merge,
      span: this.#outside(merge.span),
      overrides: merge.overrides.map(({ key, span }) => ({ key, span: this.#outside(span) })),
    }));
  }

  get ignored() {
    const { ignored } = this.#inner;
    return ignored && this.#outside(ignored);
  }

  locate(path: Path) {
    const spans = this.#inner.locate(path);
    if (spans === undefined) return undefined;
    const { key, value, style, anchor } = spans;
    return {
      key: key && this.#outside(key),
      value: this.#outside(value),
      style,
      anchor: anchor && {
        key: anchor.key && this.#outside(anchor.key),
        value: this.#outside(anchor.value),
      },
    };
  }

  *scalars() {
    for (const { span, isBlock } of this.#inner.scalars()) {
      yield { span: this.#outside(span), isBlock };
    }
  }

  keys(path: Path) {
    return this.#inner.keys(path);
  }

  without() {
    return undefined;
  }

  #outside({ start, end }: Span): Span {
    const spans = this.#outer.locate(this.#path);
    if (spans === undefined) return { start: 0, end: 0 };
    const from = offsetInText(this.#outer, spans, start);
    if (start === end) return { start: from, end: from };
    const last = offsetInText(this.#outer, spans, end - 1);
    return { start: from, end: Math.max(from, last) + 1 };
  }
}

/** The documents in a scalar of a document that can be read. */
export function embeddedIn(
  { source, part, document }: OpenDocument,
  path: Path,
): readonly OpenDocument[] {
  const text = valueAt(document.value, path);
  if (typeof text !== 'string') return [];
  return [...readParts(text)].flatMap(({ format, content }) => {
    if (content.kind === 'refused') return [];
    const embedded = new EmbeddedDocument(content.document, document, path);
    const { index, span } = part;
    const inner: Part = { index, span, format, content: { kind: 'value', document: embedded } };
    const open = openPart(source, inner);
    return open.kind === 'document' ? [open] : [];
  });
}
