import { type Profiler, Session } from 'node:inspector';

/**
 * Counts the work that functions do, as the number of times that blocks of code are entered. It is the same on every
 * machine. What built-in functions do by themselves (copying, searching in strings) does not count.
 */
export class WorkCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The work of a function. */
  of(run: () => void): number {
    this.#take();
    run();
    return this.#take();
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.post('Profiler.disable');
    this.#session.disconnect();
  }

  /** The work since it was last asked for. */
  #take(): number {
    let work = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      work = entriesOf(coverage);
    });
    return work;
  }
}

function entriesOf({ result }: Profiler.TakePreciseCoverageReturnType): number {
  let entries = 0;
  for (const { url, functions } of result) {
    // Counting is work too.
    if (url.startsWith('node:') || url.includes('/test/growth/work.')) continue;
    for (const { ranges } of functions) for (const { count } of ranges) entries += count;
  }
  return entries;
}
