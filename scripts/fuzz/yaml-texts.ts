import type { Random } from './random.ts';
import { words } from './words.ts';

/** Texts for readers of YAML: random ones, and texts of a corpus that are cut, spliced and mutated. */
export class YamlTexts {
  readonly #random: Random;
  readonly #corpus: readonly string[];

  /** @param corpus has at least one text */
  constructor(random: Random, corpus: readonly string[]) {
    this.#random = random;
    this.#corpus = corpus;
  }

  next(): string {
    const kind = this.#random.below(11);
    if (kind === 10) return this.#scalars();
    let text: string;
    if (kind < 3) text = this.#soup();
    else if (kind < 5) text = this.#blocks();
    else if (kind < 6) text = this.#mutate(this.#blocks());
    else
      text = this.#mutate(
        this.#random.below(3) === 0
          ? this.#random.pick(this.#corpus).slice(0, 6000)
          : this.#fragment(),
      );
    if (this.#random.below(20) === 0) text = text.replaceAll('\n', '\r\n');
    return text;
  }

  #soup(): string {
    return this.#random.draw(SOUP, 1 + this.#random.below(24)).join('');
  }

  /** Lines of a block document with properties and odd indentation. */
  #blocks(): string {
    let text = '';
    let indent = 0;
    for (let k = 2 + this.#random.below(12); k > 0; k--) {
      if (this.#random.below(4) === 0)
        indent = Math.max(0, indent + 2 * (this.#random.below(3) - 1));
      if (this.#random.below(12) === 0) indent = Math.max(0, indent - 1);
      text += ' '.repeat(indent);
      if (this.#random.below(3) === 0)
        text += this.#random.pick(['- ', '- - ', '-\n', '- &x ', '- !!str ']);
      text += this.#random.pick([
        ...words('a b c "d" \'e\' 1 << y'),
        '&x f',
        '*x ',
        '!!str 1',
        '? g',
        '{h: i}',
        'long key',
      ]);
      text += this.#random.pick([': ', ': ', ':', ':  ', ':\n', ' : ', ' ']);
      text += this.#random.pick([
        ...words('v 1 "v" \'v\' *x {} &x'),
        'v w',
        '|\n  t\n',
        '>-\n   t\n   u\n',
        '&x v',
        '[a, {b: c}]',
        '[a: b]',
        '',
        '{a, b: }',
        'v #c',
        '!!int "3"',
        '*x # c',
        '"a\n  b"',
        'p\n  q',
        'p\n q',
      ]);
      text += '\n';
      if (this.#random.below(3) === 0) indent += 2;
    }
    return text;
  }

  /** Some lines of a text. */
  #fragment(): string {
    const source = this.#random.pick(this.#corpus);
    const lines = source.split('\n');
    const start = this.#random.below(lines.length);
    return lines
      .slice(start, start + 1 + this.#random.below(30))
      .join('\n')
      .slice(0, 4000);
  }

  #mutate(text: string): string {
    let mutated = text;
    for (let k = this.#random.below(2) + this.#random.below(3); k >= 0; k--) {
      const at = this.#random.below(mutated.length + 1);
      const size = this.#random.below(4) === 0 ? this.#random.below(20) : 1;
      switch (this.#random.below(5)) {
        case 0:
          mutated = mutated.slice(0, at) + mutated.slice(at + size);
          break;
        case 1:
          mutated = mutated.slice(0, at) + this.#random.pick(SOUP) + mutated.slice(at);
          break;
        case 2:
          mutated =
            mutated.slice(0, at) +
            mutated
              .slice(at)
              .replace(/\n */, (white) =>
                this.#random.below(2) ? `${white} ` : white.slice(0, -1) || '\n',
              );
          break;
        case 3: {
          const from = this.#random.below(mutated.length + 1);
          mutated = mutated.slice(0, at) + mutated.slice(from, from + 10) + mutated.slice(at);
          break;
        }
        default:
          mutated =
            mutated.slice(0, at) +
            String.fromCharCode(32 + this.#random.below(95)) +
            mutated.slice(at + 1);
      }
    }
    return mutated;
  }

  /** Plain scalars made of the characters of numbers and words, bare, as keys and behind tags. */
  #scalars(): string {
    let text = '';
    const isTagged = this.#random.below(3) === 0;
    for (let k = isTagged ? 1 : 1 + this.#random.below(8); k > 0; k--) {
      let scalar = '';
      for (let n = 1 + this.#random.below(5); n > 0; n--)
        scalar += this.#random.pick(SCALAR_PIECES);
      if (isTagged)
        scalar = `${this.#random.pick(['!!int', '!!float', '!!bool', '!!null', '!!timestamp', '!!binary'])} ${scalar}`;
      text += `${this.#random.pick(['- ', '- ', '- ? '])}${scalar}${this.#random.pick(['', '', ': 1'])}\n`;
    }
    return text;
  }
}

const SOUP = [
  ...words(`
    a b key 1 0x1F 010 1.5 1e3 yes null ~ << .inf - : , [ ] { } " ' "q" 's' | > *x ! # --- ... % @
    '' é 😀 {} [] a,b x?y
  `),
  '- ',
  '? ',
  ': ',
  ', ',
  '|-\n',
  '>+\n',
  '|2\n',
  '>1-\n',
  '&x ',
  '*x ',
  '!!str ',
  '!!int ',
  '!!float ',
  '!foo ',
  '!!binary ',
  ' # c',
  '\n',
  '\n',
  '\n ',
  '\n  ',
  '\n    ',
  '\n- ',
  '\n  - ',
  '\nk: ',
  '\n  k: ',
  '\nk:',
  '\n<<: ',
  '\t',
  ' ',
  '  ',
  '\n---\n',
  '\n...\n',
  '`',
  '\\',
  '\\n',
  '\\x41',
  '\\\n',
  '\r\n',
  '\r',
  '\u0085',
  '\u2028',
  '{a: b}',
  '[a, b]',
  'a: b',
  '\na: b',
  '\n\n',
  '\n? ',
  '\n: ',
  '%YAML 1.1\n',
  '%TAG ! tag:x,2000:\n',
  '\n   ',
];

const SCALAR_PIECES = [
  ...words(`
    0 1 7 8 12 9 _ . - + e E 0x 0X 0o 0b 0B f A 9007199254740993 18446744073709551615
    9223372036854775807 1e e+2 inf .inf .nan ~ y no true null : T 2001-01-01 -12-3 Z +01:00 YQ== =
    .5 00 999999999999999999999 1e30 0.1 1e-7 64
  `),
  ' 1:2:3',
];
