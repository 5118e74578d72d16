import { firstIndex } from '../base/bisect.ts';
import { BYTE_ORDER_MARK, CR, LF } from './characters.ts';

/** The largest text that is read, in bytes (or UTF-16 units). */
export const MAX_TEXT = 128 * 1024 * 1024;

/** The facts about the characters of a text that the reader needs. */
export interface CharacterFacts {
  /** True if the text may contain a character that YAML does not allow. */
  readonly hasControls: boolean;
  /** True if all line breaks of the text are LF or CR LF. */
  readonly simpleBreaks: boolean;
}

/** A decoded text, and the problems that prevent it, or parts of it, from being read. */
export interface DecodedText extends CharacterFacts {
  /**
   * The text, which all spans refer to. Bytes that are not valid UTF-8 are replaced by U+FFFD. A
   * byte order mark is kept.
   */
  readonly text: string;
  /** The text with a line break at its end, which the server's clients add. */
  readonly terminated: string;
  /** The reason why no part of the text can be read, if there is one. */
  readonly unreadable: 'too-large' | 'utf-16' | undefined;
  /** The offsets of bytes that were not valid UTF-8, in ascending order. */
  readonly invalid: readonly number[];
}

/**
 * Characters that YAML does not allow, and those of all line breaks but LF. Regular expressions with one class are the
 * fastest.
 */
const SPECIAL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]/;
const CONTROLS =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const YAML_BREAKS = /[\x85\u2028\u2029]|\r(?!\n)/;

/**
 * Decodes a source, and collects the facts about its characters that the reader needs, in one pass.
 *
 * @param known the facts, if the source was decoded before
 */
export function decodeText(source: string | Uint8Array, known?: CharacterFacts): DecodedText {
  if (source.length > MAX_TEXT) return unreadable(beginningOf(source), 'too-large');
  let text: string;
  let invalid: readonly number[] = [];
  if (typeof source === 'string') text = source;
  else {
    if (isUtf16(source)) return unreadable(decodeUtf16(source), 'utf-16');
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
    } catch {
      const places: number[] = [];
      text = decodeLeniently(source, places);
      invalid = places;
    }
  }
  const { hasControls, simpleBreaks } = known ?? charactersOf(text);
  return {
    text,
    terminated: text === '' || text.charCodeAt(text.length - 1) === LF ? text : `${text}\n`,
    unreadable: undefined,
    invalid,
    hasControls,
    simpleBreaks,
  };
}

function charactersOf(text: string): CharacterFacts {
  const unusual = SPECIAL.test(text);
  return {
    hasControls: unusual && text.search(CONTROLS) >= 0,
    simpleBreaks: !(unusual && YAML_BREAKS.test(text)) && text.charCodeAt(text.length - 1) !== CR,
  };
}

/** The number of characters that are kept of a text that is too large, to detect what it is. */
const BEGINNING = 64 * 1024;

function beginningOf(source: string | Uint8Array): string {
  const beginning = source.slice(0, BEGINNING);
  return typeof beginning === 'string'
    ? beginning
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning);
}

function unreadable(text: string, reason: 'too-large' | 'utf-16'): DecodedText {
  const nothing = { invalid: [], hasControls: false, simpleBreaks: true };
  return { text, terminated: text, unreadable: reason, ...nothing };
}

function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function decodeUtf16(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** The number of characters in which NULs are counted, from the first NUL. */
const BINARY_SAMPLE = 4096;

/**
 * Reports whether a range is binary data, given its first character that YAML does not allow. Text contains no NUL;
 * damaged text may contain a few.
 */
export function isBinary({ text }: DecodedText, first: number, end: number): boolean {
  if (text.charCodeAt(first) !== 0) return false;
  const last = Math.min(end, first + BINARY_SAMPLE);
  let count = 0;
  for (let at = first; at < last; at++) if (text.charCodeAt(at) === 0) count++;
  return count > 4 && count * 32 > last - first;
}

/** Decodes bytes that are not all valid UTF-8, and collects the offsets of the invalid ones. */
function decodeLeniently(bytes: Uint8Array, invalid: number[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let from = 0;
  let i = 0;
  while (i < bytes.length) {
    const width = sequenceLength(bytes, i);
    if (width > 0) {
      i += width;
      continue;
    }
    text += decoder.decode(bytes.subarray(from, i));
    invalid.push(text.length);
    text += '\ufffd';
    i++;
    from = i;
  }
  return text + decoder.decode(bytes.subarray(from));
}

/** The length of the UTF-8 sequence at an offset in bytes; 0 if it is invalid. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + width > bytes.length) return 0;
  for (let k = 1; k < width; k++) if (((bytes[at + k] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  const isBad =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isBad ? 0 : width;
}

/** The first offset in a range where a byte was not valid UTF-8, or -1. */
export function firstInvalid({ invalid }: DecodedText, start: number, end: number): number {
  const offset = invalid[firstIndex(invalid, (one) => one >= start)];
  return offset !== undefined && offset < end ? offset : -1;
}

/** The first character in a range that YAML does not allow, or -1. */
export function firstControl(decoded: DecodedText, start: number, end: number): number {
  if (!decoded.hasControls) return -1;
  CONTROLS.lastIndex = start;
  const match = CONTROLS.exec(decoded.text.slice(0, end));
  CONTROLS.lastIndex = 0;
  return match === null ? -1 : match.index;
}

/** The start of the YAML in a part, after a byte order mark. */
export function afterByteOrderMark(text: string, start: number): number {
  return text.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
}
