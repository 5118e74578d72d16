/** A regular expression of JavaScript as a tree, with the properties that affect the time of a match. */
export type PatternNode =
  /** One character of a class; `source` is the class as it is written. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'alternatives'; readonly options: readonly PatternNode[] }
  /** `max` is Infinity if there is no limit. */
  | {
      readonly kind: 'repetition';
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negative: boolean;
      readonly node: PatternNode;
    }
  | { readonly kind: 'assertion'; readonly source: string }
  /** The text that a group has matched, again. */
  | { readonly kind: 'reference' };

/** Any character. */
export const ANY: PatternNode = { kind: 'character', source: '[^]' };

/**
 * Parses a regular expression.
 *
 * @param source a pattern that JavaScript accepts
 * @throws Error for flags or syntax that this does not know
 */
export function parsePattern(source: string, flags: string): PatternNode {
  if (flags.includes('v')) throw new Error('the flag v is not known here');
  const reader = new PatternReader(source);
  return reader.alternatives();
}

/** An escape with more than one character after the backslash. */
const LONG_ESCAPE =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\})/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const GROUP = /\((?:\?(?:(<?[=!])|:|<\w+>))?/y;
const REFERENCE = /\\(?:[1-9]|k<\w+>)/y;

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'alternatives', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #quantified(node: PatternNode): PatternNode {
    const match = this.#match(QUANTIFIER);
    if (match === undefined) return node;
    const [, sign, least, comma, most] = match;
    if (sign !== undefined) {
      return {
        kind: 'repetition',
        node,
        min: sign === '+' ? 1 : 0,
        max: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
      };
    }
    const min = Number(least);
    const max = comma === undefined ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repetition', node, min, max };
  }

  #atom(): PatternNode {
    const group = this.#match(GROUP);
    if (group !== undefined) {
      const [, look] = group;
      const node = this.alternatives();
      if (!this.#take(')')) throw new Error(`a group is not closed in ${this.#source}`);
      if (look === undefined) return node;
      return { kind: 'look', behind: look.startsWith('<'), negative: look.endsWith('!'), node };
    }
    if (this.#match(REFERENCE) !== undefined) return { kind: 'reference' };
    for (const assertion of ['^', '$', '\\b', '\\B']) {
      if (this.#take(assertion)) return { kind: 'assertion', source: assertion };
    }
    const start = this.#at;
    if (this.#take('[')) {
      while (!this.#take(']')) this.#character();
    } else {
      this.#character();
    }
    return { kind: 'character', source: this.#source.slice(start, this.#at) };
  }

  #character(): void {
    if (this.#at >= this.#source.length) throw new Error(`${this.#source} ends too early`);
    if (this.#match(LONG_ESCAPE) !== undefined) return;
    if (this.#take('\\')) this.#at++;
    else this.#at += String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0).length;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match !== undefined) this.#at += match[0].length;
    return match;
  }
}
