import { checkLength } from './memory-limit.ts';

/**
 * A text that is put together of others, of which some are nested as well. They are asked for one by one, so
 * that nothing is looked at behind a failure.
 */
export class NestedText<Failure> {
  readonly parts: Iterable<string | NestedText<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;
  /** The text as a whole, if it is known. */
  text: string | undefined;

  constructor(
    parts: Iterable<string | NestedText<Failure> | Failure>,
    join: (parts: readonly string[]) => string,
  ) {
    this.parts = parts;
    this.join = join;
  }
}

/**
 * The nested texts of values. Those that are remembered are made once: a value that contains another one twice, which contains another one
 * twice, and so on, has exponentially many parts, but few different ones.
 */
export class NestedTexts<V extends object, Failure> {
  readonly #known = new Map<V, NestedText<Failure>>();

  /** The text of a value; made anew if it is not remembered, as its parts can be read only once. */
  of(value: V, make: () => NestedText<Failure>): NestedText<Failure> {
    const known = this.#known.get(value);
    if (known?.text !== undefined) return known;
    const text = make();
    this.#known.set(value, text);
    return text;
  }
}

/** How many UTF-16 code units are remembered. Values that are nested deeply have a long text at each level. */
const MOST_REMEMBERED = 2 ** 24;

/** What brackets or a separator add to each part. */
const PUNCTUATION = 2;

/**
 * The text as a whole, or the first failure in it. Takes no stack, however deep it is nested. Throws
 * `MemoryLimitExceeded`.
 */
export function resolveText<Failure extends object = never>(
  text: string | NestedText<Failure> | Failure,
): string | Failure {
  const open: Opened<Failure>[] = [];
  let part: string | NestedText<Failure> | Failure = text;
  let length = 0;
  let remembered = 0;
  for (;;) {
    let inner = open.at(-1);
    if (part instanceof NestedText && part.text !== undefined) part = part.text;
    if (part instanceof NestedText) {
      inner = { nested: part, rest: part.parts[Symbol.iterator](), texts: [] };
      open.push(inner);
    } else if (typeof part === 'string' && inner !== undefined) inner.texts.push(part);
    else return part;
    const next = inner.rest.next();
    if (next.done !== true) {
      part = next.value;
      const known = part instanceof NestedText ? part.text : part;
      length += (typeof known === 'string' ? known.length : 0) + PUNCTUATION;
      checkLength(length);
    } else {
      open.pop();
      part = inner.nested.join(inner.texts);
      remembered += part.length;
      if (remembered <= MOST_REMEMBERED) inner.nested.text = part;
    }
  }
}

interface Opened<Failure> {
  readonly nested: NestedText<Failure>;
  readonly rest: Iterator<string | NestedText<Failure> | Failure>;
  readonly texts: string[];
}
