import { statSync } from 'node:fs';

/** From how many bytes on loading `node:v8` (4 ms) costs less than it saves. */
const LARGE_BYTES = 50_000;

/**
 * The option that makes V8 collect garbage when the heap has grown by 30 % since the last time. By default it can grow to
 * four times the size, which takes much more memory and saves no time.
 */
const SMALL_HEAP = '--heap-growing-percent=30';

/**
 * The option that keeps what V8 has compiled. By default, garbage collection removes the code of functions that were not called
 * lately, and a code cache that is written after that lacks them in all later runs.
 */
const ALL_CODE = '--no-flush-bytecode';

/**
 * The options of V8 for large input, by the major version of Node; V8 prints an error for options that it does not have.
 * Beside these, they make V8 optimize a function later. Most functions are called so rarely that optimizing them
 * takes longer than running them: by default a third of the CPU time of a run is spent on that. V8 of later versions waits
 * long enough. docs/benchmarks.md has the figures.
 */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['20', [SMALL_HEAP, ALL_CODE, '--interrupt-budget=1000000']],
  ['22', [SMALL_HEAP, ALL_CODE, '--invocation-count-for-turbofan=12000']],
  ['24', [SMALL_HEAP, ALL_CODE]],
]);

/**
 * Prepares V8 for what it is going to run.
 *
 * @param args of the command line
 * @returns whether the input is large, so that V8 runs with other flags; it refuses code caches that were written with
 *   others
 */
export function setOptionsForLargeInput(args: readonly string[]): boolean {
  const options = OPTIONS.get(process.versions.node.split('.')[0] ?? '');
  if (options === undefined || !isLargeInput(args)) return false;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const option of options) setFlagsFromString(option);
  return true;
}

/** Whether a folder is among the arguments, or the files among them are large together. */
export function isLargeInput(args: readonly string[]): boolean {
  let bytes = 0;
  for (const arg of args) {
    try {
      const status = statSync(arg, { throwIfNoEntry: false });
      if (status?.isDirectory() === true) return true;
      bytes += status?.size ?? 0;
    } catch {
      // The path cannot be read, or the argument is no path.
    }
  }
  return bytes >= LARGE_BYTES;
}
