import type { Host } from '../host.ts';

const QUIET_TIME = 1000;
const INTERVAL = 100;
const CLEAR_LINE = '\r\u001b[K';

/** A line on a terminal that shows the progress of a long run; it is removed when the run ends. */
export class Progress {
  readonly #host: Host;
  readonly #wanted: boolean;
  readonly #start: number;
  #shownAt: number | undefined;
  #files = 0;

  constructor(host: Host, wanted: boolean) {
    this.#host = host;
    this.#wanted = wanted && host.stderr.isTTY === true;
    this.#start = host.now();
  }

  /** Counts a file. The run itself is synchronous, so this is the only moment to show anything. */
  count(): void {
    this.#files++;
    if (!this.#wanted) return;
    const now = this.#host.now();
    if (now - this.#start < QUIET_TIME) return;
    if (this.#shownAt !== undefined && now - this.#shownAt < INTERVAL) return;
    this.#shownAt = now;
    this.#host.stderr.write(`${CLEAR_LINE}checking file ${this.#files}`, () => {});
  }

  /** Takes the line away, before anything else is written and at the end. */
  clear(): void {
    if (this.#shownAt === undefined) return;
    this.#shownAt = undefined;
    this.#host.stderr.write(CLEAR_LINE, () => {});
  }
}
