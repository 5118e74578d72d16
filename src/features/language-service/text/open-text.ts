import type { EditedText } from '../../../lint/read/edited-text.ts';
import { type FoundObject, objectsOf } from '../../../server/decode/index.ts';
import {
  type Document,
  decodeText,
  Lines,
  type Part,
  readParts,
  type Span,
} from '../../../yaml/index.ts';
import { isMapping, type Mapping } from '../../../yaml/tree.ts';

export interface TextObject {
  readonly document: Document;
  readonly part: Part;
  readonly path: FoundObject['path'];
  readonly value: Mapping;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** A text of an editor, and what is in it. Everything is read when it is needed. */
export class OpenText {
  readonly text: string;
  readonly lines: Lines;
  readonly name: string;
  readonly edited: EditedText | undefined;
  #parts: readonly Part[] | undefined;
  #objects: readonly TextObject[] | undefined;

  /**
   * @param name the name or the URI of the file
   * @param edited reads long texts that replace earlier ones
   */
  constructor(text: string, name = '', edited?: EditedText) {
    this.text = text;
    this.lines = new Lines({ text });
    this.name = name;
    this.edited = edited;
  }

  get parts(): readonly Part[] {
    this.#parts ??= [...this.#read()];
    return this.#parts;
  }

  #read(): Iterable<Part> {
    const decoded = decodeText(this.text);
    return this.edited?.partsOf(this.name, decoded) ?? readParts(decoded);
  }

  /** The objects of all parts that can be read. */
  get objects(): readonly TextObject[] {
    this.#objects ??= this.parts.flatMap(objectsIn);
    return this.#objects;
  }

  /** The part around an offset. */
  partAt(offset: number): Part | undefined {
    return this.parts.findLast(({ span }) => span.start <= offset) ?? this.parts[0];
  }

  /** The object around an offset. */
  objectAt(offset: number): TextObject | undefined {
    const part = this.partAt(offset);
    const own = this.objects.filter((object) => object.part === part);
    return own.length === 1 ? own[0] : own.find((object) => contains(spanOf(object), offset));
  }
}

/** The objects of a part of a text; none if it cannot be read. */
export function objectsIn(part: Part): readonly TextObject[] {
  const { content } = part;
  if (content.kind === 'refused') return [];
  const { document } = content;
  return objectsOf(document.value).flatMap(({ path, value }) => {
    if (!isMapping(value)) return [];
    const metadata = isMapping(value.metadata) ? value.metadata : {};
    return [
      {
        document,
        part,
        path,
        value,
        apiVersion: textOf(value.apiVersion),
        kind: textOf(value.kind),
        name: textOf(metadata.name),
        namespace: textOf(metadata.namespace),
      },
    ];
  });
}

/** The span of an object. */
export function spanOf({ document, path, part }: TextObject): Span {
  return document.locate(path)?.value ?? part.span;
}

/** Reports whether an offset is in a span or at its end. */
export function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
