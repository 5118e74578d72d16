import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

export interface TemporaryFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Aborted before the folder is removed because the process is interrupted. */
  readonly interrupted: AbortSignal;
}

/** Uses a new folder, which is removed after that, and where the process is interrupted. */
export function useTemporaryFolder<T>(use: (folder: TemporaryFolder) => Promise<T>): Promise<T> {
  let path: string | undefined;
  const remove = () => {
    if (path !== undefined) rmSync(path, { recursive: true, force: true });
  };
  return untilInterrupted((interrupted) => {
    path = realpathSync(mkdtempSync(join(tmpdir(), 'kubeadmit-')));
    return use({ path, interrupted });
  }, remove);
}

/**
 * Does something that ends where the process is interrupted.
 *
 * @param work gets a signal that is aborted then
 * @param cleanUp called after that, and before the process ends
 */
export async function untilInterrupted<T>(
  work: (interrupted: AbortSignal) => Promise<T>,
  cleanUp: () => void = () => undefined,
): Promise<T> {
  const interruption = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    interruption.abort();
    cleanUp();
    stop();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work(interruption.signal);
  } finally {
    await pendingSignals();
    cleanUp();
    stop();
  }
}

/** Lets signals that have arrived be handled. */
export function pendingSignals(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
