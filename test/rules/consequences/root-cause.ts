/** A manifest with one mistake for which several errors are reported; messages are named `rule#message`. */
export interface RootCause {
  /** The mistake. */
  readonly mistake: string;
  readonly manifest: object;
  /** The message that people see first. */
  readonly root: string;
  /** The messages below it: the errors that the same edit fixes. */
  readonly consequences: readonly string[];
}
