import type {
  AdmitResult,
  CompletionList,
  Description,
  diff,
  EditorPlace,
  EvaluationResult,
  Finding,
  Report,
  upgrade,
} from 'kubeadmit/browser';
import type { PlaygroundInput } from '../share.ts';

/** The result of the playground for an input. */
export type Result =
  | { readonly pane: 'lint'; readonly report: Report }
  | {
      readonly pane: 'policy';
      readonly decisions: AdmitResult;
      /** The errors of policies and objects that the server does not accept. */
      readonly errors: readonly Finding[];
    }
  | { readonly pane: 'cel'; readonly evaluation: EvaluationResult }
  | { readonly pane: 'crd'; readonly diff: Awaited<ReturnType<typeof diff>> }
  | { readonly pane: 'upgrade'; readonly upgrade: Awaited<ReturnType<typeof upgrade>> };

/** A message to the worker: an input to check, or a place in it that the editor asks about. */
export type WorkerRequest = {
  readonly id: number;
  readonly input: PlaygroundInput;
} & (
  | { readonly ask: 'result' }
  | { readonly ask: 'description' | 'completions'; readonly place: EditorPlace }
);

/** The answers of the worker, by the question. */
export interface Answers {
  readonly result: Result;
  readonly description: Description | null;
  readonly completions: CompletionList;
}

/** An answer of the worker: a value, or the message of an exception. */
export type WorkerAnswer = { readonly id: number } & (
  | { readonly value: Answers[keyof Answers] }
  | { readonly problem: string }
);
