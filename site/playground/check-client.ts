import type { EditorPlace } from 'kubeadmit/browser';
import type { PlaygroundInput } from '../share.ts';
import type { Answers, Result, WorkerAnswer, WorkerRequest } from './check.ts';

type Outcome = { readonly value: Answers[keyof Answers] } | { readonly problem: string };

/** Asks the worker. Inputs are checked one at a time: of those that arrive meanwhile, only the last one is checked. */
export class CheckClient {
  readonly #worker: Worker;
  readonly #onResult: (outcome: { readonly result: Result } | { readonly problem: string }) => void;
  readonly #open = new Map<number, (outcome: Outcome) => void>();
  #id = 0;
  #isBusy = false;
  #next: PlaygroundInput | undefined;

  /** @param onResult called with the results of inputs that no newer input has replaced */
  constructor(
    onResult: (outcome: { readonly result: Result } | { readonly problem: string }) => void,
  ) {
    this.#onResult = onResult;
    this.#worker = new Worker(workerUrl(), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      this.#open.get(data.id)?.(data);
      this.#open.delete(data.id);
    });
    this.#worker.addEventListener('error', () =>
      this.#onResult({ problem: 'the checker could not be loaded' }),
    );
  }

  /** Checks an input; the result of an earlier one is not reported any more. */
  async check(input: PlaygroundInput): Promise<void> {
    this.#next = input;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#next !== undefined) {
      const outcome = await this.#ask({ ask: 'result', input: this.#take(this.#next) });
      if (this.#next !== undefined) continue;
      this.#onResult('problem' in outcome ? outcome : { result: outcome.value as Result });
    }
    this.#isBusy = false;
  }

  #take(input: PlaygroundInput): PlaygroundInput {
    this.#next = undefined;
    return input;
  }

  /** Asks about a place of an input. Undefined if there is no answer. */
  async askAt<Question extends 'description' | 'completions'>(
    ask: Question,
    input: PlaygroundInput,
    place: EditorPlace,
  ): Promise<Answers[Question] | undefined> {
    const outcome = await this.#ask({ ask, input, place });
    return 'problem' in outcome ? undefined : (outcome.value as Answers[Question]);
  }

  #ask(question: DistributiveOmit<WorkerRequest, 'id'>): Promise<Outcome> {
    const id = this.#id++;
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      const request: WorkerRequest = { id, ...question };
      this.#worker.postMessage(request);
    });
  }
}

type DistributiveOmit<T, Key extends keyof T> = T extends unknown ? Omit<T, Key> : never;

/**
 * The URL of a script that imports the worker. A worker from such a URL has the Content-Security-Policy of the page.
 */
function workerUrl(): string {
  const script = `import ${JSON.stringify(new URL('worker.js', document.baseURI).href)};`;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
