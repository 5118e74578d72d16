import type { Fix, FixChoice } from '../result/fix.ts';
import { applyEdits, type TextEdit } from '../result/text-edit.ts';
import { type Document, lineStart, type Part, readParts } from '../yaml/index.ts';
import { sortedComments } from './comments.ts';
import { EditRanges } from './edit-ranges.ts';
import { areEqual, editedValue } from './edited-value.ts';
import { TextEdits } from './text-edits.ts';

/** A choice of a fix as text edits of the file. */
export interface ResolvedChoice {
  readonly title: string;
  /** The edits in the order of the text. They do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** The first choice of a fix, written in the best way, which has not been tried. */
export interface UntriedChoice {
  readonly choice: FixChoice;
  /** The edits of the file, in the order of the text; they do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** The number of times that some choices are tried together. Most of them can be written. */
const MOST_TRIES = 100;

/** The number of times that choices on the same lines are tried with others. */
const MOST_ROUNDS = 4;

/** A part of a text whose findings are fixed. */
export class EditablePart {
  readonly #start: number;
  readonly #part: ReadPart | undefined;
  readonly #edits: TextEdits | undefined;
  /** Edits of the file. */
  readonly #resolved = new Map<FixChoice, readonly TextEdit[]>();

  /** @param text of the whole file */
  constructor(text: string, part: Part) {
    const { span } = part;
    this.#start = span.start;
    this.#part = readWhole(text, part) ?? readAlone(text.slice(span.start, span.end));
    this.#edits = this.#part && new TextEdits(this.#part.document, this.#part.format === 'json');
  }

  /** The choices of a fix that can be written without changing anything else; mostly all of them. */
  resolve({ choices }: Fix): readonly ResolvedChoice[] {
    return choices.flatMap((choice) => {
      const edits = this.#resolved.get(choice) ?? this.#resolveChoice(choice);
      return edits === undefined ? [] : [{ title: choice.title, edits }];
    });
  }

  /** The choice that `resolve` probably begins with. Undefined if there is nothing to try. */
  firstChoice({ choices: [choice] }: Fix): UntriedChoice | undefined {
    return choice && this.#firstWay(choice);
  }

  #firstWay(choice: FixChoice): UntriedChoice | undefined {
    for (const edits of this.#waysToWrite(choice)) {
      return { choice, edits: edits.map(this.#inFile) };
    }
    return undefined;
  }

  /**
   * Returns those choices that can be written without changing anything else. They are tried together, and in halves if
   * that fails, so that a document with many fixes is read only a few times. If very many fail, some choices that
   * `resolve` finds are missing.
   *
   * @param untried choices of this part whose edits do not overlap
   */
  confirm(untried: readonly UntriedChoice[]): readonly UntriedChoice[] {
    let triesLeft = MOST_TRIES;
    const confirmed = (some: readonly UntriedChoice[]): readonly UntriedChoice[] => {
      if (some.length === 0 || triesLeft-- <= 0) return [];
      if (this.#holdTogether(some)) return some;
      if (some.length === 1) return [];
      const half = Math.ceil(some.length / 2);
      return [...confirmed(some.slice(0, half)), ...confirmed(some.slice(half))];
    };
    return confirmed(untried);
  }

  /**
   * Resolves the choices of many fixes, so that `resolve` knows them: choices on different lines are tried together. A
   * choice that the values of the document do not allow alone is not included, so that no choice depends on another.
   */
  resolveTogether(fixes: readonly Fix[]): void {
    const value = this.#part?.document.value ?? null;
    let left = fixes
      .flatMap(({ choices }) => choices.map((choice) => this.#firstWay(choice)))
      .filter((one) => one !== undefined)
      .filter(({ choice }) => editedValue(value, choice.edits) !== undefined);
    for (let round = 0; round < MOST_ROUNDS && left.length > 1; round++) {
      const lines = new EditRanges();
      const [group, others]: [UntriedChoice[], UntriedChoice[]] = [[], []];
      for (const one of left) {
        const around = [this.#linesAround(one.edits)];
        if (lines.areInConflict(around)) others.push(one);
        else {
          lines.add(around);
          group.push(one);
        }
      }
      if (group.length === 1) break;
      for (const { choice, edits } of this.confirm(group)) this.#resolved.set(choice, edits);
      left = others;
    }
  }

  #holdTogether(untried: readonly UntriedChoice[]): boolean {
    const part = this.#part;
    if (part === undefined) return false;
    const expected = editedValue(
      part.document.value,
      untried.flatMap(({ choice }) => choice.edits),
    );
    const edits = untried.flatMap((one) => one.edits.map(this.#inPart));
    return expected !== undefined && means(part, edits, expected);
  }

  #resolveChoice(choice: FixChoice): readonly TextEdit[] | undefined {
    const part = this.#part;
    if (part === undefined) return undefined;
    const expected = editedValue(part.document.value, choice.edits);
    if (expected === undefined) return undefined;
    for (const all of this.#waysToWrite(choice)) {
      if (means(part, all, expected)) return all.map(this.#inFile);
    }
    return undefined;
  }

  /** Most edits have one way that does; the others do not depend on each other. */
  *#waysToWrite({ edits }: FixChoice): Iterable<readonly TextEdit[]> {
    const ways = edits.map((edit) => this.#edits?.waysOf(edit) ?? []);
    if (ways.length === 0) return;
    for (const combination of combinations(ways)) {
      const all = [...combination].sort((a, b) => a.start - b.start);
      if (!overlap(all)) yield all;
    }
  }

  /** The range of the lines that edits change. */
  #linesAround(edits: readonly TextEdit[]): TextEdit {
    const text = this.#part?.document.text ?? '';
    const own = edits.map(this.#inPart);
    const start = own[0]?.start ?? 0;
    const end = text.indexOf('\n', own.at(-1)?.end);
    return { start: lineStart(text, start), end: end < 0 ? text.length : end + 1, text: '' };
  }

  readonly #inFile = (edit: TextEdit): TextEdit => moved(edit, this.#start);

  readonly #inPart = (edit: TextEdit): TextEdit => moved(edit, -this.#start);
}

function moved({ start, end, text }: TextEdit, by: number): TextEdit {
  return { start: start + by, end: end + by, text };
}

/** The number of combinations of ways to write the edits of a fix that are tried. */
const MOST_COMBINATIONS = 64;

function* combinations(
  ways: readonly (readonly (readonly TextEdit[])[])[],
): Iterable<readonly TextEdit[]> {
  const counts = ways.map(({ length }) => length);
  const total = Math.min(
    counts.reduce((product, count) => product * count, 1),
    MOST_COMBINATIONS,
  );
  for (let number = 0; number < total; number++) {
    let rest = number;
    yield ways.flatMap((of) => {
      const way = of[rest % of.length] ?? [];
      rest = Math.floor(rest / of.length);
      return way;
    });
  }
}

/** Reports whether edits, in the order of the text, overlap. Insertions at the same place do not overlap. */
function overlap(edits: readonly TextEdit[]): boolean {
  return edits.some((edit, index) => (edits[index + 1]?.start ?? edit.end) < edit.end);
}

/** Reports whether edits of a document give a value, keep its format and all comments, and add no duplicate keys. */
function means(
  { document, format }: ReadPart,
  edits: readonly TextEdit[],
  expected: Document['value'],
): boolean {
  const part = readAlone(applyEdits(document.text, edits));
  const edited = part?.document;
  return (
    edited !== undefined &&
    part?.format === format &&
    areEqual(edited.value, expected) &&
    edited.duplicates.length <= document.duplicates.length &&
    (edited.ignored === undefined) === (document.ignored === undefined) &&
    areEqual(sortedComments(edited), sortedComments(document))
  );
}

interface ReadPart extends Pick<Part, 'format'> {
  readonly document: Document;
}

/** The document of a part that is the whole text, which need not be read again. */
function readWhole(text: string, { content, span, format }: Part): ReadPart | undefined {
  if (content.kind === 'refused' || content.document.text !== text) return undefined;
  const isWhole = span.start === 0 && span.end === text.length;
  return isWhole ? { document: content.document, format } : undefined;
}

/** The document in the text of a part. Undefined if there is not exactly one. */
function readAlone(text: string): ReadPart | undefined {
  const [part, ...others] = readParts(text);
  if (part === undefined || others.length > 0 || part.content.kind === 'refused') return undefined;
  return { document: part.content.document, format: part.format };
}
