import { isMapping, type Path, readParts, type Span, type Value } from '../../yaml/index.ts';
import { type OpenText, objectsIn, type TextObject } from './open-text.ts';

/** The place of the word that is written at an offset, in a text that may be half-written. */
export interface WrittenWord {
  readonly side: 'key' | 'value';
  /** The object, with a placeholder in the place of the word. */
  readonly object: TextObject;
  /** The path of the word from the object; of a key, the path of its mapping. */
  readonly field: Path;
  /** The other keys of the mapping. */
  readonly siblings: readonly string[];
}

/** The text in the place of the word that is being written. */
export const PLACEHOLDER = 'kubeadmit-placeholder';

/** The characters of the words that are completed. */
const WORD = /[\w./*-]/;

/** The word around an offset. */
export function wordAt({ text }: OpenText, offset: number): Span {
  let [start, end] = [offset, offset];
  while (start > 0 && WORD.test(text[start - 1] ?? '')) start--;
  while (end < text.length && WORD.test(text[end] ?? '')) end++;
  // The mark of an item is not a part of a word.
  return /^-(?=\s|$)/.test(text.slice(start, end))
    ? { start: offset, end: offset }
    : { start, end };
}

/**
 * The places that the word around an offset may have: a word that is not complete may become a key or a value. None if the
 * text around it cannot be read.
 */
export function writtenWords(open: OpenText, offset: number): readonly WrittenWord[] {
  const document = documentAround(open.text, offset);
  const { start, end } = wordAt(open, offset);
  const before = open.text.slice(document.start, start);
  const after = open.text.slice(end, document.end);
  const lineEnd = after.search(/[\r\n]|$/);
  const rest = after.slice(0, lineEnd);
  const isKey = /^\s*:(?:\s|$)/.test(rest);
  const isValue = /:\s+["']?$/.test(before.slice(before.lastIndexOf('\n') + 1));
  const words = isValue || isKey ? [PLACEHOLDER] : [`${PLACEHOLDER}: `, PLACEHOLDER];
  return words.flatMap((word) => {
    // The text after the line may not fit to what is being written.
    return locate(before + word + after) ?? locate(before + word + rest) ?? [];
  });
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

function locate(text: string): WrittenWord | undefined {
  for (const part of readParts(text)) {
    const objects = objectsIn(part);
    for (const object of objects) {
      const found = search(object.value, []);
      if (found !== undefined) return { object, ...found };
    }
  }
  return undefined;
}

function search(value: Value, field: Path): Omit<WrittenWord, 'object'> | undefined {
  if (value === PLACEHOLDER) return { side: 'value', field, siblings: [] };
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
