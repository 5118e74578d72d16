import { existsSync, type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The time without changes before the next run. Editors write a file in several steps. */
const QUIET_MILLISECONDS = 100;

/** The longest time before the next run if the changes do not end. */
const LONGEST_MILLISECONDS = 2000;

/** Files whose changes can concern a run. */
const WATCHED = /\.(?:ya?ml|json)$/;

/** Folders with too many files that are not manifests. */
const PASSED_OVER = new Set(['.git', 'node_modules']);

/** A folder and all folders below it, as absolute paths. Empty if it is not a folder. */
function foldersBelow(folder: string): readonly string[] {
  try {
    const below = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name),
    );
    return [folder, ...below.flatMap(({ name }) => foldersBelow(join(folder, name)))];
  } catch {
    return [];
  }
}

/**
 * The folders to watch for a path of the command line: those below it, or the nearest folder above it that exists, in
 * which it may appear.
 */
export function foldersAround(path: string): readonly string[] {
  const below = foldersBelow(path);
  if (below.length > 0) return below;
  let above = dirname(path);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  return [above];
}

/**
 * The identity of a folder: its number in the file system, which a new folder often takes over from a removed one, and
 * the time at which it was made. Undefined if the folder does not exist.
 */
function identityOf(folder: string): string | undefined {
  const status = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return status && `${status.ino} ${status.birthtimeNs}`;
}

/** The name of some manifest in a folder; undefined if there is none, or no folder any more. */
function manifestIn(folder: string): string | undefined {
  try {
    return readdirSync(folder).find((name) => WATCHED.test(name));
  } catch {
    return undefined;
  }
}

/** A run, and the folders of the files that it has read, as absolute paths. */
type WatchedRun = (changed: string | undefined) => Promise<readonly string[]>;

/**
 * Runs a function, and again whenever a file in the folders of its files changes, appears or disappears, until the
 * process is interrupted. Changes that occur together, and changes during a run, cause one run.
 *
 * @param onWaiting called after each run, when all later changes are noticed
 */
export async function runOnChanges(run: WatchedRun, onWaiting: () => void): Promise<void> {
  const interruption = new Interruption();
  const changes = new FolderChanges();
  try {
    let changed: string | undefined;
    while (!interruption.isOver) {
      changes.watch(await run(changed));
      onWaiting();
      changed = await Promise.race([changes.next(), interruption.over]);
    }
  } finally {
    changes.close();
    interruption.close();
  }
}

/** The end of the process, which is requested by its user (Ctrl-C) or another program. */
class Interruption {
  isOver = false;
  readonly over: Promise<undefined>;
  #finish: () => void = () => {};

  constructor() {
    this.over = new Promise((resolve) => {
      this.#finish = () => {
        this.isOver = true;
        resolve(undefined);
      };
    });
    for (const signal of SIGNALS) process.on(signal, this.#finish);
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#finish);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

class FolderChanges {
  readonly #watchers = new Map<string, FSWatcher>();
  /** The folders that were removed, and may be made again. */
  readonly #removed = new Set<string>();
  #firstChange: number | undefined;
  #changed: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #notify: (path: string) => void = () => {};

  /** Watches these folders, and no others. A folder that has disappeared is not watched. */
  watch(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      this.#open(folder);
      // Its files may have changed before it was watched again.
      if (this.#removed.delete(folder)) this.#note(join(folder, manifestIn(folder) ?? ''));
    }
  }

  #open(folder: string): void {
    try {
      const identity = identityOf(folder);
      const watcher = watch(folder, (event, name) => {
        const isRemoved = event === 'rename' && identityOf(folder) !== identity;
        if (isRemoved && name === basename(folder)) this.#closeRemoved(folder);
        else if (name === null || WATCHED.test(name)) this.#note(join(folder, name ?? ''));
        else this.#openNew(join(folder, name));
      });
      watcher.on('error', () => this.#watchers.delete(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#watchers.delete(folder);
    }
  }

  /** Ends the watching of a folder that has been removed, which it tells by its own name. */
  #closeRemoved(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#removed.add(folder);
    this.#note(folder);
  }

  /**
   * Watches a folder that has appeared. Its files count as new, because they may have appeared before it was watched.
   */
  #openNew(path: string): void {
    const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    // A symbolic link may lead out of the repository.
    if (!isFolder || PASSED_OVER.has(basename(path))) return;
    for (const folder of foldersBelow(path)) {
      if (this.#watchers.has(folder)) continue;
      this.#open(folder);
      const file = manifestIn(folder);
      if (file !== undefined) this.#note(join(folder, file));
    }
  }

  #note(path: string): void {
    this.#changed ??= path;
    this.#firstChange ??= Date.now();
    clearTimeout(this.#timer);
    const left = this.#firstChange + LONGEST_MILLISECONDS - Date.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#tell();
      },
      Math.min(QUIET_MILLISECONDS, Math.max(0, left)),
    );
  }

  #tell(): void {
    if (this.#changed !== undefined) this.#notify(this.#changed);
  }

  /** The first path that has changed since the last call. It waits until there are no changes for a short time. */
  async next(): Promise<string> {
    const path = await new Promise<string>((resolve) => {
      this.#notify = resolve;
      if (this.#timer === undefined) this.#tell();
    });
    this.#changed = undefined;
    this.#firstChange = undefined;
    return path;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}
