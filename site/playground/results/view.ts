import type { Finding } from 'kubeadmit/browser';
import type { Place } from '../editor.ts';

/** A place in a file of the playground. */
export interface FilePlace extends Place {
  readonly file: string;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A fix that the user can choose. */
export interface ChosenFix {
  readonly file: string;
  readonly edits: NonNullable<Finding['fix']>['choices'][number]['edits'];
}

/** The actions of a result. */
export interface ResultActions {
  /** Shows a place in the editor. */
  goTo(place: FilePlace): void;
  /** Applies a fix to its file. */
  apply(fix: ChosenFix): void;
}

/** A result as the page shows it. */
export interface ResultView {
  /** One sentence. */
  readonly status: string;
  readonly content: readonly HTMLElement[];
  /** The findings that the editor marks. */
  readonly findings: readonly Finding[];
}
