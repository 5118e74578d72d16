import { EmbeddedDocument, EmbeddingScalar } from '../../../../lint/open/embedded-document.ts';
import type { Range } from '../../../../result/finding.ts';
import { contentRange } from '../../../../result/line-range.ts';
import type { DocumentReport } from '../../../../result/verdict.ts';
import {
  type Document,
  isMapping,
  Lines,
  mappingFrom,
  mappingIn,
  type Path,
  readParts,
  valueAt,
} from '../../../../yaml/index.ts';
import { readSmallText } from '../../disk/open-file.ts';

/** A file above this many bytes is not read for places. */
const LARGEST = 4 * 1024 * 1024;

/** A place in a file that a person would change. */
export interface RenderedPlace extends Range {
  /** The name in reports. */
  readonly file: string;
}

export type RenderedDocument = Pick<
  DocumentReport,
  'index' | 'kind' | 'name' | 'line' | 'renderedFrom'
>;

/** The files of a repository that rendered objects come from, by absolute path. */
export class OriginFiles {
  readonly #nameOf: (path: string) => string;
  readonly #files = new Map<string, OriginFile | undefined>();
  readonly #texts = new Map<string, string>();

  /** @param nameOf the name in reports of an absolute path */
  constructor(nameOf: (path: string) => string) {
    this.#nameOf = nameOf;
  }

  /** The text of a file with a place, by its name in reports. */
  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** Undefined if the file cannot be read, such as one of a packed chart. */
  read(path: string): OriginFile | undefined {
    if (!this.#files.has(path)) {
      const text = readSmallText(path, LARGEST);
      this.#files.set(path, text === undefined ? undefined : new OriginFile(text));
    }
    return this.#files.get(path);
  }

  /** The place of the content of a line, from 1. */
  lineOf(path: string, line: number): RenderedPlace {
    return this.#named(path, contentRange(this.read(path)?.text ?? '', line));
  }

  /** The place of the value at a path of a document of a file, or of its key if the value is not in the line of it. */
  placeOf(path: string, document: Document, at: Path): RenderedPlace {
    const { document: within, path: own } = innermost(document, at);
    const spans = within.locate(own);
    const file = this.read(path);
    if (spans === undefined || file === undefined) return this.lineOf(path, 1);
    const value = file.lines.range(spans.value);
    const key = spans.key === undefined ? value : file.lines.range(spans.key);
    const isShort = key.line === value.endLine && spans.value.end > spans.value.start;
    return this.#named(path, isShort ? value : key);
  }

  #named(path: string, range: Range): RenderedPlace {
    const file = this.#nameOf(path);
    this.#texts.set(file, this.read(path)?.text ?? '');
    return { file, ...range };
  }
}

/** A variable that Flux substitutes. */
const VARIABLE = /\$\{[^{}]*\}/;

/** The text of a file, taken apart when it is needed. */
export class OriginFile {
  readonly text: string;
  readonly lines: Lines;
  #documents: readonly (Document | undefined)[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.lines = new Lines({ text });
  }

  /** The documents by their numbers; undefined for what is not YAML. */
  get documents(): readonly (Document | undefined)[] {
    this.#documents ??= [...readParts(this.text)].map(({ content }) =>
      content.kind === 'value' ? content.document : undefined,
    );
    return this.#documents;
  }

  /**
   * The document of a file that an object was made of: of its kind, with its name, a part of it, or variables in it.
   */
  documentLike({ kind, name }: RenderedDocument): Document | undefined {
    const nameOf = ({ value }: Document): string => {
      const { name: own } = mappingIn(value, 'metadata');
      return typeof own === 'string' ? own : '';
    };
    const ofKind = this.documents.filter(
      (document) =>
        document !== undefined && isMapping(document.value) && document.value.kind === kind,
    );
    return (
      ofKind.find((document) => document !== undefined && nameOf(document) === name) ??
      ofKind.find((document) => document !== undefined && name?.includes(nameOf(document))) ??
      ofKind.find(
        (document) =>
          document !== undefined &&
          nameOf(document)
            .split(VARIABLE)
            .every((part) => name?.includes(part)),
      )
    );
  }

  firstLine(document: Document): number {
    const [key] = document.keys([]) ?? [];
    return (key === undefined ? undefined : this.lineOfPath(document, [key])) ?? 1;
  }

  /** The path of the innermost value of a document that begins on a line or above it. */
  pathAt(document: Document, line: number): Path {
    const path: (string | number)[] = [];
    for (;;) {
      const value = valueAt(document.value, path);
      const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(mappingFrom(value));
      const lineOf = (key: string | number) =>
        this.lineOfPath(document, [...path, key]) ?? Infinity;
      const last = keys.filter((key) => lineOf(key) <= line).at(-1);
      if (last === undefined) return path;
      path.push(last);
    }
  }

  /** The line of the value or key at a path of a document; undefined if it has none. */
  lineOfPath(document: Document | undefined, path: Path): number | undefined {
    const at = path.length === 0 ? undefined : document?.locate(path);
    return at && this.lines.position(at.key?.start ?? at.value.start).line;
  }
}

/** The document that has the end of a path, if texts of YAML in a document are read too, and the path in it. */
function innermost(
  document: Document,
  path: Path,
): { readonly document: Document; readonly path: Path } {
  const length = depthIn(document, path);
  const text = length < path.length ? valueAt(document.value, path.slice(0, length)) : undefined;
  const [part] = typeof text === 'string' ? readParts(text) : [];
  if (part?.content.kind !== 'value') return { document, path: path.slice(0, length) };
  const rest = path.slice(length);
  const inner = part.content.document;
  const own = rest.slice(0, depthIn(inner, rest));
  if (own.length === 0) return { document, path: path.slice(0, length) };
  const scalar = new EmbeddingScalar(document, path.slice(0, length));
  return { document: new EmbeddedDocument(inner, scalar), path: own };
}

/** The number of steps of a path that a document has. */
export function depthIn(document: Document, path: Path): number {
  let length = path.length;
  while (length > 0 && document.locate(path.slice(0, length)) === undefined) length--;
  return length;
}
