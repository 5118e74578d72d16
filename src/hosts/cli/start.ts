import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { CodeCache, cacheRoot } from './code-cache.ts';
import { DescriptorOutput } from './descriptor.ts';
import { inputSize, setOptionsFor } from './v8-options.ts';

/** The identity of the build that this file belongs to. A code cache must be from the same build. */
declare const BUILD_ID: string;
/** The names of the packs: the modules that the build puts the code into. */
declare const PACKS: readonly string[];
/** For each pack, the number of its first chunk. A chunk is a part of the code that is evaluated as one. */
declare const FIRST_CHUNKS: readonly number[];
/** The beginning of a pack as a module. An expression follows. */
declare const PACK_PREFIX: string;
declare const MAIN_CHUNK: number;
declare const COMMAND_NAMES: readonly string[];
/** The texts of `--version` and `--help`. */
declare const VERSION_TEXT: string;
declare const HELP_TEXT: string;
/**
 * True in the executable, which is a Node with the packs and code caches as assets. The file is then its main script.
 */
declare const IS_EXECUTABLE: boolean;

/** The type of the command's entry, `main.ts`. */
type Main = typeof import('./main.ts');

/** The chunks of a pack by their numbers, as functions that evaluate them and return their exports. */
type Chunks = Readonly<Record<number, () => object>>;
type Pack = (loadChunk: (chunk: number) => object, require: NodeJS.Require) => Chunks;

/** The command, and the size of its input. A code cache is for runs of one kind. */
let kindOfRun = '';
/** The cache. Undefined if caches are off, and until it is known that packs are loaded. */
let cache: CodeCache | undefined;
/** For each pack that is loaded, a function that returns the code that V8 has compiled. */
const compiled = new Map<string, () => Buffer>();
/** True if a pack had no cache, so that this run had to compile it. */
let hasNewPack = false;
const packs = new Map<number, Chunks>();
const exportsOf = new Map<number, object>();

/**
 * Loads the packs that a run needs, each together with the code that V8 compiled from it in an earlier run, which
 * saves most of the time of a start.
 */
function start(args: readonly string[]): void {
  const size = inputSize(args);
  if (args[0] === 'lsp') setOptionsFor('lsp');
  else if (size !== 'small') setOptionsFor('large');
  const root = cacheRoot(process.env, process.platform);
  // V8 rejects code that was compiled with other options. A cache for large input or for another command also has
  // functions that this run does not need, and reading them takes a tenth of a short run.
  const command = COMMAND_NAMES.find((known) => known === args[0]) ?? 'lint';
  kindOfRun = `${command}-${size}`;
  const name = `${BUILD_ID}-${process.version}-${process.arch}-${kindOfRun}`;
  cache = root === undefined ? undefined : new CodeCache(join(root, name), '.');
  const { main } = loadChunk(MAIN_CHUNK) as Main;
  main().then((isTypical) => {
    // Only after a run does V8 have the compiled functions that a run needs. A run with a pack that no run before had
    // needs other functions of the packs with a cache, too: so they are all written.
    if (isTypical && hasNewPack) cache?.write(compiled);
  });
}

/** The exports of a chunk, which is evaluated when it is first needed. */
function loadChunk(chunk: number): object {
  let exported = exportsOf.get(chunk);
  if (exported === undefined) {
    const pack = FIRST_CHUNKS.findLastIndex((first) => first <= chunk);
    let chunks = packs.get(pack);
    if (chunks === undefined) {
      chunks = loadPack(PACKS[pack] ?? '');
      packs.set(pack, chunks);
    }
    exported = chunks[chunk]?.() ?? {};
    exportsOf.set(chunk, exported);
  }
  return exported;
}

function loadPack(name: string): Chunks {
  const filename = join(__dirname, `${name}.js`);
  const cachedData = assetOf(`${kindOfRun}/${name}.cache`) ?? cache?.read(name);
  const file = assetOf(`${name}.js`) ?? readFileSync(filename);
  // Packs are ASCII; read as such, they take one byte a character.
  const text = file.toString('latin1', PACK_PREFIX.length);
  const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
  // V8 accepts only code that the same version of V8 has written with the same flags.
  if (cachedData === undefined || script.cachedDataRejected === true) hasNewPack = true;
  compiled.set(name, () => script.createCachedData());
  return (script.runInThisContext() as Pack)(loadChunk, require);
}

/** A file of the executable. Undefined if there is none of that name, or this is not the executable. */
function assetOf(name: string): Buffer | undefined {
  if (!IS_EXECUTABLE) return undefined;
  try {
    return Buffer.from(process.getBuiltinModule('node:sea').getRawAsset(name) as ArrayBuffer);
  } catch {
    // Only common kinds of runs have caches in the executable.
    return undefined;
  }
}

/** The text for a command line, if the build knows it. Showing it needs no pack. */
function textToShow([only, ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  if (only === '-V' || only === '--version') return VERSION_TEXT;
  return only === '-h' || only === '--help' ? HELP_TEXT : undefined;
}

const args = process.argv.slice(2);
const text = textToShow(args);
if (text === undefined) start(args);
else {
  // The command itself reports why the text could not be written.
  new DescriptorOutput(1).write(text, (error) => {
    if (error) start(args);
  });
}
