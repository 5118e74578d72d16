import type { TextEdit } from '../result/text-edit.ts';
import type { Container, Entry } from './entries.ts';
import type { TextLines } from './text-lines.ts';

/** The position of a new pair: before or after a key, if the mapping has it. Otherwise at the end. */
export interface PairPlace {
  readonly before?: string;
  readonly after?: string;
}

export interface PairText {
  readonly text: string;
  /** True if all lines of the text after the first one get the indentation of the first one. */
  readonly isIndented: boolean;
}

/** The ways to insert a pair into a mapping, the best first. */
export function insertionsOf(
  mapping: Container,
  pair: PairText,
  { before, after }: PairPlace,
  lines: TextLines,
): readonly TextEdit[] {
  const { entries, isFlow, span } = mapping;
  const find = (key: string | undefined) =>
    key === undefined ? undefined : entries.find(({ segment }) => segment === key);
  if (isFlow && entries.length === 0) {
    return [{ ...span, text: `{ ${pair.text} }` }];
  }
  const previous = find(after) ?? (before === undefined ? entries.at(-1) : undefined);
  const next =
    find(before) ?? (previous === undefined ? entries[0] : entries[entries.indexOf(previous) + 1]);
  const write = isFlow ? flowInsertion : blockInsertion;
  return [
    ...(find(before) === undefined && previous !== undefined
      ? write(previous, 'after', pair, lines)
      : []),
    ...(next === undefined ? [] : write(next, 'before', pair, lines)),
    ...(entries[0] === undefined ? [] : write(entries[0], 'before', pair, lines)),
  ];
}

function flowInsertion(
  { start, end }: Entry,
  side: 'before' | 'after',
  { text }: PairText,
  lines: TextLines,
): readonly TextEdit[] {
  const separator = lines.isFirst(start) ? `,${lines.lineBreak}${lines.indentTo(start)}` : ', ';
  return side === 'before'
    ? [{ start, end: start, text: `${text}${separator}` }]
    : [{ start: end, end, text: `${separator}${text}` }];
}

function blockInsertion(
  { start, end }: Entry,
  side: 'before' | 'after',
  { text, isIndented }: PairText,
  lines: TextLines,
): readonly TextEdit[] {
  const { lineBreak } = lines;
  const indent = lines.indentTo(start);
  const own = isIndented ? text.split(lineBreak).map(indented(indent)).join(lineBreak) : text;
  if (side === 'before') return [{ start, end: start, text: `${own}${lineBreak}${indent}` }];
  const rest = lines.after(end).trimStart().replace(/^:/, '').trimStart();
  if (rest !== '' && !rest.startsWith('#')) return [];
  const at = lines.around(end).end;
  return [{ start: at, end: at, text: `${lineBreak}${indent}${own}` }];
}

/** Indents all lines but the first one and empty ones. */
function indented(indent: string) {
  return (line: string, index: number) => (index === 0 || line === '' ? line : `${indent}${line}`);
}
