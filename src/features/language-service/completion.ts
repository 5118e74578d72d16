import type { Span } from '../../yaml/index.ts';
import { completedExpression, expressionCompletions } from './expression-completion.ts';
import { fieldCompletions } from './field-completion.ts';
import type { ServiceContext } from './hover.ts';
import type { OpenText } from './open-text.ts';
import { wordAt, writtenWords } from './written-words.ts';

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

/** The names, fields and values that can be written around an offset. */
export function completionsAt(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): Completions {
  const expression = expressionCompletions(text, offset, context);
  if (expression !== undefined) return expression;
  const place = wordAt(text, offset);
  for (const word of writtenWords(text, place)) {
    const found = fieldCompletions(word, text, place, context);
    if (found.items.length > 0) return { span: place.span, surplus: word.surplus, ...found };
  }
  const completed = completedExpression(text, offset, place, context);
  return completed ?? { span: place.span, items: [] };
}
