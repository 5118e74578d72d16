import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** A few more calls of functions that are seldom called do not count as growth. */
const FEWEST = 2000;

/**
 * Counts the work of functions as the number of times that blocks of code are entered. It is the same on every machine.
 * The work of built-in functions (copying, searching in strings) does not count.
 */
export class WorkCounter {
  readonly #session = new Session();

  constructor() {
    countAllCalls();
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The work of a function. */
  of(run: () => void): number {
    this.#take();
    run();
    return entriesOf(this.#take());
  }

  /** The number of calls of each function during a call of a function. */
  callsOf(run: () => void): ReadonlyMap<string, number> {
    this.#take();
    run();
    return this.#calls();
  }

  /** The number of calls of each function since the last time that this was used. */
  #calls(): ReadonlyMap<string, number> {
    const calls = new Map<string, number>();
    for (const { url, name, counts } of this.#take()) {
      const [called = 0] = counts;
      calls.set(`${name} in ${url}`, (calls.get(`${name} in ${url}`) ?? 0) + called);
    }
    return calls;
  }

  /**
   * The functions for which several times as much input makes far more than as many times the calls.
   *
   * @param few the amount of input that is compared with several times as much
   */
  fastGrowing(work: (n: number) => void, few: number, factor = 4): readonly string[] {
    // The first run makes tables.
    work(5);
    const before = this.callsOf(() => work(few));
    const after = this.callsOf(() => work(factor * few));
    return fasterThan(before, after, factor);
  }

  /** The same for work that waits for files. Nothing else may run meanwhile. */
  async fastGrowingSteps(
    work: (n: number) => Promise<unknown>,
    few: number,
  ): Promise<readonly string[]> {
    await work(5);
    this.#take();
    await work(few);
    const before = this.#calls();
    await work(4 * few);
    return fasterThan(before, this.#calls(), 4);
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.post('Profiler.disable');
    this.#session.disconnect();
  }

  /** The functions that were called since the last time that this was used. */
  #take(): readonly CountedFunction[] {
    let taken: readonly CountedFunction[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      taken = functionsOf(coverage);
    });
    return taken;
  }
}

/** The functions whose calls grow with a power above 1.5 of the input, which grows by a factor. */
function fasterThan(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  factor: number,
): readonly string[] {
  return [...after]
    .filter(([name, calls]) => {
      const less = before.get(name) ?? 0;
      return less > 0 && calls > FEWEST && calls > factor ** 1.5 * less;
    })
    .map(([name, calls]) => `${name}: ${calls} calls`);
}

/**
 * Makes V8 count all calls. Otherwise calls that optimized code has inlined, and calls of code that it discards, are
 * lost.
 */
export function countAllCalls(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--no-flush-bytecode']) setFlagsFromString(flag);
}

interface CountedFunction {
  readonly url: string;
  /** The name with its location in the file, because many functions have no name. */
  readonly name: string;
  /** The number of times that the function, and each block in it, was entered. */
  readonly counts: readonly number[];
}

function functionsOf({ result }: Profiler.TakePreciseCoverageReturnType): CountedFunction[] {
  return (
    result
      // Counting is work too.
      .filter(({ url }) => !url.startsWith('node:') && !url.includes('/test/growth/work.'))
      .flatMap(({ url, functions }) =>
        functions.map(({ functionName, ranges }) => ({
          url,
          name: `${functionName} ${ranges[0]?.startOffset ?? 0}`,
          counts: ranges.map(({ count }) => count),
        })),
      )
  );
}

function entriesOf(functions: readonly CountedFunction[]): number {
  let entries = 0;
  for (const { counts } of functions) for (const count of counts) entries += count;
  return entries;
}
