/**
 * A text that is put together of others, of which some are nested as well. They are asked for one by one, so
 * that nothing is looked at behind a failure.
 */
export class NestedText<Failure> {
  readonly parts: Iterable<string | NestedText<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;

  constructor(
    parts: Iterable<string | NestedText<Failure> | Failure>,
    join: (parts: readonly string[]) => string,
  ) {
    this.parts = parts;
    this.join = join;
  }
}

/** The text as a whole, or the first failure in it. Takes no stack, however deep it is nested. */
export function resolveText<Failure extends object = never>(
  text: string | NestedText<Failure> | Failure,
): string | Failure {
  const open: Opened<Failure>[] = [];
  let part: string | NestedText<Failure> | Failure = text;
  for (;;) {
    let inner = open.at(-1);
    if (part instanceof NestedText) {
      inner = { rest: part.parts[Symbol.iterator](), join: part.join, texts: [] };
      open.push(inner);
    } else if (typeof part === 'string' && inner !== undefined) inner.texts.push(part);
    else return part;
    const next = inner.rest.next();
    if (next.done !== true) part = next.value;
    else {
      open.pop();
      part = inner.join(inner.texts);
    }
  }
}

interface Opened<Failure> {
  readonly rest: Iterator<string | NestedText<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;
  readonly texts: string[];
}
