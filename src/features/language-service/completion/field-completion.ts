import { lineStart } from '../../../yaml/index.ts';
import { describe } from '../hover.ts';
import { shapeOfObject } from '../object-shape.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Shape, shapeAt } from '../shape.ts';
import type { OpenText } from '../text/open-text.ts';
import type { WordPlace, WrittenWord } from '../text/written-words.ts';
import type { Completion, Completions } from './completion-item.ts';
import { exampleCompletions } from './example-completion.ts';
import { isLabelMapping, labelKeys, valueCompletions } from './value-completion.ts';

/** The completions of a word, without its place. */
type WordCompletions = Pick<Completions, 'items' | 'isIncomplete'>;

/** The fields or values that a word may become. */
export function fieldCompletions(
  word: WrittenWord,
  text: OpenText,
  place: WordPlace,
  context: ServiceContext,
): WordCompletions {
  const { object, field, side, siblings, isInFlow } = word;
  const isEntry = !place.isFollowed || (side === 'key' && isInFlow);
  if (side === 'text' || !isEntry) return { items: [] };
  const root = shapeOfObject(object, context);
  if (side === 'value') return { items: valueCompletions(word, root, place, context) };
  const write = writerOf(word, text, place);
  const parent = shapeAt(root, field);
  if (parent === undefined) return { items: [] };
  const fields = parent.fields().filter((name) => !siblings.includes(name));
  const items = fields.flatMap((name) => {
    const shape = parent.below(name);
    return shape === undefined ? [] : [fieldItem(name, write(name, shape.form), shape)];
  });
  const isNew = field.length === 0 && siblings.length === 0 && context.fileShape === undefined;
  if (isNew && !place.isJson && !place.hasColon) {
    const indent = indentOf(word, text, place);
    const examples = exampleCompletions(text, place.span, indent, context);
    return { ...examples, items: [...items, ...examples.items] };
  }
  if (items.length > 0) return { items };
  const labels = isLabelMapping(field)
    ? labelKeys(word, context).filter((name) => !siblings.includes(name))
    : [];
  return { items: labels.map((name) => item(name, write(name, 'scalar'), 'label')) };
}

function item(name: string, insert: string, detail: string): Completion {
  return { label: name, kind: 'field', detail, insert, isFirst: false, description: undefined };
}

function fieldItem(name: string, insert: string, shape: Shape): Completion {
  return {
    ...item(name, insert, `${shape.type}${shape.isRequired ? ' (required)' : ''}`),
    isFirst: shape.isRequired,
    description: () => describe(name, shape).join('\n\n'),
  };
}

/** The spaces before a field that is written in the place of a word. */
function indentOf(
  { indentation }: WrittenWord,
  { text }: OpenText,
  { span: { start }, gap }: WordPlace,
): string {
  const column = start - lineStart(text, start) + gap.length;
  const moved = indentation && indentation.text.length - (indentation.end - indentation.start);
  return ' '.repeat(column + (moved ?? 0));
}

/** Writes a field in the place of a word: its name, and what leads to its value. */
function writerOf(
  word: WrittenWord,
  text: OpenText,
  place: WordPlace,
): (name: string, form: Shape['form']) => string {
  const { quote, gap, hasColon, isJson } = place;
  // The text after a name in quotes belongs after its closing quote, which an edit of the name does not reach.
  if (hasColon || quote !== '') return (name) => name;
  if (word.isInFlow) return (name) => `${gap}${isJson ? JSON.stringify(name) : name}: `;
  const indent = indentOf(word, text, place);
  const after = { mapping: `:\n${indent}  `, list: `:\n${indent}  - `, scalar: ': ' };
  return (name, form) => gap + name + after[form];
}
