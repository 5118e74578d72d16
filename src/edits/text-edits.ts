import type { FieldEdit, NewValue, StringChange } from '../result/fix.ts';
import type { TextEdit } from '../result/text-edit.ts';
import { type Document, offsetInText, type Path, type Span, valueAt } from '../yaml/index.ts';
import { type Container, Containers, type Entry } from './entries.ts';
import { insertionsOf, type PairPlace, type PairText } from './insert-pair.ts';
import { removalOf } from './remove-entries.ts';
import { commonQuoting, type Quoting, quote, valueTexts } from './scalar-text.ts';
import { TextLines } from './text-lines.ts';

/** Makes text edits of field edits of a document, in the style of its text. */
export class TextEdits {
  readonly #document: Document;
  readonly #isJson: boolean;
  readonly #lines: TextLines;
  readonly #containers: Containers;
  #quoting: Quoting | undefined;

  /** @param isJson true if the document is JSON, and must remain JSON */
  constructor(document: Document, isJson: boolean) {
    this.#document = document;
    this.#isJson = isJson;
    this.#lines = new TextLines(document.text);
    this.#containers = new Containers(document);
  }

  /**
   * The ways to write an edit, the best first. None has been tried: who uses one must read the result, which may mean
   * something else.
   */
  waysOf(edit: FieldEdit): readonly (readonly TextEdit[])[] {
    // A value from an alias is not at this place of the text.
    if (this.#document.locate(edit.path)?.anchor !== undefined) return [];
    switch (edit.kind) {
      case 'rename-key':
        return this.#renamings(edit.path, edit.key);
      case 'replace':
        return this.#replacements(edit.path, edit.value);
      case 'replace-within':
        return this.#replacementsWithin(edit.path, edit.changes);
      case 'insert':
        return this.#insertions(edit.path, edit.key, edit.value, edit);
      case 'remove': {
        const container = this.#containers.at(edit.path);
        const removal = container && removalOf(container, edit.entries, this.#lines);
        return removal === undefined ? [] : [removal];
      }
      case 'move':
        return this.#moves(edit.path, edit.to);
    }
  }

  #renamings(path: Path, key: string): readonly (readonly TextEdit[])[] {
    const span = this.#document.locate(path)?.key;
    if (span === undefined) return [];
    return valueTexts(key, this.#quotingAt(span.start), this.#commonQuoting).map((text) => [
      { ...span, text },
    ]);
  }

  #replacements(path: Path, value: NewValue): readonly (readonly TextEdit[])[] {
    const spans = this.#document.locate(path);
    if (spans === undefined || spans.style.endsWith('mapping')) return [];
    const { start, end } = spans.value;
    const space = spans.style === 'empty' ? ' ' : '';
    return valueTexts(value, this.#quotingAt(start), this.#commonQuoting).map((text) => [
      { start, end, text: `${space}${text}` },
    ]);
  }

  /** Replaces text inside of the scalar as it is written. If that is not possible, the scalar gets quotes. */
  #replacementsWithin(
    path: Path,
    changes: readonly StringChange[],
  ): readonly (readonly TextEdit[])[] {
    const spans = this.#document.locate(path);
    const decoded = valueAt(this.#document.value, path);
    if (spans === undefined || typeof decoded !== 'string') return [];
    const { style, value } = spans;
    const isQuoted = style === 'single-quoted' || style === 'double-quoted';
    const before = (index: number) => offsetInText(this.#document, spans, index);
    // White space after a scalar without quotes, or before its next line, does not belong to the range.
    const after = (index: number) => (isQuoted ? before(index) : before(index - 1) + 1);
    const raw = changes.map(({ from, to, text }): TextEdit => {
      const start = from < decoded.length || from === 0 ? before(from) : after(from);
      return { start, end: from < to ? after(to) : start, text };
    });
    switch (style) {
      case 'single-quoted':
      case 'double-quoted':
        return [raw.map((edit) => ({ ...edit, text: quote(edit.text, style).slice(1, -1) }))];
      case 'plain':
        return [raw, ...this.#quotedAnew(value, raw)];
      case 'literal':
      case 'folded':
        return [raw];
      default:
        return [];
    }
  }

  /** The ways to put a plain scalar in quotes and to edit it. */
  #quotedAnew({ start, end }: Span, edits: readonly TextEdit[]): readonly (readonly TextEdit[])[] {
    const { text } = this.#document;
    const pieces: string[] = [];
    let position = start;
    for (const edit of edits) {
      pieces.push(text.slice(position, edit.start), edit.text);
      position = edit.end;
    }
    const whole = pieces.join('') + text.slice(position, end);
    return quotingsFor(whole, this.#commonQuoting).map((quoting) => {
      const mark = quoting === 'single-quoted' ? "'" : '"';
      return [{ start, end, text: `${mark}${escapeIn(whole, quoting)}${mark}` }];
    });
  }

  #insertions(
    path: Path,
    key: string,
    value: NewValue,
    place: PairPlace,
  ): readonly (readonly TextEdit[])[] {
    const mapping = this.#containers.at(path);
    if (mapping === undefined || !mapping.isMapping) return [];
    const keyQuoting = this.#keyQuotingIn(mapping);
    const wanted = mapping.isFlow ? keyQuoting : 'plain';
    return valueTexts(value, wanted, this.#commonQuoting).flatMap((text) => {
      const pair = { text: `${quote(key, keyQuoting)}: ${text}`, isIndented: false };
      return insertionsOf(mapping, pair, place, this.#lines).map((edit) => [edit]);
    });
  }

  #moves(path: Path, to: Path): readonly (readonly TextEdit[])[] {
    const key = path.at(-1);
    const from = this.#containers.at(path.slice(0, -1));
    const target = this.#containers.at(to);
    const entry = from?.entries.find(({ segment }) => segment === key);
    if (from === undefined || entry === undefined || key === undefined) return [];
    if (target === undefined || !target.isMapping) return [];
    const [removal, ...others] = removalOf(from, [key], this.#lines) ?? [];
    const pair = this.#writtenPair(from, entry);
    if (removal === undefined || others.length > 0 || pair === undefined) return [];
    return insertionsOf(target, pair, {}, this.#lines).flatMap((insertion) => {
      const { start, end } = insertion;
      if (start > removal.end || end < removal.start) return [[removal, insertion]];
      // A pair that is moved from the end of a mapping only changes its indentation.
      const { lineBreak } = this.#lines;
      const endsLine = this.#document.text.slice(0, removal.end).endsWith(lineBreak);
      const text =
        endsLine && insertion.text.startsWith(lineBreak)
          ? `${insertion.text.slice(lineBreak.length)}${lineBreak}`
          : insertion.text;
      return [[{ start: removal.start, end: removal.end, text }]];
    });
  }

  /** A pair as it is written, with a comment after it, without its indentation. */
  #writtenPair(from: Container, { start, end }: Entry): PairText | undefined {
    const { text } = this.#document;
    if (from.isFlow) return { text: text.slice(start, end), isIndented: false };
    if (!this.#lines.isFirst(start)) return undefined;
    const { lineBreak } = this.#lines;
    const indent = this.#lines.indentTo(start);
    const written = text
      .slice(start, this.#lines.around(end).end)
      .split(lineBreak)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join(lineBreak);
    return { text: written, isIndented: true };
  }

  #quotingAt(offset: number): Quoting {
    if (this.#isJson) return 'double-quoted';
    const first = this.#document.text[offset];
    return first === '"' ? 'double-quoted' : first === "'" ? 'single-quoted' : 'plain';
  }

  #keyQuotingIn({ entries: [first] }: Container): Quoting {
    return this.#quotingAt(first?.start ?? -1);
  }

  get #commonQuoting(): Quoting {
    this.#quoting ??= this.#isJson ? 'double-quoted' : commonQuoting(this.#document);
    return this.#quoting;
  }
}

/** The quotes that a plain scalar can get. Quotes that need no escapes come first. */
function quotingsFor(text: string, common: Quoting): readonly Quoting[] {
  const hasSingle = text.includes("'");
  const hasDouble = /["\\]/.test(text);
  if (hasSingle !== hasDouble) {
    return hasSingle ? ['double-quoted', 'single-quoted'] : ['single-quoted', 'double-quoted'];
  }
  return common === 'single-quoted'
    ? ['single-quoted', 'double-quoted']
    : ['double-quoted', 'single-quoted'];
}

/** Escapes the text of a plain scalar for quotes; its line breaks are folded in both. */
function escapeIn(text: string, quoting: Quoting): string {
  return quoting === 'single-quoted' ? text.replaceAll("'", "''") : text.replace(/["\\]/g, '\\$&');
}
