import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** What identifies the build that this file is of; a code cache must be of the same. */
declare const BUILD_ID: string;
/** The names of the packs: the scripts that the build puts the command into. */
declare const PACKS: readonly string[];
/** For each chunk, a part of the command that is evaluated as one, the index of its pack. */
declare const PACK_OF_CHUNK: readonly number[];
declare const MAIN_CHUNK: number;

/** The type of the command's entry, `main.ts`. */
type Main = typeof import('./main.ts');

/** The chunks of a pack by their numbers, as functions that evaluate them and return what they export. */
type Chunks = Readonly<Record<number, () => object>>;
type Pack = (loadChunk: (chunk: number) => object, require: NodeJS.Require) => Chunks;

/** Scripts that were compiled without a code cache, by the path that theirs belongs at. */
const uncached = new Map<string, Script>();
const packs = new Map<number, Chunks>();
const exportsOf = new Map<number, object>();

/**
 * Loads the packs that a run needs, each together with the code that V8 compiled from it in an earlier run, which
 * saves most of the time of a start. The package comes with that of the Node it was built with; for another
 * the first run makes it, if it may write there. Nothing depends on it.
 */
function start(): void {
  const { main } = loadChunk(MAIN_CHUNK) as Main;
  main().then((isTypical) => {
    if (isTypical) for (const [path, script] of uncached) writeCache(path, script);
  });
}

/** What a chunk exports; it is evaluated when it is first asked for. */
function loadChunk(chunk: number): object {
  let exported = exportsOf.get(chunk);
  if (exported === undefined) {
    const pack = PACK_OF_CHUNK[chunk] ?? 0;
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
  // V8 reads only what the same V8 has written, so each version of Node has its own.
  const cache = join(__dirname, `${name}-${BUILD_ID}-${process.version}-${process.arch}.cache`);
  const cachedData = readCache(cache);
  // Packs are ASCII; read as such, they take one byte a character.
  const text = readFileSync(filename, 'latin1');
  const script = new Script(text, { filename, ...(cachedData && { cachedData }) });
  if (cachedData === undefined) uncached.set(cache, script);
  return (script.runInThisContext() as Pack)(loadChunk, require);
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Only after a run does V8 have the compiled functions that a run needs. */
function writeCache(path: string, script: Script): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData(), { flag: 'wx' });
    renameSync(unfinished, path);
  } catch {
    // A package that cannot be written to starts more slowly.
  }
}

start();
