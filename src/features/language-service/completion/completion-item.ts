import type { TextEdit } from '../../../result/text-edit.ts';
import type { Span } from '../../../yaml/index.ts';

/** A text that an editor can write in the place of a word. */
export interface Completion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'reference' | 'file' | 'variable' | 'function' | 'object';
  /** One line that describes the text. */
  readonly detail: string;
  /** The text to write. */
  readonly insert: string;
  /** A text with a part that its author fills in, for editors that move the cursor there. */
  readonly form?: CompletionForm | undefined;
  /** True if the text has to be written. */
  readonly isFirst: boolean;
  /** Makes its description, as Markdown; undefined if there is none. */
  readonly description: (() => string) | undefined;
}

export interface CompletionForm {
  readonly text: string;
  /** The part of the text that is filled in; empty if nothing is there yet. */
  readonly blank: Span;
}

export interface Completions {
  /** The word that they replace. */
  readonly span: Span;
  readonly items: readonly Completion[];
  /** The change of the spaces at the beginning of the line that each of them needs. */
  readonly indentation?: TextEdit | undefined;
  /** True if there are others that fit when more of the word is written. */
  readonly isIncomplete?: boolean;
}
