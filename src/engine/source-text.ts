import { type FileRole, roleOf } from '../project/file-role.ts';
import { looksLikeManifest } from '../project/manifest-text.ts';
import { hasPlaceholder } from '../project/placeholders.ts';
import type { Surrounding } from '../project/project-folder.ts';
import type { RuleLevels, Severity } from '../result/finding.ts';
import {
  findComments,
  mayHaveSuppressions,
  type SuppressionComment,
} from '../suppress/comments.ts';
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
  /** Bytes if they are available: only they show invalid UTF-8. */
  readonly content: string | Uint8Array;
  /** The folder that the file is in and those above it, the nearest first; empty if it is not a file. */
  readonly surroundings?: readonly Surrounding[];
  /** What the findings of some rules count as in this source, by the id of the rule; else their own severity. */
  readonly ruleLevels?: RuleLevels;
}

/** The text of a source, and what later stages need to know of it. */
export class SourceText {
  /** The name of the source. */
  readonly file: string;
  readonly lines: Lines;
  /** What the file is for. */
  readonly role: FileRole;
  readonly ruleLevels: RuleLevels | undefined;
  /** The folder that the file is in and those above it, the nearest first. */
  readonly surroundings: readonly Surrounding[];
  readonly #decoded: DecodedText;
  #isManifest: boolean | undefined;
  #mayHavePatchDirectives: boolean | undefined;
  #mayHavePlaceholders: boolean | undefined;
  #mayHaveSuppressions: boolean | undefined;
  #suppressionComments: readonly SuppressionComment[] | undefined;

  constructor({ name, content, surroundings = [], ruleLevels }: Source) {
    this.file = name;
    this.ruleLevels = ruleLevels;
    this.role = roleOf(name, surroundings);
    this.surroundings = surroundings;
    this.#decoded = decodeText(content);
    this.lines = new Lines(this.text);
  }

  get text(): string {
    return this.#decoded.text;
  }

  /** The parts of the text as kubectl splits it. Each is read on demand. */
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

  /** What a finding of a rule counts as in this source. */
  severityOf(rule: string, byDefault: Severity): Severity {
    const level = this.ruleLevels?.get(rule);
    return level === undefined || level === 'off' ? byDefault : level;
  }

  /** Whether there may be suppressions in the text, which is quick to rule out. */
  get mayHaveSuppressions(): boolean {
    this.#mayHaveSuppressions ??= mayHaveSuppressions(this.text);
    return this.#mayHaveSuppressions;
  }

  /** The comments of the text that look like suppressions. */
  get suppressionComments(): readonly SuppressionComment[] {
    this.#suppressionComments ??= findComments(this.text, this.lines);
    return this.#suppressionComments;
  }

  /** Whether the text may contain placeholders. */
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
