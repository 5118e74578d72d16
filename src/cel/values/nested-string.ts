/**
 * A string that is joined from parts, some of which are nested strings. The parts are produced one by one, so that
 * nothing after a failure is formatted.
 */
export class NestedString<Failure> {
  readonly parts: Iterable<string | NestedString<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;

  constructor(
    parts: Iterable<string | NestedString<Failure> | Failure>,
    join: (parts: readonly string[]) => string,
  ) {
    this.parts = parts;
    this.join = join;
  }
}

/** The joined string, or the first failure in it. Iterative, so that deep nesting does not overflow the stack. */
export function resolveString<Failure extends object = never>(
  whole: string | NestedString<Failure> | Failure,
): string | Failure {
  const open: OpenString<Failure>[] = [];
  let part: string | NestedString<Failure> | Failure = whole;
  for (;;) {
    let inner = open.at(-1);
    if (part instanceof NestedString) {
      inner = { rest: part.parts[Symbol.iterator](), join: part.join, resolved: [] };
      open.push(inner);
    } else if (typeof part === 'string' && inner !== undefined) inner.resolved.push(part);
    else return part;
    const next = inner.rest.next();
    if (next.done !== true) part = next.value;
    else {
      open.pop();
      part = inner.join(inner.resolved);
    }
  }
}

/** A nested string whose parts are being resolved. */
interface OpenString<Failure> {
  readonly rest: Iterator<string | NestedString<Failure> | Failure>;
  readonly join: (parts: readonly string[]) => string;
  readonly resolved: string[];
}
