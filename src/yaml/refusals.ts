import type { Span } from './tree.ts';

/** The message of each kind of error: what is wrong, and what to write instead. Parameters are the parts that vary. */
const MESSAGES = {
  'too-large': (what, limit) => `${what} is larger than ${limit} MiB; split it`,
  'too-deep': () => 'collections are nested more than 10000 levels deep',
  binary: () => 'this is binary data, not text',
  'utf-16': () => 'the text is encoded in UTF-16; save it as UTF-8',
  encoding: () => 'these bytes are not UTF-8; save the file as UTF-8',
  'control-character': (code) =>
    `the control character ${code} is not allowed anywhere, not even in comments; remove it, or write it as an escape between double quotes`,
  separator: (rest) =>
    `only a comment may follow --- on its line, not "${rest}"; move that to a line of its own`,
  'unclosed-quote': (quote) => `this ${quote} quote is never closed`,
  'unclosed-flow': (open, close) => `this ${open} is never closed by ${close}`,
  escape: (sequence) =>
    `${sequence} is not an escape sequence of a double-quoted text; write \\\\ for a backslash, or use single quotes`,
  'escape-digits': (sequence, count) =>
    `${sequence} must be followed by ${count} hexadecimal digits`,
  'escape-code': (sequence) => `${sequence} is not a Unicode character`,
  'tab-indent': () => 'a tab cannot indent; use spaces',
  'reserved-character': (character) =>
    `a plain text cannot begin with ${character}; put it in quotes`,
  'unexpected-character': (character) =>
    `${character} is not allowed here; quote the text that begins with it`,
  'block-scalar-indent': () =>
    'the number after | or > is the indentation, which must be 1 to 9, not 0',
  'block-scalar-header': (indicator) =>
    `nothing but a comment may follow ${indicator} on its line; the text begins on the next line`,
  'block-scalar-in-flow': (indicator) =>
    `a block text (${indicator}) is not allowed within [ ] or { }; use quotes`,
  'missing-colon': () => 'this line has no ": ", so it is not a key; add one, or indent the line',
  'long-key': () =>
    'a key can have at most 1024 characters and must be followed by ":" on its line',
  'unexpected-colon': () =>
    'a second ": " in one value; put the value in quotes, or move the mapping to lines of its own',
  'unexpected-question-mark': () => 'a key cannot begin here; move it to a line of its own',
  'unexpected-dash': () =>
    'a list item cannot begin here; move it to a line of its own, or quote the text',
  'deeper-line': () =>
    'this line is indented deeper than the key above it, so it continues that value; align the two keys, or quote the value',
  indentation: () => 'no line above has the indentation of this line; align it with one of them',
  'expected-item': () => 'the list continues here, so this must begin with "- "',
  'expected-key': () => 'the mapping continues here, so this must be a "key: value"',
  'expected-comma': (close) => `"," or "${close}" is missing before this`,
  'missing-value': () => 'a value is missing here',
  directive: (what) => `this directive cannot be read: ${what}`,
  'directive-alone': () =>
    'the text is split at ---, so no document follows this directive; remove it',
  'document-start': () => 'a document cannot begin with this',
  anchor: (sign) =>
    `${sign} must be followed by a name of letters, digits, - and _; put a text that begins with it in quotes`,
  tag: () => 'this tag cannot be read; put a text that begins with ! in quotes',
  'tag-handle': (handle) => `the tag prefix ${handle} is not defined`,
  'tag-mismatch': (value, tag) => `${value} cannot be read as ${tag}`,
  'binary-data': () => 'this is not base64, which !!binary asks for',
  'unknown-anchor': (name) =>
    `no anchor &${name} is defined before this in the document; quote the text if * is part of it`,
  'recursive-anchor': (name) => `the value of the anchor &${name} contains itself`,
  'alias-bomb': () => 'aliases make this document grow too much; write the values out',
  'merge-value': () => '<< takes a mapping, an alias of one, or a list of these',
  'complex-key': (what) => `a ${what} cannot be a key`,
  template: () =>
    'this is a template, not YAML: "{{" begins a mapping; render it first (helm template), or quote it',
  'null-key': () => 'a key is missing before the colon, or is null; write it, or put it in quotes',
  'number-key': () => 'a number above 9223372036854775807 cannot be a key; put it in quotes',
  'not-finite': (value) => `JSON has no number ${value}; put it in quotes if a text is meant`,
  'number-range': () => 'this number is too large',
} as const satisfies Readonly<Record<string, (...params: string[]) => string>>;

/** The kinds of errors because of which a part of a text cannot be read. */
type RefusalId = keyof typeof MESSAGES;

/** The reason why a part of a text cannot be read. */
export interface Refusal {
  readonly id: RefusalId;
  /** The message: what is wrong, and what to write instead. */
  readonly message: string;
  /** The message of the server's clients, if it is known; else empty. */
  readonly serverMessage: string;
  /** The location of the mistake, which often differs from where go-yaml stops. */
  readonly span: Span;
  readonly related: readonly { readonly span: Span; readonly message: string }[];
  /** The text after the mistake that is not read either, although it is not part of the document. */
  readonly ignored: Span | undefined;
}

/** The message of go-yaml, and the offsets that its line number is computed from. */
interface GoYamlError {
  readonly problem: string;
  readonly at: number;
  readonly context?: number;
}

type Stage = 'scanner' | 'parser' | 'plain';

/** Thrown and caught in this folder only, to unwind the reader. */
export class Refused {
  readonly id: RefusalId;
  readonly span: Span;
  readonly #params: readonly string[];
  readonly related: { span: Span; message: string }[] = [];
  ignored: Span | undefined;
  readonly #serverError: GoYamlError;
  readonly #stage: Stage;

  private constructor(
    id: RefusalId,
    span: Span,
    stage: Stage,
    serverError: GoYamlError,
    params: readonly string[],
  ) {
    this.id = id;
    this.span = span;
    this.#params = params;
    this.#stage = stage;
    this.#serverError = serverError;
  }

  static scanner(
    id: RefusalId,
    span: Span,
    serverError: GoYamlError,
    ...params: string[]
  ): Refused {
    return new Refused(id, span, 'scanner', serverError, params);
  }

  static parser(id: RefusalId, span: Span, serverError: GoYamlError, ...params: string[]): Refused {
    return new Refused(id, span, 'parser', serverError, params);
  }

  /** An error whose server message has no line number. */
  static plain(id: RefusalId, span: Span, serverMessage: string, ...params: string[]): Refused {
    return new Refused(id, span, 'plain', { problem: serverMessage, at: span.start }, params);
  }

  relate(span: Span, message: string): this {
    this.related.push({ span, message });
    return this;
  }

  /** Notes the text that is not read because of the mistake. */
  ignoring(span: Span | undefined): this {
    this.ignored = span;
    return this;
  }

  /**
   * The refusal as a value.
   *
   * @param lineOf the line of an offset in its part, from 0, with the line breaks of YAML 1.1
   */
  toRefusal(lineOf: (offset: number) => number): Refusal {
    const message: (...params: string[]) => string = MESSAGES[this.id];
    return {
      id: this.id,
      message: message(...this.#params),
      serverMessage: this.#serverMessage(lineOf),
      span: this.span,
      related: this.related,
      ignored: this.ignored,
    };
  }

  #serverMessage(lineOf: (offset: number) => number): string {
    const { problem, at, context } = this.#serverError;
    if (this.#stage === 'plain') return problem;
    // go-yaml counts lines from 0, adds one in the scanner only, and uses the line of the context
    // if the problem is on the first line. So its line numbers can be off by one.
    let line = lineOf(at);
    if (line !== 0) line += this.#stage === 'scanner' ? 1 : 0;
    else if (context !== undefined) line = lineOf(context);
    return line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`;
  }
}
