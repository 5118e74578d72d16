import { Token } from './tokens.ts';

/** Bits for the classes of characters. */
const LETTER = 1;
const DIGIT = 2;
const HEX = 4;
const SPACE = 8;
const ESCAPED_IDENTIFIER = 16;

const CLASSES = new Uint8Array(128);
/** The tokens of one character that are not the start of a longer token, by character. */
const SINGLE = new Uint8Array(128);

for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  let bits = 0;
  if (/[A-Za-z_]/.test(char)) bits |= LETTER;
  if (/[0-9]/.test(char)) bits |= DIGIT;
  if (/[0-9A-Fa-f]/.test(char)) bits |= HEX;
  if (/[\t \r\n\f]/.test(char)) bits |= SPACE;
  if (/[A-Za-z0-9_./ -]/.test(char)) bits |= ESCAPED_IDENTIFIER;
  CLASSES[code] = bits;
}

for (const [char, kind] of [
  ['[', Token.LeftBracket],
  [']', Token.RightBracket],
  ['{', Token.LeftBrace],
  ['}', Token.RightBrace],
  ['(', Token.LeftParen],
  [')', Token.RightParen],
  [',', Token.Comma],
  ['-', Token.Minus],
  ['?', Token.QuestionMark],
  [':', Token.Colon],
  ['+', Token.Plus],
  ['*', Token.Star],
  ['%', Token.Percent],
] as const) {
  SINGLE[char.charCodeAt(0)] = kind;
}

const CODE = {
  newline: 10,
  carriageReturn: 13,
  quote: 34,
  ampersand: 38,
  apostrophe: 39,
  plus: 43,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  less: 60,
  equals: 61,
  greater: 62,
  exclamation: 33,
  backslash: 92,
  backtick: 96,
  bar: 124,
} as const;

function is(code: number, classes: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & classes) !== 0;
}

/**
 * Splits an expression into tokens: each `next` moves to the next token, also to white space and comments. The
 * longest token at a position counts, and of two equally long ones the first of the grammar.
 *
 * Where no token starts, the token has the kind `Error`. It contains the characters that could have started a token,
 * and the one after them that does not fit; this is the text that the error prints and that is skipped.
 *
 * Positions are in UTF-16 code units.
 */
export class Lexer {
  kind: number = Token.Eof;
  start = 0;
  end = 0;
  private readonly text: string;
  private readonly escapedIdentifiers: boolean;

  /** @param escapedIdentifiers true if the grammar has identifiers in backticks */
  constructor(text: string, escapedIdentifiers: boolean) {
    this.text = text;
    this.escapedIdentifiers = escapedIdentifiers;
  }

  next(): void {
    this.start = this.end;
    const start = this.start;
    const code = this.text.charCodeAt(start);
    // At the end, charCodeAt returns NaN, for which all comparisons are false.
    if (code < 128) {
      const single = SINGLE[code] ?? 0;
      if (single !== 0) {
        this.kind = single;
        this.end = start + 1;
        return;
      }
      const classes = CLASSES[code] ?? 0;
      if ((classes & LETTER) !== 0) {
        this.identifierOrString(start, code);
        return;
      }
      if ((classes & SPACE) !== 0) {
        this.accept(Token.Whitespace, this.skip(start + 1, SPACE));
        return;
      }
      if ((classes & DIGIT) !== 0) {
        this.number(start, code);
        return;
      }
    } else if (start >= this.text.length) {
      this.kind = Token.Eof;
      return;
    }
    this.punctuation(start, code);
  }

  private accept(kind: number, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  /** Makes the current token an error that ends with the character at `index`. */
  private fail(index: number): void {
    this.kind = Token.Error;
    const code = this.text.codePointAt(index);
    this.end = code === undefined ? index : index + (code > 0xffff ? 2 : 1);
  }

  private skip(index: number, classes: number): number {
    let end = index;
    while (is(this.text.charCodeAt(end), classes)) end++;
    return end;
  }

  private punctuation(start: number, code: number): void {
    const next = this.text.charCodeAt(start + 1);
    switch (code) {
      case CODE.equals:
        if (next === CODE.equals) this.accept(Token.Equals, start + 2);
        else this.fail(start + 1);
        return;
      case CODE.exclamation:
        if (next === CODE.equals) this.accept(Token.NotEquals, start + 2);
        else this.accept(Token.Exclamation, start + 1);
        return;
      case CODE.less:
        if (next === CODE.equals) this.accept(Token.LessEquals, start + 2);
        else this.accept(Token.Less, start + 1);
        return;
      case CODE.greater:
        if (next === CODE.equals) this.accept(Token.GreaterEquals, start + 2);
        else this.accept(Token.Greater, start + 1);
        return;
      case CODE.ampersand:
        if (next === CODE.ampersand) this.accept(Token.LogicalAnd, start + 2);
        else this.fail(start + 1);
        return;
      case CODE.bar:
        if (next === CODE.bar) this.accept(Token.LogicalOr, start + 2);
        else this.fail(start + 1);
        return;
      case CODE.slash:
        if (next === CODE.slash) {
          const newline = this.text.indexOf('\n', start);
          this.accept(Token.Comment, newline < 0 ? this.text.length : newline);
        } else this.accept(Token.Slash, start + 1);
        return;
      case CODE.dot:
        if (is(next, DIGIT)) {
          this.accept(Token.Float, this.exponent(this.skip(start + 2, DIGIT)));
        } else this.accept(Token.Dot, start + 1);
        return;
      case CODE.quote:
      case CODE.apostrophe: {
        const end = this.string(start, false);
        if (end >= 0) this.accept(Token.String, end);
        else this.fail(-end - 1);
        return;
      }
      case CODE.backtick:
        if (this.escapedIdentifiers) this.escapedIdentifier(start);
        else this.fail(start);
        return;
      default:
        this.fail(start);
    }
  }

  private escapedIdentifier(start: number): void {
    const end = this.skip(start + 1, ESCAPED_IDENTIFIER);
    if (end > start + 1 && this.text.charCodeAt(end) === CODE.backtick) {
      this.accept(Token.EscapedIdentifier, end + 1);
    } else this.fail(end);
  }

  /** An identifier, a keyword, or a string with a prefix. */
  private identifierOrString(start: number, first: number): void {
    const literal = this.prefixedString(start, first);
    if (literal) return;
    const end = this.skip(start + 1, LETTER | DIGIT);
    this.kind = keyword(this.text, start, end);
    this.end = end;
  }

  private prefixedString(start: number, first: number): boolean {
    // Converts ASCII letters to lower case.
    const prefix = first | 32;
    const isBytes = prefix === 98;
    const isRaw = prefix === 114;
    if (!isBytes && !isRaw) return false;
    let quote = start + 1;
    let raw = isRaw;
    if (isBytes && (this.text.charCodeAt(quote) | 32) === 114) {
      raw = true;
      quote++;
    }
    const code = this.text.charCodeAt(quote);
    if (code !== CODE.quote && code !== CODE.apostrophe) return false;
    const end = this.string(quote, raw);
    if (end < 0) return false;
    this.accept(isBytes ? Token.Bytes : Token.String, end);
    return true;
  }

  /** The end of the string whose quote is at `start`; `-1 - index` if the character at an index does not fit. */
  private string(start: number, raw: boolean): number {
    const { text } = this;
    const quote = text.charCodeAt(start);
    if (text.charCodeAt(start + 1) === quote) {
      if (text.charCodeAt(start + 2) !== quote) return start + 2;
      const end = this.tripleQuoted(start + 3, quote, raw);
      // A string in triple quotes without an end leaves its first two quotes as an empty string.
      return end < 0 ? start + 2 : end;
    }
    let index = start + 1;
    for (;;) {
      const code = text.charCodeAt(index);
      if (code === quote) return index + 1;
      if (code === CODE.backslash && !raw) {
        const after = this.escape(index);
        if (after < 0) return after;
        index = after;
      } else if (code === CODE.newline || code === CODE.carriageReturn || Number.isNaN(code)) {
        return -1 - index;
      } else index++;
    }
  }

  private tripleQuoted(start: number, quote: number, raw: boolean): number {
    const { text } = this;
    let index = start;
    for (;;) {
      const code = text.charCodeAt(index);
      if (
        code === quote &&
        text.charCodeAt(index + 1) === quote &&
        text.charCodeAt(index + 2) === quote
      ) {
        return index + 3;
      }
      if (code === CODE.backslash && !raw) {
        index = this.escape(index);
        if (index < 0) return -1;
      } else if (Number.isNaN(code)) return -1;
      else index++;
    }
  }

  /** The end of the escape sequence whose backslash is at `start`, or `-1 - index` as for `string`. */
  private escape(start: number): number {
    const code = this.text.charCodeAt(start + 1);
    switch (code) {
      case 97: // a
      case 98: // b
      case 102: // f
      case 110: // n
      case 114: // r
      case 116: // t
      case 118: // v
      case CODE.quote:
      case CODE.apostrophe:
      case CODE.backslash:
      case 63: // ?
      case CODE.backtick:
        return start + 2;
      case 120: // x
      case 88: // X
        return this.digits(start + 2, 2);
      case 117: // u
        return this.digits(start + 2, 4);
      case 85: // U
        return this.digits(start + 2, 8);
      case 48:
      case 49:
      case 50:
      case 51:
        for (let index = start + 2; index < start + 4; index++) {
          const digit = this.text.charCodeAt(index);
          if (!(digit >= 48 && digit <= 55)) return -1 - index;
        }
        return start + 4;
      default:
        return -2 - start;
    }
  }

  private digits(start: number, count: number): number {
    for (let index = start; index < start + count; index++) {
      if (!is(this.text.charCodeAt(index), HEX)) return -1 - index;
    }
    return start + count;
  }

  private number(start: number, first: number): void {
    const { text } = this;
    if (
      first === CODE.zero &&
      text.charCodeAt(start + 1) === 120 &&
      is(text.charCodeAt(start + 2), HEX)
    ) {
      this.integer(this.skip(start + 3, HEX));
      return;
    }
    const end = this.skip(start + 1, DIGIT);
    if (text.charCodeAt(end) === CODE.dot && is(text.charCodeAt(end + 1), DIGIT)) {
      this.accept(Token.Float, this.exponent(this.skip(end + 2, DIGIT)));
      return;
    }
    const exponent = this.exponent(end);
    if (exponent !== end) this.accept(Token.Float, exponent);
    else this.integer(end);
  }

  private integer(end: number): void {
    if ((this.text.charCodeAt(end) | 32) === 117) this.accept(Token.Uint, end + 1);
    else this.accept(Token.Int, end);
  }

  /** The end of an exponent that starts at `index`; `index` if there is none. */
  private exponent(index: number): number {
    const { text } = this;
    if ((text.charCodeAt(index) | 32) !== 101) return index;
    const sign = text.charCodeAt(index + 1);
    const digits = sign === CODE.plus || sign === CODE.minus ? index + 2 : index + 1;
    return is(text.charCodeAt(digits), DIGIT) ? this.skip(digits + 1, DIGIT) : index;
  }
}

function keyword(text: string, start: number, end: number): number {
  switch (end - start) {
    case 2:
      return text.startsWith('in', start) ? Token.In : Token.Identifier;
    case 4:
      if (text.startsWith('true', start)) return Token.True;
      return text.startsWith('null', start) ? Token.Null : Token.Identifier;
    case 5:
      return text.startsWith('false', start) ? Token.False : Token.Identifier;
    default:
      return Token.Identifier;
  }
}
