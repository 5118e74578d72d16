import type { Path, Value } from '../../yaml/tree.ts';

/** The reason why a value does not fit a JSON Schema. */
export type ValuesFault =
  | { readonly kind: 'type'; readonly expected: string; readonly actual: string }
  | { readonly kind: 'enum'; readonly values: readonly Value[] }
  /** A key that is not allowed. */
  | { readonly kind: 'unknown'; readonly key: string }
  /** A key that is missing. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** An error in the values of a chart, by the schema of the chart. */
export interface ValuesProblem {
  readonly path: Path;
  readonly fault: ValuesFault;
  /** True if a value is absent or empty here, so that users may have to set it. */
  readonly isLeftToUsers: boolean;
}
