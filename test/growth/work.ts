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

  /**
   * How many times as much work the second of two equal additions makes as the first, which is half as large: 2 where the
   * work is linear, 4 where it is quadratic.
   */
  growthOf(
    work: (n: number) => void,
    [first, second, third]: readonly [number, number, number] = [50, 100, 200],
  ): number {
    // The first run makes tables.
    work(5);
    const small = this.of(() => work(first));
    const medium = this.of(() => work(second));
    const large = this.of(() => work(third));
    return (large - medium) / (medium - small);
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
