import type { ServiceContext } from '../service-context.ts';
import type { OpenText } from '../text/open-text.ts';
import { isInSeparator, wordAt, writtenWords } from '../text/written-words.ts';
import type { Completions } from './completion-item.ts';
import { completedExpression, expressionCompletions } from './expression-completion.ts';
import { fieldCompletions } from './field-completion.ts';

/** The names, fields and values that can be written around an offset. */
export function completionsAt(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): Completions {
  const expression = expressionCompletions(text, offset, context);
  if (expression !== undefined) return expression;
  const place = wordAt(text, offset);
  if (isInSeparator(text, offset)) return { span: { start: offset, end: offset }, items: [] };
  for (const word of writtenWords(text, place)) {
    const found = fieldCompletions(word, text, place, context);
    if (found.items.length > 0) return { span: place.span, surplus: word.surplus, ...found };
  }
  const completed = completedExpression(text, offset, place, context);
  return completed ?? { span: place.span, items: [] };
}
