import { isBreakOrEnd } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { Refused } from './refusals.ts';
import type { TokenQueue } from './tokens.ts';

/** go-yaml's limit of the characters of a key that no `?` announces. */
const MAX_KEY_LENGTH = 1024;

/** Where a key may have begun. */
export interface SimpleKey {
  possible: boolean;
  /** It stands in the column of its mapping, so it must be a key. */
  required: boolean;
  /** The serial number of its first token. */
  serial: number;
  position: number;
  lineStart: number;
}

/**
 * The places where a key may have begun, one for each flow level. Only the colon tells that what
 * stands before it is a key, so each token that could begin one is remembered until then; it must
 * come on the same line and within 1024 characters.
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

  /** Begins a level without a key. */
  forget(level: number): void {
    const key = this.of(level);
    key.possible = false;
    key.serial = this.#tokens.nextSerial;
  }

  /** Ends a level. If it had no key, go-yaml no longer waits for a colon behind it (a slip of it). */
  leave(level: number): void {
    this.#tokens.unmark(this.of(level).serial);
  }

  /** Remembers that the next token may begin a key. */
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

  /** Gives up a key; refuses the text where it had to be one. */
  remove(level: number): void {
    const key = this.of(level);
    if (!key.possible) return;
    if (key.required) throw this.#missingColon(key);
    key.possible = false;
    this.#tokens.unmark(key.serial);
  }

  /** Whether a colon at the cursor would make a key of what was remembered. */
  isPossible(level: number): boolean {
    const key = this.of(level);
    if (!key.possible) return false;
    if (key.lineStart === this.#cursor.lineStart && !this.#isTooLong(key)) return true;
    if (key.required) throw this.#missingColon(key);
    key.possible = false;
    return false;
  }

  /** go-yaml counts characters, not UTF-16 units. */
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
    const complaint = { problem, at: cursor.position, context: key.position };
    return Refused.scanner(id, { start: key.position, end }, complaint);
  }
}
