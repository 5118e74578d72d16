import type { Cause } from '../../result/finding.ts';

/** An error of the server, without its words. */
export interface ServerError {
  readonly cause: Cause;
  /** The server's path. */
  readonly field: string;
}
