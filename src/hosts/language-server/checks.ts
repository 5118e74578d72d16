import { setImmediate } from 'node:timers/promises';
import type { FolderReport, Pause, Workspace } from './workspace.ts';

/** The milliseconds after which other work can happen. */
const SLICE = 20;

/** The number of files above which a folder is large. A large folder is checked only after a pause in typing. */
const LARGE = 100;

/** The pause in typing, in milliseconds. */
const DELAY = 200;

/** Checks workspaces after their texts have changed. */
export class Checks {
  readonly #onReport: (workspace: Workspace, report: FolderReport) => void;
  readonly #onError: (error: unknown) => void;
  /** The next work for each workspace. */
  readonly #timers = new Map<Workspace, NodeJS.Timeout>();
  #isStopped = false;

  constructor(
    onReport: (workspace: Workspace, report: FolderReport) => void,
    onError: (error: unknown) => void,
  ) {
    this.#onReport = onReport;
    this.#onError = onError;
  }

  /** Checks a workspace soon: at once if it is small, else after a pause in typing. */
  schedule(workspace: Workspace): void {
    this.#next(workspace, isLarge(workspace) ? DELAY : 0, () => this.now(workspace));
  }

  async now(workspace: Workspace): Promise<FolderReport> {
    const report = await workspace.check(this.pause());
    if (this.#isStopped) return report;
    this.#onReport(workspace, report);
    // The first request about a position does not wait for the index then, and the next key does not either.
    if (!this.#timers.has(workspace)) {
      this.#next(workspace, DELAY, () => workspace.prepareIndex(this.pause()));
    }
    return report;
  }

  /** Does some work for a workspace after a delay, instead of the work that has been planned for it. */
  #next(workspace: Workspace, delay: number, work: () => Promise<unknown>): void {
    clearTimeout(this.#timers.get(workspace));
    const timer = setTimeout(() => {
      this.#timers.delete(workspace);
      work().catch(this.#onError);
    }, delay);
    this.#timers.set(workspace, timer);
  }

  /** Lets other work happen, at most so often as `SLICE` says. */
  pause(): Pause {
    let last = performance.now();
    return async () => {
      if (performance.now() - last < SLICE) return;
      await setImmediate();
      last = performance.now();
    };
  }

  /** Reports nothing any more. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** Reports whether a check of a folder takes too long to wait for it after each key. */
export function isLarge({ sources }: Workspace): boolean {
  return sources.length > LARGE;
}
