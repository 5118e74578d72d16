import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** How long nothing may change before the next run: editors write a file in several steps. */
const QUIET_MILLISECONDS = 100;

/** Files whose changes can concern a run. */
const WATCHED = /\.(?:ya?ml|json)$/;

/** A run, and the folders of the files that it has read, as absolute paths. */
export type WatchedRun = (changed: string | undefined) => Promise<readonly string[]>;

/**
 * Runs something, and again whenever a file in the folders of its files changes, appears or disappears, until the process
 * is interrupted. Changes that come together, and those during a run, cause one run.
 *
 * @param onWaiting called after each run, when no change is missed any more
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

/** The end of the process as its user asks for it (Ctrl-C), or another program. */
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

/** What changes in folders, one change at a time. */
class FolderChanges {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #notify: (path: string) => void = () => {};

  /** Watches these folders, and no others. One that has disappeared is left out. */
  watch(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || WATCHED.test(name)) this.#note(join(folder, name ?? ''));
      });
      watcher.on('error', () => this.#watchers.delete(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#watchers.delete(folder);
    }
  }

  #note(path: string): void {
    this.#changed ??= path;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, QUIET_MILLISECONDS);
  }

  #tell(): void {
    if (this.#changed !== undefined) this.#notify(this.#changed);
  }

  /** The first path that has changed since the last call, when nothing has changed for a moment. */
  async next(): Promise<string> {
    const path = await new Promise<string>((resolve) => {
      this.#notify = resolve;
      if (this.#timer === undefined) this.#tell();
    });
    this.#changed = undefined;
    return path;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }
}
