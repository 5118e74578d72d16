/** A manifest with one mistake for which several errors are reported; messages are named `rule#message`. */
export interface RootCause {
  /** What the mistake is. */
  readonly mistake: string;
  readonly manifest: object;
  /** What people see first. */
  readonly root: string;
  /** What they see below it: the errors that the same edit fixes. */
  readonly consequences: readonly string[];
}
