import { type FileRole, roleOf } from '../project/file-role.ts';
import { looksLikeManifest } from '../project/manifest-text.ts';
import { hasPlaceholder } from '../project/placeholders.ts';
import type { Surrounding } from '../project/project-folder.ts';
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
  /** The folder that the file is in and those above it, the nearest first; none where it is no file. */
  readonly surroundings?: readonly Surrounding[];
}

/** The text of a source, with what findings and later stages ask of it. */
export class SourceText {
  /** The name of the source. */
  readonly file: string;
  readonly lines: Lines;
  /** What the file is for. */
  readonly role: FileRole;
  /** The folder that the file is in and those above it, the nearest first. */
  readonly surroundings: readonly Surrounding[];
  readonly #decoded: DecodedText;
  #isManifest: boolean | undefined;
  #mayHavePatchDirectives: boolean | undefined;
  #mayHavePlaceholders: boolean | undefined;

  constructor({ name, content, surroundings = [] }: Source) {
    this.file = name;
    this.role = roleOf(name, surroundings);
    this.surroundings = surroundings;
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

  /** Whether something in it may be still to be filled in. */
  get mayHavePlaceholders(): boolean {
    this.#mayHavePlaceholders ??= hasPlaceholder(this.text);
    return this.#mayHavePlaceholders;
  }

  /** Whether some document may have directives of kustomize patches, which is quick to rule out. */
  get mayHavePatchDirectives(): boolean {
    this.#mayHavePatchDirectives ??= /\$(?:patch|retainKeys|setElement|deleteFrom)/.test(this.text);
    return this.#mayHavePatchDirectives;
  }
}
