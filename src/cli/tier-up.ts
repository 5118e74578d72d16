import { statSync } from 'node:fs';

/** From how many bytes on loading `node:v8` (4 ms) costs less than it saves. */
const LARGE_BYTES = 50_000;

/**
 * The option that makes V8 optimize a function later, by the major version of Node. Most functions are called so rarely that
 * optimizing them takes longer than running them: by default a third of the CPU time of a run is spent on that. V8 of
 * later versions waits long enough. docs/benchmarks.md has the figures.
 */
const LATE_OPTIMIZATION: ReadonlyMap<string, string> = new Map([
  ['20', '--interrupt-budget=1000000'],
  ['22', '--invocation-count-for-turbofan=12000'],
]);

/**
 * Prepares V8 for what it is going to run.
 *
 * @param args of the command line
 * @returns whether the input is large, so that V8 runs with other flags; it refuses code caches that were written with
 *   others
 */
export function optimizeLateForLargeInput(args: readonly string[]): boolean {
  const flag = LATE_OPTIMIZATION.get(process.versions.node.split('.')[0] ?? '');
  if (flag === undefined || !isLargeInput(args)) return false;
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
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
