/** Character codes and classes of the YAML 1.1 scanner. */
export const END = 0;
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const BANG = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const AT = 0x40;
export const LEFT_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const RIGHT_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const BACKTICK = 0x60;
export const LEFT_BRACE = 0x7b;
export const PIPE = 0x7c;
export const RIGHT_BRACE = 0x7d;
export const TILDE = 0x7e;
export const BYTE_ORDER_MARK = 0xfeff;

const NEXT_LINE = 0x85;
const LINE_SEPARATOR = 0x2028;
const PARAGRAPH_SEPARATOR = 0x2029;

export function isBlank(c: number): boolean {
  return c === SPACE || c === TAB;
}

/** In YAML 1.1, NEL, LS and PS are line breaks too. */
export function isBreak(c: number): boolean {
  return (
    c === LF || c === CR || c === NEXT_LINE || c === LINE_SEPARATOR || c === PARAGRAPH_SEPARATOR
  );
}

/** A space, a tab, a line break or the end of the text. */
export function isSpaceOrEnd(c: number): boolean {
  return c <= SPACE
    ? c === SPACE || c === LF || c === CR || c === TAB || c === END
    : c === NEXT_LINE || c === LINE_SEPARATOR || c === PARAGRAPH_SEPARATOR;
}

export function isBreakOrEnd(c: number): boolean {
  return c === END || isBreak(c);
}

export function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** Reports whether a character is an ASCII letter. */
export function isLetter(c: number): boolean {
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The characters of anchors, tag handles and directive names. */
export function isWord(c: number): boolean {
  return isLetter(c) || isDigit(c) || c === UNDERSCORE || c === MINUS;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(c: number): number {
  if (isDigit(c)) return c - 0x30;
  const lower = c | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** The indicators that end a plain scalar in a flow collection. */
export function endsPlainInFlow(c: number): boolean {
  return (
    c === COMMA ||
    c === QUESTION ||
    c === LEFT_BRACKET ||
    c === RIGHT_BRACKET ||
    c === LEFT_BRACE ||
    c === RIGHT_BRACE
  );
}

/** The text of a line break in a decoded scalar: a line feed, except that LS and PS are kept. */
export function decodedBreak(c: number): string {
  return c === LINE_SEPARATOR || c === PARAGRAPH_SEPARATOR ? String.fromCharCode(c) : '\n';
}
