import type { Fix, FixChoice } from '../result/fix.ts';
import { applyEdits, type TextEdit } from '../result/text-edit.ts';
import { type Document, type Part, readParts } from '../yaml/index.ts';
import { sortedComments } from './comments.ts';
import { areEqual, editedValue } from './edited-value.ts';
import { TextEdits } from './text-edits.ts';

/** A choice of a fix as text edits of the file. */
export interface ResolvedChoice {
  readonly title: string;
  /** In the order of the text; they do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** A part of a text whose findings are fixed. */
export class EditablePart {
  readonly #start: number;
  readonly #part: ReadPart | undefined;
  readonly #edits: TextEdits | undefined;

  /** @param text of the whole file */
  constructor(text: string, { span }: Part) {
    this.#start = span.start;
    this.#part = readAlone(text.slice(span.start, span.end));
    this.#edits = this.#part && new TextEdits(this.#part.document, this.#part.format === 'json');
  }

  /** The choices of a fix that can be written without changing anything else; mostly all of them. */
  resolve({ choices }: Fix): readonly ResolvedChoice[] {
    return choices.flatMap((choice) => {
      const edits = this.#resolveChoice(choice);
      return edits === undefined ? [] : [{ title: choice.title, edits: edits.map(this.#inFile) }];
    });
  }

  #resolveChoice({ edits }: FixChoice): readonly TextEdit[] | undefined {
    const part = this.#part;
    const ways = edits.map((edit) => this.#edits?.waysOf(edit) ?? []);
    if (part === undefined || ways.length === 0) return undefined;
    const expected = editedValue(part.document.value, edits);
    if (expected === undefined) return undefined;
    // Most edits have one way that does; the others do not depend on each other.
    for (const combination of combinations(ways)) {
      const all = [...combination].sort((a, b) => a.start - b.start);
      if (!overlap(all) && means(part, all, expected)) return all;
    }
    return undefined;
  }

  readonly #inFile = ({ start, end, text }: TextEdit): TextEdit => ({
    start: start + this.#start,
    end: end + this.#start,
    text,
  });
}

/** How many combinations of ways to write the edits of a fix are tried. */
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

/** Whether edits, in the order of the text, overlap. Insertions at the same place do not. */
function overlap(edits: readonly TextEdit[]): boolean {
  return edits.some((edit, index) => (edits[index + 1]?.start ?? edit.end) < edit.end);
}

/** Whether edits of a document give a value, keep its format and all comments, and add no duplicate keys. */
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

/** A document and how it was read. */
interface ReadPart extends Pick<Part, 'format'> {
  readonly document: Document;
}

/** The document in the text of a part; undefined where there is not exactly one. */
function readAlone(text: string): ReadPart | undefined {
  const [part, ...others] = readParts(text);
  if (part === undefined || others.length > 0 || part.content.kind === 'refused') return undefined;
  return { document: part.content.document, format: part.format };
}
