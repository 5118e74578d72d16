import { isBreakOrEnd } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { Refused } from './refusals.ts';
import type { TokenQueue } from './tokens.ts';

/** go-yaml's limit for the length of a simple key (one without `?`), in characters. */
const MAX_KEY_LENGTH = 1024;

/** A position where a simple key may start. */
interface SimpleKey {
  possible: boolean;
  /** It is in the column of its mapping, so it must be a key. */
  required: boolean;
  /** The serial number of its first token. */
  serial: number;
  position: number;
  lineStart: number;
}

/**
 * The possible simple keys, at most one for each flow level. Only the colon shows that the tokens
 * before it are a key, so each token that could start one is remembered until the colon, which must
 * follow on the same line and within 1024 characters.
 */
export class SimpleKeys {
  readonly #cursor: Cursor;
  readonly #tokens: TokenQueue;
  readonly #keys: SimpleKey[] = [];

  constructor(cursor: Cursor, tokens: TokenQueue) {
    this.#cursor = cursor;
    this.#tokens = tokens;
  }

  of(level: number): SimpleKey {
    let key = this.#keys[level];
    if (key === undefined) {
      key = { possible: false, required: false, serial: 0, position: 0, lineStart: 0 };
      this.#keys[level] = key;
    }
    return key;
  }

  /** Starts a flow level without a possible key. */
  forget(level: number): void {
    const key = this.of(level);
    key.possible = false;
    key.serial = this.#tokens.nextSerial;
  }

  /**
   * Ends a flow level. Like go-yaml, clears the mark of the serial number stored for the level even
   * if the level has no possible key, so that another token can lose its mark.
   */
  leave(level: number): void {
    this.#tokens.unmark(this.of(level).serial);
  }

  /** Remembers that the next token may start a key. */
  save(level: number, isRequired: boolean): void {
    this.remove(level);
    const key = this.of(level);
    key.possible = true;
    key.required = isRequired;
    key.serial = this.#tokens.nextSerial;
    key.position = this.#cursor.position;
    key.lineStart = this.#cursor.lineStart;
    this.#tokens.mark = level + 1;
  }

  /** Notes the position of a token outside of flow collections that could have started a key. */
  pass(position: number): void {
    this.of(0).position = position;
  }

  /** Drops a possible key. Throws if it had to be one. */
  remove(level: number): void {
    const key = this.of(level);
    if (!key.possible) return;
    if (key.required) throw this.#missingColon(key);
    key.possible = false;
    this.#tokens.unmark(key.serial);
  }

  /** Reports whether a colon at the cursor would complete the possible key. */
  isPossible(level: number): boolean {
    const key = this.of(level);
    if (!key.possible) return false;
    if (key.lineStart === this.#cursor.lineStart && !this.#isTooLong(key)) return true;
    if (key.required) throw this.#missingColon(key);
    key.possible = false;
    return false;
  }

  /** go-yaml counts code points, not UTF-16 units. */
  #isTooLong(key: SimpleKey): boolean {
    const { position, text } = this.#cursor;
    const units = position - key.position;
    if (units <= MAX_KEY_LENGTH) return false;
    if (units > 2 * MAX_KEY_LENGTH) return true;
    return [...text.slice(key.position, position)].length > MAX_KEY_LENGTH;
  }

  #missingColon(key: SimpleKey): Refused {
    const cursor = this.#cursor;
    let end = key.position;
    while (!isBreakOrEnd(cursor.at(end))) end++;
    const id = key.lineStart === cursor.lineStart ? 'long-key' : 'missing-colon';
    const problem = "could not find expected ':'";
    const serverError = { problem, at: cursor.position, context: key.position };
    return Refused.scanner(id, { start: key.position, end }, serverError);
  }
}
