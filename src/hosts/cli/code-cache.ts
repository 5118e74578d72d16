import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from '../node/disk/within.ts';
import { isRunning } from '../node/programs/is-running.ts';

/** The names of the folders of caches, one for each build, version of Node, command and size of input. */
const CACHE_NAME = /^[0-9a-f]{16}-v\d/;

/** The time for which the caches of other builds are kept, in milliseconds. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/**
 * The folder for the caches of all versions. Undefined if caches are off or there is no place for them.
 * `KUBEADMIT_CACHE_DIR` names it, and turns caches off if it is empty. Otherwise it is in the cache folder of the user.
 *
 * Source: https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function cacheRoot(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  const { KUBEADMIT_CACHE_DIR: chosen, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home } = env;
  if (chosen !== undefined) return chosen === '' ? undefined : chosen;
  // A relative path must be ignored. It could be a folder of a repository that somebody else owns.
  const [xdgFolder, homeFolder] = [xdg, home].map((path = '') =>
    isAbsolute(path) ? path : undefined,
  );
  const user =
    platform === 'win32' ? local : (xdgFolder ?? (homeFolder && join(homeFolder, '.cache')));
  return user === undefined || user === '' ? undefined : join(user, 'kubeadmit');
}

/** The folders with caches in the folder for the caches of all versions. */
export function cacheFolders(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => CACHE_NAME.test(name))
    .map((name) => join(root, name));
}

/**
 * Reports whether only this user and root can have written the code in a folder. The code is executed. So the folder
 * must belong to one of them, and no other user may be able to write to it or to replace it. It must not come with the
 * manifests either, so it is neither in a git repository nor in the working folder, nor does a link in one of these
 * lead to it.
 *
 * @param folder an absolute path; if it does not exist, the answer is for the folder that a run would make
 * @param cwd the working folder
 */
export function isPrivateFolder(folder: string, cwd: string): boolean {
  try {
    const present = nearestPresent(folder);
    const real = realpathSync.native(present);
    const working = realpathSync.native(cwd);
    const paths = [real, folder];
    if (working !== dirname(working) && paths.some((path) => isWithin(path, working))) return false;
    if (paths.flatMap(foldersFrom).some((at) => existsSync(join(at, '.git')))) return false;
    return foldersFrom(real).every((at) =>
      isWrittenByUserOnly(at, at === real && present === folder),
    );
  } catch {
    return false;
  }
}

/** A folder and those around it. */
function foldersFrom(folder: string): readonly string[] {
  const around = dirname(folder);
  return around === folder ? [folder] : [folder, ...foldersFrom(around)];
}

function nearestPresent(folder: string): string {
  let at = folder;
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined && at !== dirname(at)) {
    at = dirname(at);
  }
  return at;
}

const STICKY = 0o1000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

/**
 * Reports whether other users can neither write to a folder nor replace it.
 *
 * @param isItself true for the folder of the caches; a folder above it may be one such as /tmp, in which users cannot
 * replace the files of each other
 */
function isWrittenByUserOnly(folder: string, isItself: boolean): boolean {
  // Windows has none; what is in its folder for caches is private.
  const user = process.getuid?.();
  if (user === undefined) return true;
  const { uid, gid, mode } = lstatSync(folder);
  if (uid !== user && uid !== 0) return false;
  // Many systems have a group for each user, with the number of the user, and let it write.
  const groupWrites = (mode & GROUP_WRITES) !== 0 && (gid !== user || user === 0);
  const isShared = groupWrites || (mode & OTHERS_WRITE) !== 0;
  return !isShared || (!isItself && (mode & STICKY) !== 0);
}

/**
 * The code that V8 compiled, kept from run to run, in a folder of the user's.
 *
 * V8 trusts its input: with one bit changed it crashes, hangs, or computes a wrong result. So each file has its data
 * twice, and both copies must be equal. The comparison takes 0.2 ms for half a megabyte, while loading the code for a
 * checksum takes 3.5 ms, a tenth of the start of Node.
 */
export class CodeCache {
  readonly #folder: string;
  readonly #isPrivate: boolean;

  /**
   * @param folder of the caches of one build and one version of Node
   * @param cwd the working folder
   */
  constructor(folder: string, cwd: string) {
    this.#folder = folder;
    this.#isPrivate = isPrivateFolder(resolve(folder), cwd);
  }

  /**
   * The data that was written under a name. Undefined if there is none, it is damaged, or others may have written it.
   */
  read(name: string): Buffer | undefined {
    if (!this.#isPrivate) return undefined;
    try {
      const file = readFileSync(this.#pathOf(name));
      const half = file.length / 2;
      if (half === 0 || !Number.isInteger(half)) return undefined;
      const data = file.subarray(0, half);
      return data.equals(file.subarray(half)) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes the code that was compiled in this run. If that is not possible, the next run starts more slowly. */
  write(compiled: ReadonlyMap<string, () => Buffer>): void {
    if (!this.#isPrivate) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#removeLeftovers();
      for (const [name, data] of compiled) this.#writeFile(name, data());
    } catch {
      // A folder that cannot be written to, or a full disk.
    }
  }

  #writeFile(name: string, data: Buffer): void {
    const unfinished = `${this.#pathOf(name)}.${process.pid}`;
    try {
      const file = openSync(unfinished, 'wx', 0o600);
      try {
        for (const copy of [data, data]) {
          let written = 0;
          while (written < copy.length) written += writeSync(file, copy, written);
        }
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.#pathOf(name));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /**
   * Removes unfinished files of processes that were killed, and the caches of builds that have not run for a long time.
   */
  #removeLeftovers(): void {
    for (const name of readdirSync(this.#folder)) {
      const pid = /\.cache\.(\d+)$/.exec(name)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) {
        rmSync(join(this.#folder, name), { force: true });
      }
    }
    const root = join(this.#folder, '..');
    for (const name of readdirSync(root)) {
      const folder = join(root, name);
      const isOurs = CACHE_NAME.test(name);
      if (isOurs && Date.now() - statSync(folder).mtimeMs > KEPT) {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.cache`);
  }
}
