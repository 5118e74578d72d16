import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

type InputSize = 'small' | 'medium' | 'large';

/** The cost of opening a file, as the number of bytes that can be read in the same time. */
const BYTES_PER_FILE = 2_000;
/** The number of bytes for which loading `node:v8` (4 ms) costs less than it saves. */
const MEDIUM_BYTES = 27_000;
const LARGE_BYTES = 500_000;
/** The number of entries with which a folder is large in any case. */
const LARGE_FOLDER = 100;

/**
 * The option that makes V8 collect garbage when the heap has grown by 30 % since the last time. By default it can grow
 * to four times the size, which takes much more memory and saves no time.
 */
const SMALL_HEAP = '--heap-growing-percent=30';

/** The same for a language server, which collects garbage again and again: with less, it takes more time. */
const SERVER_HEAP = '--heap-growing-percent=60';

/**
 * The option that keeps the code that V8 has compiled. By default, garbage collection removes the code of functions
 * that were not called recently, and a code cache that is written afterwards lacks them in all later runs.
 */
const ALL_CODE = '--no-flush-bytecode';

/**
 * The options of V8 for large input, by the major version of Node. V8 prints an error for options that it does not
 * have. In addition to the common options, they make V8 optimize a function later. Most functions are called so rarely
 * that optimizing them takes longer than running them: by default, a third of the CPU time of a run is spent on it. V8
 * of later versions waits long enough. docs/development/benchmarks.md has the figures.
 */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['20', [SMALL_HEAP, ALL_CODE, '--interrupt-budget=400000']],
  ['22', [SMALL_HEAP, ALL_CODE, '--invocation-count-for-turbofan=12000']],
  ['24', [SMALL_HEAP, ALL_CODE]],
]);

/** Prepares V8 for a run; without effect on versions of Node that are not known. */
export function setOptionsFor(run: 'large' | 'lsp'): void {
  const known = OPTIONS.get(process.versions.node.split('.')[0] ?? '');
  if (known === undefined) return;
  const options = run === 'large' ? known : [SERVER_HEAP];
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const option of options) setFlagsFromString(option);
}

/**
 * The size of the input of a run, by the paths among its arguments. A folder is large if it has folders that are not
 * hidden. Standard input is not small, because it is mostly a rendered chart or kustomization, unless it is the text of
 * one file. Without a path the input is the current folder, unless the first argument names a command.
 *
 * @param args the arguments of the command line
 * @param current the path of the current folder
 */
export function inputSize(args: readonly string[], current = '.'): InputSize {
  const [first = '--'] = args;
  const paths = args.filter((arg) => arg === '-' || statusOf(arg) !== undefined);
  if (paths.length === 0 && (first === 'lint' || first.startsWith('-'))) paths.push(current);
  const hasFileName = args.some((arg) => arg.startsWith('--stdin-filename'));
  let bytes = 0;
  for (const path of paths) {
    if (path === '-') bytes += hasFileName ? 0 : MEDIUM_BYTES;
    else bytes += statusOf(path)?.isDirectory() === true ? bytesOfFolder(path) : bytesOfFile(path);
  }
  if (bytes >= LARGE_BYTES) return 'large';
  return bytes >= MEDIUM_BYTES ? 'medium' : 'small';
}

/** The bytes of the files in a folder; infinite if it has folders or many files. */
function bytesOfFolder(folder: string): number {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const shown = entries.filter(({ name }) => !name.startsWith('.'));
    if (shown.length >= LARGE_FOLDER || shown.some((entry) => entry.isDirectory())) {
      return Number.POSITIVE_INFINITY;
    }
    return shown.reduce((sum, { name }) => sum + bytesOfFile(join(folder, name)), 0);
  } catch {
    // The run itself reports that it cannot be read.
    return 0;
  }
}

function bytesOfFile(path: string): number {
  return BYTES_PER_FILE + (statusOf(path)?.size ?? 0);
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The path cannot be read, or the argument is not a path.
    return undefined;
  }
}
