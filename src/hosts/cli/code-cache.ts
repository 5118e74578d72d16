import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';

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

/**
 * The code that V8 compiled, kept from run to run, in a folder of the user.
 *
 * V8 trusts its input: with one bit changed it crashes, hangs, or computes a wrong result. So each file has its data
 * twice, and both copies must be equal. The comparison takes 0.2 ms for half a megabyte, while loading the code for a
 * checksum takes 3.5 ms, a tenth of the start of Node.
 */
export class CodeCache {
  readonly #folder: string;

  /** @param folder of the caches of one build and one version of Node */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The data that was written under a name. Undefined if there is none, or if it is damaged. */
  read(name: string): Buffer | undefined {
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
      const isOurs = /^[0-9a-f]{16}-v\d/.test(name);
      if (isOurs && Date.now() - statSync(folder).mtimeMs > KEPT) {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.cache`);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user's cannot be signalled, but runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
