import { isBreak } from './characters.ts';
import { Cursor } from './cursor.ts';
import type { Document } from './document.ts';
import { readJson, skipJsonSpace } from './json.ts';
import { refuseNonJsonValues } from './json-values.ts';
import { Parser } from './parser.ts';
import { State } from './parser-states.ts';
import { ReadDocument } from './read-document.ts';
import { type Refusal, Refused } from './refusals.ts';
import { type PartLines, splitParts, startsLikeJson } from './split.ts';
import {
  afterByteOrderMark,
  type DecodedText,
  decodeText,
  firstControl,
  firstInvalid,
  isBinary,
  MAX_TEXT,
} from './text.ts';
import type { Span, Value } from './tree.ts';

/** A part of a text: kubectl splits a text into parts, each of which has at most one document. */
export interface Part {
  /** The number of the part in the text, from 0. */
  readonly index: number;
  /** The lines of the part. */
  readonly span: Span;
  readonly format: 'yaml' | 'json';
  readonly content:
    | { readonly kind: 'value'; readonly document: Document }
    | { readonly kind: 'refused'; readonly refusal: Refusal };
}

/** The location of a part of a text, from which the part can be read again. */
export type PartReference = Pick<Part, 'index' | 'span' | 'format'>;

/** The largest part that is read, in UTF-16 units. The server accepts requests of at most 3 MiB. */
export const MAX_PART = 32 * 1024 * 1024;

/**
 * Reads the parts of a text one by one, as they are requested. Never throws.
 *
 * A text that starts with `{` and consists of JSON values only is a JSON stream: each value is a part.
 */
export function* readParts(source: string | Uint8Array | DecodedText): Generator<Part> {
  const decoded =
    typeof source === 'string' || source instanceof Uint8Array ? decodeText(source) : source;
  if (decoded.unreadable !== undefined || !startsLikeJson(decoded.text)) {
    yield* readYaml(decoded);
    return;
  }
  const values = readJsonStream(decoded);
  if (values === undefined) yield* readYaml(decoded, true);
  else yield* values;
}

/** The values of the documents in a text that can be read. */
export function valuesIn(source: string | Uint8Array): readonly Value[] {
  return [...readParts(source)].flatMap(({ content }) =>
    content.kind === 'value' ? [content.document.value] : [],
  );
}

/** The value of the first part of a text. Undefined if there is none, or it cannot be read. */
export function firstValueIn(source: string | Uint8Array): Value | undefined {
  const [part] = readParts(source);
  return part?.content.kind === 'value' ? part.content.document.value : undefined;
}

/** Reads one part of a text again: the same values at the same positions. */
export function readPartAgain(decoded: DecodedText, { index, span, format }: PartReference): Part {
  const { text, terminated } = decoded;
  const json = format === 'json' ? readJsonValue(decoded, span.start, span.end, index) : undefined;
  const end = span.end === text.length ? terminated.length : span.end;
  return json ?? readPart(decoded, { start: span.start, end, tail: undefined }, index);
}

/**
 * Reads a text as YAML, even if it looks like JSON.
 *
 * @param jsonFirst true if the first part is read as JSON when it is valid JSON
 */
export function* readYaml(decoded: DecodedText, jsonFirst = false): Generator<Part> {
  if (decoded.unreadable !== undefined) {
    yield unreadablePart(decoded);
    return;
  }
  let index = 0;
  for (const lines of splitParts(decoded.terminated)) {
    const json = jsonFirst && index === 0 ? readJsonPart(decoded, lines) : undefined;
    yield json ?? readPart(decoded, lines, index);
    index++;
  }
}

/** A parser is reused for the next part, because its buffers cost more than a small part. */
let idle: Parser | undefined;

function withParser<T>(use: (parser: Parser) => T): T {
  const parser = idle ?? new Parser();
  idle = undefined;
  try {
    return use(parser);
  } finally {
    parser.open('', 0, 0, true);
    idle = parser;
  }
}

function readPart(decoded: DecodedText, lines: PartLines, index: number): Part {
  const { text } = decoded;
  const span = { start: lines.start, end: Math.min(lines.end, text.length) };
  try {
    refuseLines(decoded, lines);
    const document = readLines(decoded, lines);
    return { index, span, format: 'yaml', content: { kind: 'value', document } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const start = Math.min(error.span.start, span.end);
    const end = Math.min(Math.max(error.span.end, start), span.end);
    const refusal = error.toRefusal((offset) =>
      lineWithin(decoded.terminated, lines.start, offset),
    );
    const content = { kind: 'refused', refusal: { ...refusal, span: { start, end } } } as const;
    return { index, span, format: 'yaml', content };
  }
}

/** Refuses a part for reasons other than its YAML syntax. */
function refuseLines(decoded: DecodedText, lines: PartLines): void {
  const { start, end, tail } = lines;
  if (tail !== undefined) {
    const rest = decoded.text.slice(tail.start, tail.end);
    throw Refused.plain(
      'separator',
      tail,
      `invalid Yaml document separator: ${rest}`,
      rest,
    ).ignoring(contentSpan(decoded.text, tail.end, decoded.text.length));
  }
  const invalid = firstInvalid(decoded, start, end);
  if (invalid >= 0) {
    const span = { start: invalid, end: invalid + 1 };
    throw Refused.plain('encoding', span, 'yaml: invalid leading UTF-8 octet');
  }
  const control = firstControl(decoded, start, end);
  if (control >= 0) {
    const span = { start: control, end: control + 1 };
    if (isBinary(decoded, control, end)) {
      throw Refused.plain('binary', span, 'yaml: control characters are not allowed');
    }
    const code = decoded.text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0');
    throw Refused.plain(
      'control-character',
      span,
      'yaml: control characters are not allowed',
      `U+${code}`,
    );
  }
  if (end - start > MAX_PART) {
    const limit = String(MAX_PART / 1024 / 1024);
    throw Refused.plain('too-large', { start, end: start + 1 }, '', 'this document', limit);
  }
}

/**
 * Reads lines of a text as a document.
 *
 * @throws Refused
 */
export function readLines(decoded: DecodedText, lines: Span): ReadDocument {
  return withParser((parser) => readDocument(parser, decoded, lines));
}

function readDocument(parser: Parser, decoded: DecodedText, lines: Span): ReadDocument {
  const { text, terminated, simpleBreaks } = decoded;
  const start = afterByteOrderMark(text, lines.start);
  parser.open(terminated, start, lines.end, simpleBreaks);
  const { composer, scanner } = parser;
  let ignored: Span | undefined;
  if (parser.startDocument()) {
    while (parser.state !== State.DocumentEnd) parser.step();
    // go-yaml scans one token more, and ignores the rest.
    parser.peek();
    ignored = ignoredSpan(terminated, scanner.tokens.start, lines.end);
  }
  const positions = composer.recorder.take();
  const document = new ReadDocument({
    source: decoded,
    length: text.length,
    value: composer.root,
    format: 'yaml',
    hasOctal: composer.hasOctal,
    ignored,
    positions,
    extras: composer.extras,
    contentColumns: new Map(scanner.contentColumns),
  });
  if (composer.mayBeNonJson) refuseNonJsonValues(document, composer.badKeys);
  return document;
}

/** The text after the document, without the `...` or `---` before it and white space around it. */
function ignoredSpan(text: string, from: number, end: number): Span | undefined {
  const isMarker = /^(?:\.\.\.|---)(?:\s|$)/.test(text.slice(from, from + 4));
  return contentSpan(text, isMarker ? from + 3 : from, end);
}

/** The text in a range without white space around it; undefined if it has only blank lines, comments and markers. */
function contentSpan(text: string, from: number, end: number): Span | undefined {
  let start = from;
  let last = end;
  while (last > start && text.charAt(last - 1).trim() === '') last--;
  while (start < last && text.charAt(start).trim() === '') start++;
  return start < last && hasContent(text.slice(start, last)) ? { start, end: last } : undefined;
}

/** Reports whether a text has a line other than blank lines, comments and document end markers. */
function hasContent(text: string): boolean {
  return /^[^\S\n\r\u2028\u2029]*(?!\.\.\.\s*$)[^#\s]/m.test(text);
}

/** The line of an offset in its part, from 0, with the line breaks of YAML 1.1. */
function lineWithin(text: string, start: number, offset: number): number {
  const cursor = new Cursor();
  cursor.open(text, start, text.length, false);
  let line = 0;
  for (let at = start; at < offset && at < text.length; ) {
    const isEnd = isBreak(text.charCodeAt(at));
    at = isEnd ? cursor.afterBreak(at) : at + 1;
    if (isEnd && at <= offset) line++;
  }
  return line;
}

function readJsonStream(decoded: DecodedText): Part[] | undefined {
  const { text } = decoded;
  const parts: Part[] = [];
  let position = 0;
  while (position < text.length) {
    const part = readJsonValue(decoded, position, text.length, parts.length);
    if (part === undefined) return undefined;
    parts.push(part);
    position = part.span.end;
  }
  return parts;
}

function readJsonPart(decoded: DecodedText, lines: PartLines): Part | undefined {
  const end = Math.min(lines.end, decoded.text.length);
  const part = readJsonValue(decoded, lines.start, end, 0);
  return part?.span.end === end ? part : undefined;
}

/** Reads a JSON value and the white space around it. */
function readJsonValue(
  decoded: DecodedText,
  start: number,
  end: number,
  index: number,
): Part | undefined {
  const { text } = decoded;
  return withParser(({ composer }) => {
    const after = readJson(composer, text, start, end);
    if (after < 0) return undefined;
    const document = new ReadDocument({
      source: decoded,
      length: text.length,
      value: composer.root,
      format: 'json',
      hasOctal: false,
      ignored: undefined,
      positions: composer.recorder.take(),
      extras: composer.extras,
      contentColumns: new Map(),
    });
    const span = { start, end: skipJsonSpace(text, after, end) };
    return { index, span, format: 'json', content: { kind: 'value', document } };
  });
}

function unreadablePart(decoded: DecodedText): Part {
  const { text, unreadable } = decoded;
  const span = { start: 0, end: text.length };
  const place = { start: 0, end: Math.min(1, text.length) };
  const refused =
    unreadable === 'utf-16'
      ? Refused.plain('utf-16', place, 'yaml: incomplete UTF-16 character')
      : Refused.plain('too-large', place, '', 'this text', String(MAX_TEXT / 1024 / 1024));
  const content = { kind: 'refused', refusal: refused.toRefusal(() => 0) } as const;
  return { index: 0, span, format: 'yaml', content };
}
