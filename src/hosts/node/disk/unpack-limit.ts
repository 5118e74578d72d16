import { MEGABYTE } from './reading.ts';

/** The most bytes that a run unpacks from archives and from the database of git. */
const MOST_UNPACKED = 512 * MEGABYTE;

/**
 * One limit for all that a run unpacks. What is packed can be thousands of times as large as it looks, and a packed
 * file may be named, or contained in others, any number of times.
 */
export class UnpackLimit {
  /** The message for a run that reaches the limit. */
  readonly problem: string;
  #left: number;

  /** @param most the limit in bytes */
  constructor(most = MOST_UNPACKED) {
    this.problem = `more than ${most / MEGABYTE} MB have to be unpacked; name fewer files, or folders`;
    this.#left = most;
  }

  /** The number of bytes that may still be unpacked. */
  get left(): number {
    return this.#left;
  }

  /**
   * Counts bytes that are unpacked.
   *
   * @throws UnpackProblem if they are too many
   */
  take(bytes: number): void {
    if (bytes > this.#left) throw new UnpackProblem(this.problem);
    this.#left -= bytes;
  }
}

/** Too much has to be unpacked; the message is for users. */
export class UnpackProblem extends Error {}
