/** Code points, as sorted and disjoint ranges with inclusive ends. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

/** A regular expression in Go's syntax, as far as it describes a regular language of whole strings. */
export type Pattern =
  | { readonly kind: 'character'; readonly codePoints: CodePoints }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly Pattern[] }
  | {
      readonly kind: 'repeated';
      readonly part: Pattern;
      readonly min: number;
      readonly max: number;
    }
  /** The start or the end of the string. */
  | { readonly kind: 'anchor'; readonly at: 'start' | 'end' };

export const MAX_CODE_POINT = 0x10ffff;
const ANY: CodePoints = [[0, MAX_CODE_POINT]];
const DIGITS: CodePoints = [[0x30, 0x39]];
const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACES: CodePoints = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];
const NEWLINE: CodePoints = [[0x0a, 0x0a]];

const PERL_CLASSES: ReadonlyMap<string, CodePoints> = new Map([
  ['d', DIGITS],
  ['w', WORD],
  ['s', SPACES],
  ['D', complement(DIGITS)],
  ['W', complement(WORD)],
  ['S', complement(SPACES)],
]);

const POSIX_CLASSES: ReadonlyMap<string, CodePoints> = new Map(
  Object.entries<CodePoints>({
    alnum: [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
    alpha: [
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
    ascii: [[0, 0x7f]],
    blank: [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
    cntrl: [
      [0, 0x1f],
      [0x7f, 0x7f],
    ],
    digit: DIGITS,
    graph: [[0x21, 0x7e]],
    lower: [[0x61, 0x7a]],
    print: [[0x20, 0x7e]],
    punct: [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
    space: [
      [0x09, 0x0d],
      [0x20, 0x20],
    ],
    upper: [[0x41, 0x5a]],
    word: WORD,
    xdigit: [
      [0x30, 0x39],
      [0x41, 0x46],
      [0x61, 0x66],
    ],
  }),
);

const ESCAPED: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

/**
 * Reads a valid pattern. Undefined for syntax that is not read here: word boundaries, multi-line mode, Unicode classes,
 * and letters beyond ASCII where case is ignored.
 */
export function readPattern(pattern: string): Pattern | undefined {
  try {
    return new PatternReader(pattern).read();
  } catch (error) {
    if (error instanceof NotReadHere) return undefined;
    throw error;
  }
}

class NotReadHere extends Error {}

interface Flags {
  readonly ignoresCase: boolean;
  readonly dotMatchesNewline: boolean;
}

class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;
  #flags: Flags = { ignoresCase: false, dotMatchesNewline: false };

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  read(): Pattern {
    const pattern = this.#alternatives();
    if (this.#at < this.#characters.length) throw new NotReadHere();
    return pattern;
  }

  #alternatives(): Pattern {
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'alternatives', parts };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    for (let next = this.#next; next !== '' && next !== '|' && next !== ')'; next = this.#next) {
      const atom = this.#atom();
      if (atom !== undefined) parts.push(this.#repeated(atom));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(atom: Pattern): Pattern {
    let repeated = atom;
    for (let bounds = this.#bounds(); bounds !== undefined; bounds = this.#bounds()) {
      repeated = { kind: 'repeated', part: repeated, ...bounds };
      this.#skip('?');
    }
    return repeated;
  }

  /** The operator that repeats the preceding part, if there is one. */
  #bounds(): { readonly min: number; readonly max: number } | undefined {
    if (this.#skip('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#skip('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#skip('?')) return { min: 0, max: 1 };
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.#rest(24));
    if (counted === null) return undefined;
    const [text, min = '', comma, max = ''] = counted;
    this.#at += text.length;
    const most =
      comma === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max);
    return { min: Number(min), max: most };
  }

  /** Undefined for a group that only sets flags. */
  #atom(): Pattern | undefined {
    const character = this.#take();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#character(this.#class());
      case '\\':
        return this.#escape();
      case '^':
        return { kind: 'anchor', at: 'start' };
      case '$':
        return { kind: 'anchor', at: 'end' };
      case '.':
        return {
          kind: 'character',
          codePoints: this.#flags.dotMatchesNewline ? ANY : complement(NEWLINE),
        };
      default:
        return this.#character(single(character));
    }
  }

  #group(): Pattern | undefined {
    const outer = this.#flags;
    const [head = '', , set, clear, colon] =
      /^\?(P?<\w+>|([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)]))/.exec(this.#rest(80)) ?? [];
    this.#at += head.length;
    if (head === '' && this.#next === '?') throw new NotReadHere();
    if (set !== undefined) this.#setFlags(set, clear ?? '');
    // The flags hold up to the end of the group around.
    if (colon === ')') return undefined;
    const pattern = this.#alternatives();
    if (!this.#skip(')')) throw new NotReadHere();
    this.#flags = outer;
    return pattern;
  }

  #setFlags(set: string, clear: string): void {
    if (/[^isU]/.test(set) || /[^imsU]/.test(clear)) throw new NotReadHere();
    const { ignoresCase, dotMatchesNewline } = this.#flags;
    this.#flags = {
      ignoresCase: (ignoresCase || set.includes('i')) && !clear.includes('i'),
      dotMatchesNewline: (dotMatchesNewline || set.includes('s')) && !clear.includes('s'),
    };
  }

  #escape(): Pattern {
    const next = this.#next;
    if (next === 'A' || next === 'z') {
      this.#at++;
      return { kind: 'anchor', at: next === 'A' ? 'start' : 'end' };
    }
    if (next === 'Q') return this.#quoted();
    return this.#character(this.#escapedCodePoints());
  }

  #quoted(): Pattern {
    this.#at++;
    const parts: Pattern[] = [];
    while (this.#next !== '' && this.#rest(2) !== '\\E') {
      parts.push(this.#character(single(this.#take())));
    }
    this.#at += 2;
    return { kind: 'sequence', parts };
  }

  #escapedCodePoints(): CodePoints {
    const character = this.#take();
    const perl = PERL_CLASSES.get(character);
    if (perl !== undefined) return perl;
    const escaped = ESCAPED.get(character);
    if (escaped !== undefined) return [[escaped, escaped]];
    if (character === 'x') {
      const [text = '', long, short] =
        /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/.exec(this.#rest(10)) ?? [];
      const digits = long ?? short;
      if (digits === undefined) throw new NotReadHere();
      this.#at += text.length;
      return [[Number.parseInt(digits, 16), Number.parseInt(digits, 16)]];
    }
    if (/[\p{L}\p{N}]/u.test(character) || character === '') throw new NotReadHere();
    return single(character);
  }

  #class(): CodePoints {
    const isNegated = this.#skip('^');
    const found: (readonly [number, number])[] = [];
    for (let isFirst = true; this.#next !== ']' || isFirst; isFirst = false) {
      if (this.#next === '') throw new NotReadHere();
      const posix = /^\[:(\^?)(\w+):\]/.exec(this.#rest(14));
      if (posix !== null) {
        const [text, circumflex, name = ''] = posix;
        const codePoints = POSIX_CLASSES.get(name);
        if (codePoints === undefined) throw new NotReadHere();
        this.#at += text.length;
        found.push(...(circumflex === '^' ? complement(codePoints) : codePoints));
        continue;
      }
      found.push(...this.#classItem());
    }
    this.#at++;
    const codePoints = this.#folded(normalize(found));
    return isNegated ? complement(codePoints) : codePoints;
  }

  /** A character, a range of characters or an escaped class. */
  #classItem(): CodePoints {
    const first = this.#classCharacter();
    const [from] = first;
    const isRange = this.#next === '-' && this.#characters[this.#at + 1] !== ']';
    if (!isRange || from === undefined || first.length > 1 || from[0] !== from[1]) return first;
    this.#at++;
    const [to] = this.#classCharacter();
    if (to === undefined || to[0] !== to[1]) throw new NotReadHere();
    return [[from[0], to[0]]];
  }

  #classCharacter(): CodePoints {
    const character = this.#take();
    return character === '\\' ? this.#escapedCodePoints() : single(character);
  }

  #character(codePoints: CodePoints): Pattern {
    return { kind: 'character', codePoints: this.#folded(codePoints) };
  }

  /** With the characters that differ in case only, if case is ignored. */
  #folded(codePoints: CodePoints): CodePoints {
    if (!this.#flags.ignoresCase) return codePoints;
    const added: (readonly [number, number])[] = [...codePoints];
    for (const [from, to] of codePoints) {
      if (to > 0x7f && (from > 0x7f || to !== MAX_CODE_POINT)) throw new NotReadHere();
      for (let at = Math.max(from, 0x41); at <= Math.min(to, 0x7a); at++) {
        if (at >= 0x41 && at <= 0x5a) added.push([at + 32, at + 32]);
        if (at >= 0x61) added.push([at - 32, at - 32]);
        // The Kelvin sign and the long s are letters of ASCII in another case.
        if (at === 0x4b || at === 0x6b) added.push([0x212a, 0x212a]);
        if (at === 0x53 || at === 0x73) added.push([0x17f, 0x17f]);
      }
    }
    return normalize(added);
  }

  get #next(): string {
    return this.#characters[this.#at] ?? '';
  }

  #rest(length: number): string {
    return this.#characters.slice(this.#at, this.#at + length).join('');
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

function single(character: string): CodePoints {
  const codePoint = character.codePointAt(0);
  if (codePoint === undefined) throw new NotReadHere();
  return [[codePoint, codePoint]];
}

function normalize(ranges: readonly (readonly [number, number])[]): CodePoints {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function complement(codePoints: CodePoints): CodePoints {
  const others: [number, number][] = [];
  let from = 0;
  for (const [start, end] of codePoints) {
    if (start > from) others.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= MAX_CODE_POINT) others.push([from, MAX_CODE_POINT]);
  return others;
}
