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
  const { span } = place;
  const found = writtenWords(text, place)
    .map(({ indentation, ...word }) => ({
      span,
      indentation,
      ...fieldCompletions({ ...word, indentation }, text, place, context),
    }))
    .filter(({ items }) => items.length > 0);
  const written = text.text.slice(span.start, offset).toLowerCase();
  const begun = found.find(({ items }) =>
    items.some(({ label }) => label.toLowerCase().startsWith(written)),
  );
  return (
    begun ?? found[0] ?? completedExpression(text, offset, place, context) ?? { span, items: [] }
  );
}
