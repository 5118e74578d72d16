import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** What identifies the bundle that this file was built with; its code cache must be of the same. */
declare const BUNDLE_ID: string;

/** The type of the bundle's entry, `main.ts`. */
type Main = typeof import('./main.ts');

type Factory = (exports: object, require: NodeJS.Require, module: { exports: object }) => void;

const bundle = join(__dirname, 'kubeadmit.cjs');
/** V8 reads only what the same V8 has written, so each version of Node has its own. */
const cache = join(__dirname, `${BUNDLE_ID}-${process.version}-${process.arch}.cache`);

/**
 * Loads the bundle together with the code that V8 compiled from it in an earlier run, which saves
 * half of the time of a start. The package comes with that of the Node it was built with; for another
 * the first run makes it, if it may write there. Nothing depends on it.
 */
function start(): void {
  const cachedData = readCache();
  // The bundle is ASCII; read as such, it takes one byte a character.
  const text = readFileSync(bundle, 'latin1');
  const script = new Script(text, { filename: bundle, ...(cachedData && { cachedData }) });
  const module: { exports: object } = { exports: {} };
  // The build wraps the bundle, a CommonJS module, in a function as Node would.
  (script.runInThisContext() as Factory)(module.exports, require, module);
  const { main } = module.exports as Main;
  main().then((isTypical) => {
    if (cachedData === undefined && isTypical) writeCache(script);
  });
}

function readCache(): Buffer | undefined {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

/** Only after a run does V8 have the compiled functions that a run needs. */
function writeCache(script: Script): void {
  const unfinished = `${cache}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData(), { flag: 'wx' });
    renameSync(unfinished, cache);
  } catch {
    // A package that cannot be written to starts more slowly.
  }
}

start();
