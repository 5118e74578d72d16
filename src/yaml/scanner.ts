import { scanBlockScalar } from './block-scalar.ts';
import {
  AMPERSAND,
  AT,
  BACKTICK,
  BANG,
  COLON,
  COMMA,
  DOT,
  DOUBLE_QUOTE,
  END,
  GREATER,
  HASH,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isSpaceOrEnd,
  LEFT_BRACE,
  LEFT_BRACKET,
  MINUS,
  PERCENT,
  PIPE,
  QUESTION,
  RIGHT_BRACE,
  RIGHT_BRACKET,
  SINGLE_QUOTE,
  SPACE,
  STAR,
  TAB,
} from './characters.ts';
import { Cursor } from './cursor.ts';
import { scanDirective } from './directives.ts';
import { MAX_DEPTH } from './max-depth.ts';
import { scanAnchor, scanTag } from './node-properties.ts';
import { scanPlain } from './plain.ts';
import { scanQuoted } from './quoted.ts';
import { Refused } from './refusals.ts';
import { deeperLine, tooDeep, unexpectedCharacter } from './scanner-refusals.ts';
import { SimpleKeys } from './simple-keys.ts';
import { colonAfterKey, endOfPlainLine, isVisible } from './simple-lines.ts';
import {
  DOUBLE_QUOTED,
  FOLDED,
  LITERAL,
  PLAIN,
  SINGLE_QUOTED,
  type StyleNumber,
} from './styles.ts';
import { Token, TokenQueue } from './tokens.ts';

/** Splits a part of a text into tokens, by the rules of go-yaml's scanner. */
export class Scanner extends Cursor {
  readonly tokens = new TokenQueue();
  /** The column of the innermost block collection, -1 at the top level. */
  indent = -1;
  flowLevel = 0;
  /** True if a simple key is allowed at the current position. */
  keyAllowed = true;
  /** The content columns of block scalars whose header specifies it, by the offset of the scalar. */
  readonly contentColumns = new Map<number, number>();
  readonly #content = { column: 0 };
  /** The start of the last scalar that was taken without tokens. */
  scalarStart = 0;
  /** The start of the last plain scalar. */
  #plainStart = 0;
  /** The offset at which a simple key was last looked for, and that of its colon, or -1. */
  #keyStart = -1;
  #keyColon = -1;
  readonly #indents: number[] = [];
  readonly #keys = new SimpleKeys(this, this.tokens);

  override open(text: string, start: number, end: number, simpleBreaks: boolean): void {
    super.open(text, start, end, simpleBreaks);
    this.tokens.clear();
    this.indent = -1;
    this.flowLevel = 0;
    this.keyAllowed = true;
    this.#indents.length = 0;
    this.contentColumns.clear();
    this.#plainStart = start;
    this.#keyStart = -1;
    this.#keys.forget(0);
  }

  /** Scans until it is known whether the first token starts a key. */
  fill(): void {
    const { tokens } = this;
    for (;;) {
      if (!tokens.isEmpty) {
        const mark = tokens.simpleKey;
        if (mark === 0 || !this.#keys.isPossible(mark - 1)) return;
      }
      this.#scanToken();
    }
  }

  /**
   * Takes a simple key of the innermost mapping and its colon, without tokens. `scalarStart` and `scalarEnd` are then
   * the offsets of the key.
   */
  takeKey(): boolean {
    const colon = this.#colonOfNextKey();
    if (colon < 0 || this.position - this.lineStart !== this.indent) return false;
    this.#keys.pass(this.position);
    this.scalarStart = this.position;
    this.#plainStart = this.position;
    this.scalarEnd = colon;
    this.endedByBreak = false;
    this.position = colon + 1;
    this.keyAllowed = false;
    return true;
  }

  /**
   * Takes the rest of the line as a plain scalar, without tokens, if it is only that and the next line does not
   * continue it. `scalarStart` and `scalarEnd` are then the offsets of the scalar.
   */
  takePlainLine(): boolean {
    if (!this.#isAtSimpleLine()) return false;
    const { text } = this;
    let start = this.position;
    while (text.charCodeAt(start) === SPACE) start++;
    const end = start === this.position ? -1 : endOfPlainLine(text, start);
    if (end < 0 || end >= this.end) return false;
    const lineStart = end + 1;
    let position = lineStart;
    while (this.at(position) === SPACE) position++;
    if (position - lineStart > this.indent) return false;
    const next = this.at(position);
    if (position < this.end && !isVisible(next)) return false;
    if (this.keyAllowed) this.#keys.pass(start);
    this.scalarStart = start;
    this.#plainStart = start;
    this.scalarEnd = end;
    this.endedByBreak = true;
    this.position = position;
    this.lineStart = lineStart;
    this.keyAllowed = true;
    return true;
  }

  /** Takes the dash of the next item of the innermost sequence, without tokens. */
  takeDash(): boolean {
    if (!this.#isAtSimpleLine()) return false;
    this.#skipToToken();
    const { position, text } = this;
    const isDash = text.charCodeAt(position) === MINUS && text.charCodeAt(position + 1) === SPACE;
    if (!isDash || !this.keyAllowed || position - this.lineStart !== this.indent) return false;
    this.position = position + 1;
    return true;
  }

  /** Ends the innermost collection before a simple key of an outer one, without tokens. */
  endCollection(): boolean {
    if (!this.isAtKey() || this.position - this.lineStart >= this.indent) return false;
    this.#popIndent();
    return true;
  }

  isAtKey(): boolean {
    return this.#colonOfNextKey() >= 0;
  }

  /** Starts a mapping before a simple key that is deeper than the innermost collection, without tokens. */
  startMapping(): boolean {
    if (!this.isAtKey() || this.#indents.length >= MAX_DEPTH) return false;
    return this.#rollIndent(this.position - this.lineStart);
  }

  /** Moves to the next token. Returns the offset of the colon if this is a simple key, or -1. */
  #colonOfNextKey(): number {
    if (!this.#isAtSimpleLine()) return -1;
    this.#skipToToken();
    if (!this.keyAllowed || this.position >= this.end) return -1;
    // The same key is looked for in each of the collections that end before it.
    if (this.position !== this.#keyStart) {
      const colon = colonAfterKey(this.text, this.position);
      this.#keyStart = this.position;
      this.#keyColon = colon < this.end ? colon : -1;
    }
    return this.#keyColon;
  }

  /** Reports whether the next line can be read without the tokens of the scanner. */
  #isAtSimpleLine(): boolean {
    return (
      this.simpleBreaks && this.flowLevel === 0 && this.tokens.isEmpty && !this.#keys.of(0).possible
    );
  }

  /** Skips white space, comments and line breaks. */
  #skipToToken(): void {
    const { text, end } = this;
    let { position, lineStart } = this;
    let c = position < end ? text.charCodeAt(position) : END;
    for (;;) {
      const tabs = this.flowLevel > 0 || !this.keyAllowed;
      while (c === SPACE || (c === TAB && tabs)) {
        position++;
        c = position < end ? text.charCodeAt(position) : END;
      }
      if (c === HASH) {
        if (this.simpleBreaks) {
          position = text.indexOf('\n', position);
          c = text.charCodeAt(position);
        } else {
          while (!isBreakOrEnd(c)) {
            position++;
            c = position < end ? text.charCodeAt(position) : END;
          }
        }
      }
      if (!isBreak(c)) break;
      position = this.afterBreak(position);
      lineStart = position;
      if (this.flowLevel === 0) this.keyAllowed = true;
      c = position < end ? text.charCodeAt(position) : END;
    }
    this.position = position;
    this.lineStart = lineStart;
  }

  /** Starts a block collection in a column, if the column is greater than the current indentation. */
  #rollIndent(column: number): boolean {
    if (this.flowLevel > 0 || this.indent >= column) return false;
    this.#indents.push(this.indent);
    this.indent = column;
    if (this.#indents.length > MAX_DEPTH)
      throw tooDeep(this.position, this.#keys.of(this.flowLevel).position);
    return true;
  }

  /** Ends the innermost block collection. */
  #popIndent(): void {
    this.indent = this.#indents.pop() ?? -1;
  }

  #scanScalar(style: StyleNumber): string {
    switch (style) {
      case PLAIN:
        return scanPlain(this, this.indent + 1, this.flowLevel > 0);
      case SINGLE_QUOTED:
      case DOUBLE_QUOTED:
        return scanQuoted(this);
      default:
        return this.#scanBlockScalar();
    }
  }

  #scanBlockScalar(): string {
    const start = this.position;
    this.#content.column = 0;
    const value = scanBlockScalar(this, this.indent, this.#content);
    if (!isBreak(this.at(start + 1))) this.contentColumns.set(start, this.#content.column);
    return value;
  }

  #scanToken(): void {
    this.#skipToToken();
    const { position } = this;
    const column = position - this.lineStart;
    this.#unrollIndent(column);
    const c = this.at(position);
    if (position >= this.end) {
      this.#streamEnd();
      return;
    }
    if (column === 0) {
      if (c === PERCENT) {
        this.#directive();
        return;
      }
      if (this.isDocumentIndicator(position)) {
        this.#documentIndicator(c);
        return;
      }
    }
    switch (c) {
      case LEFT_BRACKET:
        this.#flowStart(Token.FlowSequenceStart);
        return;
      case LEFT_BRACE:
        this.#flowStart(Token.FlowMappingStart);
        return;
      case RIGHT_BRACKET:
        this.#flowEnd(Token.FlowSequenceEnd);
        return;
      case RIGHT_BRACE:
        this.#flowEnd(Token.FlowMappingEnd);
        return;
      case COMMA:
        this.#indicator(Token.FlowEntry, true);
        return;
      case MINUS:
        if (isSpaceOrEnd(this.at(position + 1))) {
          this.#blockEntry(column);
          return;
        }
        break;
      case QUESTION:
        if (this.flowLevel > 0 || isSpaceOrEnd(this.at(position + 1))) {
          this.#key(column);
          return;
        }
        break;
      case COLON:
        if (this.flowLevel > 0 || isSpaceOrEnd(this.at(position + 1))) {
          this.#value(column);
          return;
        }
        break;
      case STAR:
        this.#anchor(Token.Alias);
        return;
      case AMPERSAND:
        this.#anchor(Token.Anchor);
        return;
      case BANG:
        this.#saveKey();
        this.keyAllowed = false;
        scanTag(this, this.tokens);
        return;
      case PIPE:
      case GREATER:
        if (this.flowLevel > 0) break;
        this.#keys.remove(this.flowLevel);
        this.keyAllowed = true;
        this.#scalar(c === PIPE ? LITERAL : FOLDED);
        return;
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE:
        this.#saveKey();
        this.keyAllowed = false;
        this.#scalar(c === SINGLE_QUOTE ? SINGLE_QUOTED : DOUBLE_QUOTED);
        return;
    }
    if (!this.#beginsPlain(c, position)) throw unexpectedCharacter(position, c);
    this.#saveKey();
    this.keyAllowed = false;
    this.#scalar(PLAIN);
    if (this.endedByBreak) this.keyAllowed = true;
  }

  #beginsPlain(c: number, position: number): boolean {
    switch (c) {
      case MINUS:
        return !isBlank(this.at(position + 1));
      case QUESTION:
      case COLON:
        return this.flowLevel === 0;
      case TAB:
      case PIPE:
      case GREATER:
      case PERCENT:
      case AT:
      case BACKTICK:
        return false;
      default:
        return true;
    }
  }

  #scalar(style: StyleNumber): void {
    const start = this.position;
    if (style === PLAIN) this.#plainStart = start;
    const value = this.#scanScalar(style);
    this.tokens.add(Token.Scalar, start, this.scalarEnd, style, value);
  }

  #streamEnd(): void {
    this.#unrollIndent(-1);
    this.#keys.remove(this.flowLevel);
    this.keyAllowed = false;
    this.tokens.add(Token.StreamEnd, this.position, this.position);
  }

  #directive(): void {
    this.#unrollIndent(-1);
    this.#keys.remove(this.flowLevel);
    this.keyAllowed = false;
    scanDirective(this, this.tokens);
  }

  #documentIndicator(c: number): void {
    this.#unrollIndent(-1);
    this.#keys.remove(this.flowLevel);
    this.keyAllowed = false;
    const kind = c === DOT ? Token.DocumentEnd : Token.DocumentStart;
    this.tokens.add(kind, this.position, this.position + 3);
    this.position += 3;
  }

  #flowStart(kind: Token): void {
    this.#saveKey();
    this.flowLevel++;
    this.#keys.forget(this.flowLevel);
    if (this.flowLevel > MAX_DEPTH) throw tooDeep(this.position, this.position);
    this.keyAllowed = true;
    this.tokens.add(kind, this.position, this.position + 1);
    this.position++;
  }

  #flowEnd(kind: Token): void {
    this.#keys.remove(this.flowLevel);
    if (this.flowLevel > 0) {
      this.#keys.leave(this.flowLevel);
      this.flowLevel--;
    }
    this.keyAllowed = false;
    this.tokens.add(kind, this.position, this.position + 1);
    this.position++;
  }

  #indicator(kind: Token, keyAllowed: boolean): void {
    this.#keys.remove(this.flowLevel);
    this.keyAllowed = keyAllowed;
    this.tokens.add(kind, this.position, this.position + 1);
    this.position++;
  }

  #blockEntry(column: number): void {
    if (this.flowLevel === 0) {
      this.#requireKeyAllowed(
        'unexpected-dash',
        'block sequence entries are not allowed in this context',
      );
      if (this.#rollIndent(column)) this.#addStart(Token.BlockSequenceStart);
    }
    this.#indicator(Token.BlockEntry, true);
  }

  #key(column: number): void {
    if (this.flowLevel === 0) {
      this.#requireKeyAllowed(
        'unexpected-question-mark',
        'mapping keys are not allowed in this context',
      );
      if (this.#rollIndent(column)) this.#addStart(Token.BlockMappingStart);
    }
    this.#indicator(Token.Key, this.flowLevel === 0);
  }

  #value(column: number): void {
    const key = this.#keys.of(this.flowLevel);
    if (this.#keys.isPossible(this.flowLevel)) {
      this.tokens.insert(key.serial, Token.Key, key.position);
      if (this.#rollIndent(key.position - key.lineStart)) {
        this.tokens.insert(key.serial, Token.BlockMappingStart, key.position);
      }
      key.possible = false;
      this.keyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        this.#requireKeyAllowed(
          'unexpected-colon',
          'mapping values are not allowed in this context',
        );
        if (this.#rollIndent(column)) this.#addStart(Token.BlockMappingStart);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    this.tokens.add(Token.Value, this.position, this.position + 1);
    this.position++;
  }

  #anchor(kind: typeof Token.Alias | typeof Token.Anchor): void {
    this.#saveKey();
    this.keyAllowed = false;
    scanAnchor(this, this.tokens, kind);
  }

  #addStart(kind: Token): void {
    this.tokens.add(kind, this.position, this.position);
  }

  #unrollIndent(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.tokens.add(Token.BlockEnd, this.position, this.position);
      this.#popIndent();
    }
  }

  #saveKey(): void {
    if (!this.keyAllowed) return;
    const isRequired = this.flowLevel === 0 && this.indent === this.position - this.lineStart;
    this.#keys.save(this.flowLevel, isRequired);
  }

  #requireKeyAllowed(
    id: 'unexpected-dash' | 'unexpected-question-mark' | 'unexpected-colon',
    problem: string,
  ): void {
    if (this.keyAllowed) return;
    const at = this.position;
    if (id === 'unexpected-colon' && this.#plainStart < this.lineStart && at === this.scalarEnd) {
      throw deeperLine(this, this.#plainStart, problem);
    }
    throw Refused.scanner(id, { start: at, end: at + 1 }, { problem, at });
  }
}
