/** Receives the errors, with offsets in code points. */
export interface Reporter {
  report(offset: number, message: string): void;
  /** True if the largest number of errors is reached, so that the parser must stop. */
  readonly isFull: boolean;
}
