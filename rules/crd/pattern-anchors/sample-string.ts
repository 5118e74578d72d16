/**
 * A short string that a regular expression in Go's syntax probably matches; undefined for syntax that is not read
 * here, such as Unicode classes. It serves as an example only after the pattern itself has matched it.
 */
export function sampleString(pattern: string): string | undefined {
  const sampler = new Sampler(pattern);
  const sample = sampler.alternation();
  return sampler.isAtEnd ? sample : undefined;
}

/** What is tried of a character class, before the first character that it lists. */
const PREFERRED = ['x', 'a', '0', 'A', '-', '.', '/', ':', ' '];

/** An element of each class that an escape stands for; nothing for assertions. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['d', '0'],
  ['D', 'x'],
  ['w', 'x'],
  ['W', '-'],
  ['s', ' '],
  ['S', 'x'],
  ['n', '\n'],
  ['t', '\t'],
  ['b', ''],
  ['A', ''],
  ['z', ''],
]);

/** How often an operator repeats what is before it, at least. */
const REPETITIONS = /^(?:([*?])|(\+)|\{(\d+)(?:,\d*)?\})\??/;

/** Reads a pattern from left to right; each method returns a sample of what it has read. */
class Sampler {
  readonly #pattern: string;
  #at = 0;
  #isUnknown = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#pattern.length && !this.#isUnknown;
  }

  /** Samples the first of several alternatives. */
  alternation(): string {
    const first = this.#sequence();
    while (this.#skip('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let sample = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#next)) {
      const atom = this.#atom();
      const [operator = '', optional, atLeastOne, count] =
        REPETITIONS.exec(this.#pattern.slice(this.#at)) ?? [];
      this.#at += operator.length;
      if (optional !== undefined) continue;
      sample += atLeastOne !== undefined ? atom : atom.repeat(Number(count ?? 1));
    }
    return sample;
  }

  #atom(): string {
    if (this.#skip('(')) return this.#group();
    if (this.#skip('[')) return this.#characterClass();
    if (this.#skip('\\')) return this.#escape();
    const character = this.#take();
    if (character === '^' || character === '$') return '';
    return character === '.' ? 'x' : character;
  }

  #group(): string {
    const head = /^\?(?:P?<\w+>|[a-zA-Z]*:|[a-zA-Z]+(?=\)))/.exec(this.#pattern.slice(this.#at));
    this.#at += head?.[0].length ?? 0;
    const sample = this.alternation();
    if (!this.#skip(')')) this.#isUnknown = true;
    return sample;
  }

  #characterClass(): string {
    const rest = this.#pattern.slice(this.#at);
    const [text = ''] = /^\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/s.exec(rest) ?? [];
    this.#at += text.length;
    try {
      // Most classes mean the same in JavaScript; the caller's match reveals the others.
      const matcher = new RegExp(`^[${text}$`, 'u');
      const listed = [...text].filter((character) => matcher.test(character));
      const sample = [...PREFERRED, ...listed].find((character) => matcher.test(character));
      if (text !== '' && sample !== undefined) return sample;
    } catch {
      // A class that JavaScript does not have, such as [[:alpha:]].
    }
    this.#isUnknown = true;
    return '';
  }

  #escape(): string {
    const character = this.#take();
    const known = ESCAPES.get(character);
    if (known === undefined && /\w/.test(character)) this.#isUnknown = true;
    return known ?? character;
  }

  get #next(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #take(): string {
    const character = this.#next;
    this.#at++;
    return character;
  }

  #skip(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }
}
