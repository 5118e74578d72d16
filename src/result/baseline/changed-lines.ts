/** The first and the last line, from 1. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** Reports whether some line of a range is in one of the spans. */
export function touches(
  spans: readonly LineSpan[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
): boolean {
  return spans.some(({ first, last }) => first <= endLine && line <= last);
}
