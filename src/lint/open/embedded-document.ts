import { lazy } from '../../base/lazy.ts';
import {
  type Document,
  offsetsInText,
  type Part,
  type Path,
  readParts,
  type Span,
  valueAt,
} from '../../yaml/index.ts';
import { type OpenDocument, openPart } from './open-part.ts';

/** A scalar of a document whose text has documents. */
export class EmbeddingScalar {
  readonly #document: Document;
  readonly #offsets: () => ((index: number) => number) | undefined;

  constructor(document: Document, path: Path) {
    this.#document = document;
    this.#offsets = lazy(() => {
      const spans = document.locate(path);
      return spans && offsetsInText(document, spans);
    });
  }

  get text() {
    return this.#document.text;
  }

  /** The span in the text of the document of a span in the value of the scalar. */
  outside({ start, end }: Span): Span {
    const offset = this.#offsets();
    if (offset === undefined) return { start: 0, end: 0 };
    const from = offset(start);
    return { start: from, end: start === end ? from : Math.max(from, offset(end - 1)) + 1 };
  }
}

/** A document in a scalar of another one, such as a patch in a kustomization. Its spans are those of the outer text. */
export class EmbeddedDocument implements Document {
  readonly #inner: Document;
  readonly #scalar: EmbeddingScalar;

  /** @param inner the document as it is read from the value of the scalar */
  constructor(inner: Document, scalar: EmbeddingScalar) {
    this.#inner = inner;
    this.#scalar = scalar;
  }

  get text() {
    return this.#scalar.text;
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

  #outside(span: Span): Span {
    return this.#scalar.outside(span);
  }
}

/** The documents in a scalar of a document that can be read. */
export function embeddedIn(
  { source, part, document }: OpenDocument,
  path: Path,
): readonly OpenDocument[] {
  const text = valueAt(document.value, path);
  if (typeof text !== 'string') return [];
  const scalar = new EmbeddingScalar(document, path);
  return [...readParts(text)].flatMap(({ format, content }) => {
    if (content.kind === 'refused') return [];
    const embedded = new EmbeddedDocument(content.document, scalar);
    const { index, span } = part;
    const inner: Part = { index, span, format, content: { kind: 'value', document: embedded } };
    const open = openPart(source, inner);
    return open.kind === 'document' ? [open] : [];
  });
}
