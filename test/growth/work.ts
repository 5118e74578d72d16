import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/**
 * Counts the work that functions do, as the number of times that blocks of code are entered. It is the same on every
 * machine. What built-in functions do by themselves (copying, searching in strings) does not count.
 */
export class WorkCounter {
  readonly #session = new Session();

  constructor() {
    // Calls that optimised code has inlined are not counted.
    setFlagsFromString('--no-opt');
    setFlagsFromString('--no-maglev');
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

  /** How often each function is called by a function. */
  callsOf(run: () => void): ReadonlyMap<string, number> {
    this.#take();
    run();
    const calls = new Map<string, number>();
    for (const { url, name, counts } of this.#take()) {
      const [called = 0] = counts;
      calls.set(`${name} in ${url}`, (calls.get(`${name} in ${url}`) ?? 0) + called);
    }
    return calls;
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.post('Profiler.disable');
    this.#session.disconnect();
  }

  /** The functions that were called since it was last asked for. */
  #take(): readonly CountedFunction[] {
    let taken: readonly CountedFunction[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      taken = functionsOf(coverage);
    });
    return taken;
  }
}

interface CountedFunction {
  readonly url: string;
  /** With where it is in the file, as many functions have no name. */
  readonly name: string;
  /** How often it, and each block in it, was entered. */
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
