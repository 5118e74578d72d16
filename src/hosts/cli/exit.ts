export const EXIT = {
  /** No finding has the severity that fails a run, or a higher one. */
  clean: 0,
  findings: 1,
  /** Wrong usage, input that cannot be read, or a bug of ours. */
  trouble: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Wrong usage; the message is for the user. */
export class UsageError extends Error {}

/** The reader of a pipe has closed it, so that no more output is needed. */
export class ClosedPipe extends Error {}
