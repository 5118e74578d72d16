import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import { RunEnded } from '../../base/run-ended.ts';
import { type RuleLevels, type Severity, severityAt } from '../../result/finding.ts';
import { type FileRole, MANIFESTS, roleOf } from '../../sources/project/file-role.ts';
import { TEMPLATE_COMMENT } from '../../sources/project/manifest-text.ts';
import { mayHavePlaceholders } from '../../sources/project/placeholders.ts';
import type { Surrounding } from '../../sources/project/project-folder.ts';
import { looksLikeManifest } from '../../sources/project/unreadable-text.ts';
import {
  type CharacterFacts,
  type DecodedText,
  decodeText,
  Lines,
  type Part,
  type PartReference,
  readPartAgain,
  readParts,
  type Span,
} from '../../yaml/index.ts';
import {
  findComments,
  mayHaveSuppressions,
  type SuppressionComment,
} from '../suppress/comments.ts';
import type { Releasable } from './memory.ts';
import type { Source } from './source.ts';
import type { TextMemory } from './text-memory.ts';

/** The error for a source that has changed since it was read first, so that the facts about it are wrong. */
export class ChangedSource extends RunEnded {
  readonly file: string;

  constructor(file: string) {
    super(`${file} has changed while it was checked`);
    this.file = file;
  }
}

/** The number of UTF-16 code units with which a text is long enough to be read twice. */
const LONG = 4096;

/** The line between two documents begins with it. */
const DOCUMENT_MARKER = '\n---';

const EMPTY_PART: PartReference = { index: 0, span: { start: 0, end: 0 }, format: 'yaml' };

/** The text of a source, and the facts about it that later stages need. */
export class SourceText implements Releasable {
  /** The name of the source. */
  readonly file: string;
  /** The path of the file from the root of its project. */
  readonly location: string;
  readonly lines: Lines;
  readonly role: FileRole;
  readonly ruleLevels: RuleLevels | undefined;
  readonly isDelivered: boolean;
  /** The folder that the file is in and the folders above it, the nearest first. */
  readonly surroundings: readonly Surrounding[];
  /** The length in UTF-16 code units. */
  readonly length: number;
  readonly #memory: TextMemory | undefined;
  readonly #readAgain: Source['readAgain'];
  #decoded: DecodedText | undefined;
  /** The parts that are needed again, by their number. */
  #kept: Map<number, Part> | undefined;
  /** Known if the text may be read again. */
  readonly #characters: CharacterFacts | undefined;
  #isManifest: boolean | undefined;
  #mayHavePatchDirectives: boolean | undefined;
  /** The documents that were asked about, by where they start, with whether they may contain placeholders. */
  #placeholders: Map<number, boolean> | undefined;
  /** The document that was asked about last. */
  #lastAsked: Span | undefined;
  #mayBeOfYtt: boolean | undefined;
  #mayBeRendered: boolean | undefined;
  #mayHaveSuppressions: boolean | undefined;
  #suppressionComments: ReadonlyMap<number, readonly SuppressionComment[]> | undefined;

  /** @param memory holds the text; without it, the text is always kept */
  constructor(
    {
      name,
      content,
      readAgain,
      location = name,
      surroundings = [],
      ruleLevels,
      isBuilt = false,
      isDelivered = false,
    }: Source,
    memory?: TextMemory,
  ) {
    this.file = name;
    this.location = location;
    this.ruleLevels = ruleLevels;
    this.isDelivered = isDelivered;
    this.role = isBuilt ? MANIFESTS : roleOf({ location, surroundings });
    this.surroundings = surroundings;
    const decoded = decodeText(content);
    this.#decoded = decoded;
    this.length = decoded.text.length;
    this.#readAgain = this.length >= LONG ? readAgain : undefined;
    const { hasControls, simpleBreaks } = decoded;
    this.#characters = this.#readAgain && { hasControls, simpleBreaks };
    this.#memory = memory;
    this.lines = new Lines(this);
    if (this.#readAgain !== undefined) memory?.hold(this);
  }

  release(): void {
    this.#decoded = undefined;
    this.lines.release();
  }

  /** @throws ChangedSource */
  get text(): string {
    return this.#current().text;
  }

  textOf({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  #current(): DecodedText {
    if (this.#decoded !== undefined) return this.#decoded;
    const content = this.#readAgain?.();
    if (content === undefined) throw new ChangedSource(this.file);
    const decoded = decodeText(content, this.#characters);
    this.#decoded = decoded;
    this.#memory?.hold(this);
    return decoded;
  }

  /**
   * The parts of the text as kubectl splits it. Each is read on demand. A text without a byte has a part without a
   * value, as a comment is one, so that findings can be in it.
   */
  parts(): Iterable<Part> {
    const text = this.#current();
    if (text.terminated === '' && text.unreadable === undefined) {
      return [readPartAgain(text, EMPTY_PART)];
    }
    return this.#memory?.edited?.partsOf(this.file, text) ?? readParts(text);
  }

  /** Keeps a part that is needed again, as long as there is room for it. */
  keep(part: Part): void {
    const { index, span } = part;
    this.#kept ??= new Map();
    this.#kept.set(index, part);
    const release = () => this.#kept?.delete(index);
    this.#memory?.holdPart({ length: span.end - span.start, release });
  }

  /** Reads a part again, unless it is kept or one of the parts that were last read again. */
  partAgain(part: PartReference): Part {
    const kept = this.#kept?.get(part.index);
    if (kept !== undefined) return kept;
    const read = () => readPartAgain(this.#current(), part);
    return this.#memory === undefined ? read() : this.#memory.parts.get(this, part.index, read);
  }

  /** Reports whether the file is a Kubernetes manifest, so that a part that cannot be read is an error. */
  get isManifest(): boolean {
    this.#isManifest ??= looksLikeManifest(this.text);
    return this.#isManifest;
  }

  /** The severity of a finding of a rule in this source. */
  severityOf(rule: string, byDefault: Severity): Severity {
    return severityAt(this.ruleLevels, rule, byDefault);
  }

  /** Reports whether the text may contain suppressions. The test is fast. */
  get mayHaveSuppressions(): boolean {
    this.#mayHaveSuppressions ??= mayHaveSuppressions(this.text);
    return this.#mayHaveSuppressions;
  }

  /**
   * The comments of the text that look like suppressions, by the line that they are for, or by their own line if there
   * is no such line.
   */
  get suppressionComments(): ReadonlyMap<number, readonly SuppressionComment[]> {
    this.#suppressionComments ??= indexBy(
      findComments(this.text, this.lines),
      ({ span, target }) => [target ?? this.lines.position(span.start).line],
    );
    return this.#suppressionComments;
  }

  /** Reports whether the document at an offset may contain placeholders. Those of other documents do not count. */
  mayHavePlaceholders(offset: number): boolean {
    const around = this.#documentAround(offset);
    this.#placeholders ??= new Map();
    return getOrCompute(this.#placeholders, around.start, () =>
      mayHavePlaceholders(this.textOf(around)),
    );
  }

  /** The lines of the document at an offset. */
  #documentAround(offset: number): Span {
    const last = this.#lastAsked;
    if (last !== undefined && last.start <= offset && offset < last.end) return last;
    const { text } = this;
    const start = Math.max(0, text.lastIndexOf(DOCUMENT_MARKER, offset));
    const next = text.indexOf(DOCUMENT_MARKER, Math.max(offset, start + 1));
    this.#lastAsked = { start, end: next < 0 ? Number.POSITIVE_INFINITY : next };
    return this.#lastAsked;
  }

  /** Reports whether some document may be a template of ytt. The test is fast. */
  get mayBeOfYtt(): boolean {
    this.#mayBeOfYtt ??= this.text.includes('#@');
    return this.#mayBeOfYtt;
  }

  /** Reports whether some comment may name the template of a rendered document. The test is fast. */
  get mayBeRendered(): boolean {
    this.#mayBeRendered ??= this.text.includes(TEMPLATE_COMMENT);
    return this.#mayBeRendered;
  }

  /** Reports whether some document may have directives of kustomize patches. The test is fast. */
  get mayHavePatchDirectives(): boolean {
    this.#mayHavePatchDirectives ??= /\$(?:patch|retainKeys|setElement|deleteFrom)/.test(this.text);
    return this.#mayHavePatchDirectives;
  }
}
