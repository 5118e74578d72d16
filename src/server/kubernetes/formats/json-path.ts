/** One step of a path, as kubectl and the API server parse it. */
export type JsonPathStep =
  | { readonly kind: 'field'; readonly name: string }
  /** `[0]`, `[-1]`, `[1:3]`, `[*]`; `several` if it can match more than one item. */
  | { readonly kind: 'items'; readonly several: boolean }
  /** `.*`: all items of a list or values of a map. */
  | { readonly kind: 'wildcard' }
  /** `[?(@.type=="Ready")]`; `left` is the path on the left side, if it is a path. */
  | { readonly kind: 'filter'; readonly left: readonly JsonPathStep[] }
  /** `..` */
  | { readonly kind: 'recursive' }
  /** `[0,2]`, `['a','b']` */
  | { readonly kind: 'union' }
  /** A literal or a word: not a step. */
  | { readonly kind: 'other' };

type JsonPathResult =
  | { readonly ok: true; readonly steps: readonly JsonPathStep[] }
  /** The error, as text after a colon in a message. */
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a JSONPath without its braces, with the grammar of Kubernetes (`k8s.io/client-go/util/jsonpath`). It differs
 * from RFC 9535: a name in brackets is parsed as a path again, so its dots must be escaped with a backslash.
 */
export function parseJsonPath(text: string): JsonPathResult {
  const parser = new Parser(`${text}}`);
  const steps = parser.parseAction();
  if (steps === undefined) return { ok: false, reason: parser.reason };
  // An unbalanced closing brace ends the path. Text follows, which can contain more paths.
  for (let brace = parser.nextAction(); brace; brace = parser.nextAction()) {
    if (parser.parseAction() === undefined) return { ok: false, reason: parser.reason };
  }
  return { ok: true, steps };
}

const QUOTED_KEY = /^'([^']*)'$/;
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
/** A string in which each backslash starts a Go escape sequence. */
const ESCAPED =
  /^(?:[^\\]|\\(?:[abfnrtv\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}))*$/;
const COMPARISON = /^([^!<>=]+)([!<>=]+)([\s\S]+)/;

class Parser {
  readonly #text: string;
  #at = 0;
  reason = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves after the next opening brace, if there is one. */
  nextAction(): boolean {
    const brace = this.#text.indexOf('{', this.#at);
    this.#at = brace < 0 ? this.#text.length : brace + 1;
    return brace >= 0;
  }

  /** Parses up to the closing brace; undefined if the server fails on it. */
  parseAction(): readonly JsonPathStep[] | undefined {
    const steps: JsonPathStep[] = [];
    for (;;) {
      if (this.#text.startsWith('}', this.#at)) {
        this.#at++;
        return steps;
      }
      if (!this.#parseStep(steps)) return undefined;
    }
  }

  #parseStep(steps: JsonPathStep[]): boolean {
    if (this.#text.startsWith('[?(', this.#at)) return this.#parseFilter(steps);
    if (this.#text.startsWith('..', this.#at)) return this.#parseRecursive(steps);
    const letter = this.#text[this.#at];
    if (letter === undefined || letter === '\n' || letter === '\r')
      return this.#fail('it is not closed');
    switch (letter) {
      case ' ':
      case '@':
      case '$':
        this.#at++;
        return true;
      case '[':
        return this.#parseBrackets(steps);
      case '"':
      case "'":
        return this.#parseQuote(steps, letter);
      case '.':
        this.#at++;
        this.#parseField(steps);
        return true;
    }
    if (/[+\-\p{Nd}]/u.test(letter)) return this.#parseNumber(steps);
    if (!/[_\p{L}]/u.test(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0))) {
      return this.#fail(`'${letter}' is not allowed here; a dot or a bracket is expected`);
    }
    while (!isTerminator(this.#text[this.#at])) this.#at++;
    steps.push({ kind: 'other' });
    return true;
  }

  #parseField(steps: JsonPathStep[]): void {
    const start = this.#at;
    while (!isTerminator(this.#text[this.#at])) {
      if (this.#text[this.#at] === '\\') this.#at++;
      this.#at++;
    }
    const name = this.#text.slice(start, this.#at);
    steps.push(
      name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') },
    );
  }

  #parseRecursive(steps: JsonPathStep[]): boolean {
    if (steps.at(-1)?.kind === 'recursive') return this.#fail('it has two consecutive ..');
    this.#at += 2;
    steps.push({ kind: 'recursive' });
    if (/^[_\p{L}\p{Nd}]/u.test(this.#text.slice(this.#at, this.#at + 2))) this.#parseField(steps);
    return true;
  }

  #parseNumber(steps: JsonPathStep[]): boolean {
    const number = /^[+-]?[.\p{Nd}]*/u.exec(this.#text.slice(this.#at))?.[0] ?? '';
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(number))
      return this.#fail(`'${number}' is not a number`);
    this.#at += number.length;
    steps.push({ kind: 'other' });
    return true;
  }

  #parseQuote(steps: JsonPathStep[], quote: string): boolean {
    let end = this.#at + 1;
    for (; this.#text[end] !== quote || this.#text[end - 1] === '\\'; end++) {
      if (end >= this.#text.length || this.#text[end] === '\n')
        return this.#fail('a quote is not closed');
    }
    const inside = this.#text.slice(this.#at + 1, end).replaceAll(`\\${quote}`, '');
    if (!ESCAPED.test(inside)) return this.#fail('an escape sequence in quotes is not valid');
    this.#at = end + 1;
    steps.push({ kind: 'other' });
    return true;
  }

  #parseBrackets(steps: JsonPathStep[]): boolean {
    const end = this.#text.slice(this.#at).search(/[\]\n]/);
    if (end < 0 || this.#text[this.#at + end] === '\n')
      return this.#fail('a bracket is not closed');
    const inside = this.#text.slice(this.#at + 1, this.#at + end);
    this.#at += end + 1;
    if (inside.includes(',')) {
      for (const part of inside.split(',')) {
        if (this.#parseWithin(`[${part.replace(/^ +|(?<! ) +$/g, '')}]`) === undefined)
          return false;
      }
      steps.push({ kind: 'union' });
      return true;
    }
    const name = QUOTED_KEY.exec(inside)?.[1];
    if (name !== undefined) {
      const path = this.#parseWithin(`.${name}`);
      if (path === undefined) return false;
      steps.push(...path);
      return true;
    }
    if (inside !== '*' && !SLICE.test(inside)) {
      return this.#fail(`[${inside}] contains neither an index nor a name in single quotes`);
    }
    steps.push({ kind: 'items', several: inside === '*' || inside.includes(':') });
    return true;
  }

  #parseFilter(steps: JsonPathStep[]): boolean {
    const start = this.#at + 3;
    const end = endOfFilter(this.#text, start);
    if (end === undefined) return this.#fail('a filter is not closed');
    if (this.#text[end + 1] !== ']') return this.#fail('a filter does not end with )]');
    const inside = this.#text.slice(start, end);
    this.#at = end + 2;
    const [, left, , right] = inside.includes('\n') ? [] : (COMPARISON.exec(inside) ?? []);
    const path = this.#parseWithin(left ?? inside);
    if (path === undefined || (right !== undefined && this.#parseWithin(right) === undefined)) {
      return false;
    }
    steps.push({ kind: 'filter', left: path });
    return true;
  }

  #parseWithin(text: string): readonly JsonPathStep[] | undefined {
    const parser = new Parser(`${text}}`);
    const steps = parser.parseAction();
    if (steps === undefined) this.reason = parser.reason;
    return steps;
  }

  #fail(reason: string): false {
    this.reason = reason;
    return false;
  }
}

/** The first closing parenthesis outside of quotes. */
function endOfFilter(text: string, start: number): number | undefined {
  let quote: string | undefined;
  let isClosed = false;
  for (let at = start; at < text.length && text[at] !== '\n'; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") {
      if (quote === undefined) quote = letter;
      else if (letter === quote && text[at - 1] !== '\\') isClosed = true;
    } else if (letter === ')' && (quote === undefined || isClosed)) return at;
  }
  return undefined;
}

function isTerminator(letter: string | undefined): boolean {
  return letter === undefined || /[ \t\r\n.,[\]$@{}]/.test(letter);
}
