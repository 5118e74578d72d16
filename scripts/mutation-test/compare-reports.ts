import { Worker } from 'node:worker_threads';
import type { WorkerAnswer } from './reports-worker.ts';

/** The processor time that one input may need before the mutation counts as noticed, in microseconds. */
const LONGEST = 4_000_000;
/** A worker that uses more memory is noticed too, in megabytes. */
const MOST_MEMORY = 1500;

/**
 * Tries mutations that have a switch on the examples and the conformance cases.
 *
 * @param bundle the file of the worker
 * @param onAnswer called for each mutation, in the order of `ids`
 */
export async function compareReports(
  bundle: string,
  ids: readonly number[],
  onAnswer: (id: number, isNoticed: boolean) => void,
): Promise<void> {
  let left = ids;
  while (left.length > 0) {
    const answered = await runWorker(bundle, left, onAnswer);
    left = left.slice(answered);
  }
}

/** Runs a worker until it ends, hangs or crashes. Returns how many mutations are done. */
function runWorker(
  bundle: string,
  ids: readonly number[],
  onAnswer: (id: number, isNoticed: boolean) => void,
): Promise<number> {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  progress[0] = -1;
  const worker = new Worker(bundle, {
    workerData: { ids, progress },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  let answered = 0;
  let last = -1;
  let isTerminated = false;
  let since = process.cpuUsage();
  const timer = setInterval(() => {
    const now = progress[1] ?? 0;
    const { user } = process.cpuUsage(since);
    if (now !== last) {
      last = now;
      since = process.cpuUsage();
    } else if (progress[0] !== -1 && user > LONGEST && !isTerminated) {
      isTerminated = true;
      void worker.terminate();
    }
  }, 1000);
  worker.on('message', ({ id, isNoticed }: WorkerAnswer) => {
    answered++;
    onAnswer(id, isNoticed);
  });
  return new Promise((done, fail) => {
    let failure: unknown;
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      clearInterval(timer);
      const current = ids[answered];
      const isStarted = progress[0] !== -1;
      if (!isStarted) {
        fail(failure ?? new Error('the worker does not start'));
        return;
      }
      // It hangs, or has crashed, in a mutation without an answer.
      if (current !== undefined && progress[0] === current) {
        onAnswer(current, true);
        answered++;
      }
      done(answered);
    });
  });
}
