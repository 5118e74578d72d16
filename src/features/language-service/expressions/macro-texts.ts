import type { Macro } from '../../../cel/parse/macros.ts';

/** The ways to write a macro, by its number of arguments, and a text about its value. */
interface MacroText {
  readonly usages: Readonly<Record<number, string>>;
  readonly text: string;
}

/** The macros of expressions. They have no signature, because they declare variables. */
const TEXTS: ReadonlyMap<string, MacroText> = new Map(
  Object.entries<MacroText>({
    bind: {
      usages: { 3: 'cel.bind(variable, value, result)' },
      text: 'The result, in which the variable has the value.',
    },
    has: { usages: { 1: 'has(object.field)' }, text: 'True if the field is set.' },
    all: {
      usages: { 2: 'items.all(item, condition)', 3: 'items.all(index, item, condition)' },
      text: 'True if the condition holds for all items of a list, or all keys of a map.',
    },
    exists: {
      usages: { 2: 'items.exists(item, condition)', 3: 'items.exists(index, item, condition)' },
      text: 'True if the condition holds for an item of a list, or a key of a map.',
    },
    exists_one: exactlyOne('exists_one'),
    existsOne: exactlyOne('existsOne'),
    filter: {
      usages: { 2: 'items.filter(item, condition)' },
      text: 'The items of a list, or the keys of a map, for which the condition holds.',
    },
    map: {
      usages: { 2: 'items.map(item, value)', 3: 'items.map(item, condition, value)' },
      text: 'A list of the values for the items of a list, or for the keys of a map.',
    },
    sortBy: {
      usages: { 2: 'items.sortBy(item, key)' },
      text: 'The list, in the order of the keys of its items.',
    },
    optMap: {
      usages: { 2: 'optional.optMap(value, result)' },
      text: 'An optional with the result for the value; empty if there is no value.',
    },
    optFlatMap: {
      usages: { 2: 'optional.optFlatMap(value, result)' },
      text: 'The result for the value, which is an optional itself; empty if there is no value.',
    },
    transformList: {
      usages: {
        3: 'items.transformList(index, item, value)',
        4: 'items.transformList(index, item, condition, value)',
      },
      text: 'A list of the values for the items of a list, or for the entries of a map.',
    },
    transformMap: {
      usages: {
        3: 'items.transformMap(key, item, value)',
        4: 'items.transformMap(key, item, condition, value)',
      },
      text: 'A map with the same keys and new values. The keys of a list are its indices.',
    },
    transformMapEntry: {
      usages: {
        3: 'items.transformMapEntry(key, item, entry)',
        4: 'items.transformMapEntry(key, item, condition, entry)',
      },
      text: 'A map of the entries, such as `{key: value}`, for the items of a list or a map.',
    },
  }),
);

/** The ways to write macros with one name, such as `items.all(item, condition)`; the shortest first. */
export function macroUsages(macros: readonly Macro[]): readonly string[] {
  const usages = macros.flatMap(({ name, argCount }) => TEXTS.get(name)?.usages[argCount] ?? []);
  return [...new Set(usages)].sort((a, b) => a.length - b.length);
}

/** The description of a macro as Markdown, from all macros with its name. */
export function macroDescription(macros: readonly Macro[]): string {
  const usages = macroUsages(macros).map((usage) => `\`${usage}\``);
  return [...usages, TEXTS.get(macros[0]?.name ?? '')?.text ?? ''].join('\n\n');
}

function exactlyOne(name: string): MacroText {
  return {
    usages: { 2: `items.${name}(item, condition)`, 3: `items.${name}(index, item, condition)` },
    text: 'True if the condition holds for exactly one item of a list, or key of a map.',
  };
}
