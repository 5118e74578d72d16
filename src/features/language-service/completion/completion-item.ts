import type { Span } from '../../../yaml/index.ts';

/** A text that an editor can write in the place of a word. */
export interface Completion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'reference' | 'variable' | 'function' | 'object';
  /** One line that describes the text. */
  readonly detail: string;
  /** The text to write. */
  readonly insert: string;
  /** True if the text has to be written. */
  readonly isFirst: boolean;
  /** Makes its description, as Markdown; undefined if there is none. */
  readonly description: (() => string) | undefined;
}

export interface Completions {
  /** The word that they replace. */
  readonly span: Span;
  readonly items: readonly Completion[];
  /** A part of the text that is deleted with each of them: spaces that are too many. */
  readonly surplus?: Span | undefined;
  /** True if there are others that fit when more of the word is written. */
  readonly isIncomplete?: boolean;
}
