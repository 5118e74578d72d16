import type {
  AdmitResult,
  diff,
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

/** A message to the worker. */
export interface CheckRequest {
  readonly id: number;
  readonly input: PlaygroundInput;
}

/** The answer of the worker: the result, or the message of an exception. */
export type CheckAnswer = { readonly id: number } & (
  | { readonly result: Result }
  | { readonly problem: string }
);
