import type { TextEdit } from '../../../result/text-edit.ts';
import {
  isMapping,
  lineStart,
  type Path,
  readParts,
  type Span,
  type Value,
} from '../../../yaml/index.ts';
import { type OpenText, objectsIn, type TextObject } from './open-text.ts';

/** The form of the word around an offset. */
export interface WordPlace {
  readonly span: Span;
  readonly word: string;
  /** The part of the text around it between the lines that separate documents. */
  readonly document: Span;
  /** The quote before the word; empty without one. */
  readonly quote: string;
  /** The space that is missing before the word, after a colon or the mark of an item; empty without one. */
  readonly gap: string;
  readonly hasColon: boolean;
  /** True if other text follows in the line, so that the entry does not end after the word. */
  readonly isFollowed: boolean;
  /** True if the document is written as JSON, where names and texts need quotes. */
  readonly isJson: boolean;
}

/** The place of the word that is written at an offset, in a text that may be half-written. */
export interface WrittenWord {
  /** A key, a whole value, or a part of a longer text. */
  readonly side: 'key' | 'value' | 'text';
  /** The object, with a placeholder in the place of the word. */
  readonly object: TextObject;
  /** The path of the word from the object; of a key, the path of its mapping. */
  readonly field: Path;
  /** The other keys of the mapping. */
  readonly siblings: readonly string[];
  /** True inside of brackets. */
  readonly isInFlow: boolean;
  /** The change of the spaces at the beginning of the line. Undefined if the word can be where it is. */
  readonly indentation: TextEdit | undefined;
}

/** The text in the place of the word that is being written. */
export const PLACEHOLDER = 'kubeadmit-placeholder';

/** The characters of the words that are completed. */
const WORD = /[\w./*-]/;

/** A line with a word that may become a field: the document cannot be read without its colon. */
const HALF_WRITTEN = /^([ \t]*(?:- +)*[\w./-]*\w)[ \t]*$/gm;

/**
 * In documents above this many UTF-16 code units, nothing is completed below a half-written line, or in one that is
 * not indented like the lines around it.
 */
const LARGEST_REPAIRED = 100_000;

/** The most columns that such a line is moved to; the document is read for each of them. */
const MOST_COLUMNS = 20;

/** Reports whether an offset is in a line that separates documents. */
export function isInSeparator({ text }: OpenText, offset: number): boolean {
  return /^---(?:\s|$)/.test(text.slice(lineStart(text, offset)));
}

/** The word around an offset. */
export function wordAt({ text }: OpenText, offset: number): WordPlace {
  const document = documentAround(text, offset);
  let [start, end] = [offset, offset];
  while (start > 0 && WORD.test(text[start - 1] ?? '')) start--;
  while (end < text.length && WORD.test(text[end] ?? '')) end++;
  // The mark of an item is not a part of a word.
  if (/^-(?=\s|$)/.test(text.slice(start, end))) [start, end] = [offset, offset];
  const before = start > document.start ? text.charAt(start - 1) : '';
  const line = lineBefore(text, start);
  const after = text.slice(end);
  const hasColon = /^(?:["']\s*:|\s*:(?:\s|$))/.test(after);
  return {
    span: { start, end },
    word: text.slice(start, end),
    document,
    quote: /["']/.test(before) ? before : '',
    gap: /(?:^|[\s{[,])["']?[\w./-]*["':\w]:$|^\s*(?:- +)*-$/.test(line) ? ' ' : '',
    hasColon,
    isFollowed: !hasColon && !/^["']?[ \t]*(?:$|[\r\n,\]}]|(?<=[ \t])#)/.test(after),
    isJson: /^\s*\{/.test(text.slice(document.start, document.end)),
  };
}

/**
 * The places that the word around an offset may have: a word that is not complete may become a key or a value. None if
 * the text around it cannot be read.
 */
export function writtenWords(
  { text }: OpenText,
  { span: { start, end }, document, quote, gap, hasColon }: WordPlace,
): readonly WrittenWord[] {
  const before = text.slice(document.start, start);
  const isValue = /:\s*["']?$/.test(lineBefore(text, start));
  const isQuoted = quote !== '' && text[end] === quote;
  const after = text.slice(isQuoted ? end + 1 : end, document.end);
  const words = isValue || hasColon ? [''] : [': ', ''];
  const find = (before: string) =>
    words.flatMap((colon) => {
      const word = `${gap}${PLACEHOLDER}${quote}${colon}`;
      for (const completed of completedTexts(before + word, after)) {
        const found = locate(completed);
        if (found !== undefined) return [found];
      }
      return [];
    });
  const found = find(before);
  if (found.length > 0 || document.end - document.start > LARGEST_REPAIRED) return found;
  const repaired = find(before.replaceAll(HALF_WRITTEN, '$1:'));
  if (repaired.length > 0) return repaired;
  const [, spaces = '', items = ''] = /(?:^|\n)( +)((?:- +)*)$/.exec(before) ?? [];
  const line = start - items.length - spaces.length;
  const above = before.slice(0, line - document.start);
  const movedTo = (column: number) => {
    const more = column - spaces.length;
    const indentation =
      more > 0
        ? { start: line, end: line, text: ' '.repeat(more) }
        : { start: line + column, end: line + spaces.length, text: '' };
    return find(above + ' '.repeat(column) + items).map((word) => ({ ...word, indentation }));
  };
  const right = columnRightOf(above, spaces.length);
  const moved = right === undefined ? [] : movedTo(right);
  for (const column of columnsAbove(above, spaces.length).slice(0, MOST_COLUMNS)) {
    const words = movedTo(column);
    if (words.length > 0) return [...moved, ...words];
  }
  return moved;
}

/**
 * The texts that a text around a word may become: with what follows; without the lines after it, which may not fit to
 * what is being written; and with the brackets closed that are open in its line.
 */
export function* completedTexts(before: string, after: string): Iterable<string> {
  const lineEnd = after.search(/[\r\n]|$/);
  yield before + after;
  yield before + after.slice(0, lineEnd);
  const closing = closingBrackets(lineBefore(before, before.length));
  if (closing === '') return;
  yield before + closing + after.slice(lineEnd);
  yield before + closing;
}

function lineBefore(text: string, offset: number): string {
  return text.slice(lineStart(text, offset), offset);
}

/** The brackets that close those that are open at the end of a line. */
function closingBrackets(line: string): string {
  let closing = '';
  let quote = '';
  for (const c of line) {
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '{') closing = `}${closing}`;
    else if (c === '[') closing = `]${closing}`;
    else if (c === closing[0]) closing = closing.slice(1);
  }
  return quote + closing;
}

/** The columns of the mappings around the end of a text, from the innermost one, that are left of a column. */
function columnsAbove(text: string, column: number): readonly number[] {
  const columns: number[] = [];
  let least = column;
  for (const line of text.split('\n').reverse()) {
    const match = /^( *)((?:- +)*)[^\s#]/.exec(line);
    if (match === null) continue;
    const [, spaces = '', items = ''] = match;
    for (const found of [spaces.length + items.length, spaces.length]) {
      if (found >= least) continue;
      least = found;
      columns.push(found);
    }
  }
  return columns;
}

/** The column of the mapping above the end of a text that is indented further than a line there. */
function columnRightOf(text: string, column: number): number | undefined {
  if (column === 0) return undefined;
  let found: number | undefined;
  for (const line of text.split('\n').reverse()) {
    const match = /^( *)((?:- +)*)[^\s#]/.exec(line);
    if (match === null) continue;
    const [, spaces = '', items = ''] = match;
    const own = spaces.length > column ? spaces.length : spaces.length + items.length;
    if (own > column) found = own;
    if (spaces.length <= column) break;
  }
  return found;
}

/** The text around an offset between lines that separate documents. */
function documentAround(text: string, offset: number): Span {
  const separators = /^---(?:[ \t].*)?$/gm;
  let [start, end] = [0, text.length];
  for (const found of text.matchAll(separators)) {
    if (found.index >= offset) {
      end = found.index;
      break;
    }
    start = found.index + found[0].length;
  }
  return { start, end };
}

/** The place of the placeholder in a text. */
function locate(text: string): WrittenWord | undefined {
  for (const part of readParts(text)) {
    for (const object of objectsIn(part)) {
      const found = search(object.value, []);
      if (found === undefined) continue;
      const { path, document } = object;
      const start = document.locate([...path, ...found.field])?.value.start ?? 0;
      // A plain text goes on in the next line, where a field was meant.
      if (found.side === 'text' && !/[|>"']/.test(text[start] ?? '')) continue;
      const isInFlow = isInBrackets(text, object, found.field);
      return { object, ...found, isInFlow, indentation: undefined };
    }
  }
  return undefined;
}

type PlaceInObject = Pick<WrittenWord, 'side' | 'field' | 'siblings'>;

/** Reports whether a place, or a list or mapping around it, is written in brackets. */
function isInBrackets(text: string, { document, path }: TextObject, field: Path): boolean {
  return [...path, ...field, ''].some((_, length, steps) => {
    const start = document.locate(steps.slice(0, length))?.value.start;
    return start !== undefined && /[[{]/.test(text[start] ?? '');
  });
}

function search(value: Value, field: Path): PlaceInObject | undefined {
  if (typeof value === 'string') {
    // In the middle of a text, there is no word to complete.
    const side = value === PLACEHOLDER ? 'value' : 'text';
    return value.includes(PLACEHOLDER) ? { side, field, siblings: [] } : undefined;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = search(item, [...field, index]);
      if (found !== undefined) return found;
    }
  }
  if (!isMapping(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === PLACEHOLDER) {
      const siblings = Object.keys(value).filter((one) => one !== PLACEHOLDER);
      return { side: 'key', field, siblings };
    }
    const found = search(member, [...field, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
