import { looksLikeManifest } from '../project/manifest-text.ts';
import {
  type DecodedText,
  decodeText,
  Lines,
  type Part,
  type PartReference,
  readPartAgain,
  readParts,
} from '../yaml/index.ts';

/** A named text: a path, or `<stdin>`. */
export interface Source {
  readonly name: string;
  /** Bytes where they are available: only they show what is not UTF-8. */
  readonly content: string | Uint8Array;
}

/** The text of a source, with what findings and later stages ask of it. */
export class SourceText {
  /** The name of the source. */
  readonly file: string;
  readonly lines: Lines;
  readonly #decoded: DecodedText;
  #isManifest: boolean | undefined;

  constructor({ name, content }: Source) {
    this.file = name;
    this.#decoded = decodeText(content);
    this.lines = new Lines(this.text);
  }

  get text(): string {
    return this.#decoded.text;
  }

  /** The parts of the text as kubectl splits it, each read when it is asked for. */
  parts(): Iterable<Part> {
    return readParts(this.#decoded);
  }

  /** Reads one of the parts again. */
  partAgain(part: PartReference): Part {
    return readPartAgain(this.#decoded, part);
  }

  /** Whether the file is meant for Kubernetes, so that a part that cannot be read is an error. */
  get isManifest(): boolean {
    this.#isManifest ??= looksLikeManifest(this.text);
    return this.#isManifest;
  }
}
