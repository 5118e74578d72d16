import { checkLength } from '../memory-limit.ts';

/**
 * A string that is joined from parts, some of which are nested strings. The parts are produced one by one, so that
 * nothing after a failure is formatted.
 */
export class NestedString<Failure> {
  readonly parts: Iterable<string | NestedString<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;
  /** The joined string, if it is cached. */
  joined: string | undefined;

  constructor(
    parts: Iterable<string | NestedString<Failure> | Failure>,
    join: (parts: readonly string[]) => string,
  ) {
    this.parts = parts;
    this.join = join;
  }
}

/**
 * The nested strings of values. Cached ones are joined once: a value that contains another value twice, which
 * contains another one twice, and so on, has exponentially many parts, but few different ones.
 */
export class NestedStrings<V extends object, Failure> {
  readonly #known = new Map<V, NestedString<Failure>>();

  /** The string of a value. It is created again if it is not cached, because its parts can be read only once. */
  of(value: V, create: () => NestedString<Failure>): NestedString<Failure> {
    const known = this.#known.get(value);
    if (known?.joined !== undefined) return known;
    const created = create();
    this.#known.set(value, created);
    return created;
  }
}

/** The number of UTF-16 code units that are cached. A deeply nested value has a long string at each level. */
const MAX_CACHED_CODE_UNITS = 2 ** 24;

/** The length that brackets or a separator add to each part. */
const PUNCTUATION = 2;

/** From which length on a part is not copied when it is joined with others. */
const LONG = 256;

/**
 * Joins parts as `Array.join` does, which copies all of them. With a long part, V8 makes a string that refers to the
 * parts: copying it at each level would take quadratic time where values are nested deeply.
 */
export function joinParts(parts: readonly string[], separator: string): string {
  if (parts.every((part) => part.length < LONG)) return parts.join(separator);
  return parts.reduce((text, part) => text + separator + part);
}

/**
 * The joined string, or the first failure in it. Iterative, so that deep nesting does not overflow the stack.
 *
 * @throws MemoryLimitExceeded
 */
export function resolveString<Failure extends object = never>(
  whole: string | NestedString<Failure> | Failure,
): string | Failure {
  const open: OpenString<Failure>[] = [];
  let part: string | NestedString<Failure> | Failure = whole;
  let length = 0;
  let cached = 0;
  for (;;) {
    let inner = open.at(-1);
    if (part instanceof NestedString && part.joined !== undefined) part = part.joined;
    if (part instanceof NestedString) {
      inner = { nested: part, rest: part.parts[Symbol.iterator](), resolved: [] };
      open.push(inner);
    } else if (typeof part === 'string' && inner !== undefined) inner.resolved.push(part);
    else return part;
    const next = inner.rest.next();
    if (next.done !== true) {
      part = next.value;
      const known = part instanceof NestedString ? part.joined : part;
      length += (typeof known === 'string' ? known.length : 0) + PUNCTUATION;
      checkLength(length);
    } else {
      open.pop();
      part = inner.nested.join(inner.resolved);
      cached += part.length;
      if (cached <= MAX_CACHED_CODE_UNITS) inner.nested.joined = part;
    }
  }
}

/** A nested string whose parts are being resolved. */
interface OpenString<Failure> {
  readonly nested: NestedString<Failure>;
  readonly rest: Iterator<string | NestedString<Failure> | Failure>;
  readonly resolved: string[];
}
