/** How many lines without changes are shown around a change. */
const CONTEXT = 3;

/** A line of a comparison: in both texts, or in one of them. */
interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  /** With its line break. */
  readonly text: string;
}

/**
 * The difference of two texts of a file, in the unified format, as `patch -p1` and `git apply` read it; empty if there is
 * none.
 *
 * @param path of the file
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const all = compareLines(linesOf(before), linesOf(after));
  const hunks = hunksOf(all).map(([from, to]) => hunkText(all, from, to));
  const [old, fixed] = path.startsWith('/') ? [path, path] : [`a/${path}`, `b/${path}`];
  return [`--- ${old}\n`, `+++ ${fixed}\n`, ...hunks].join('');
}

/** Lines end at LF, as for `patch`. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Finds the fewest lines to remove and add; what both texts begin and end with is not compared further. */
function compareLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ mark: ' ', text }));
  return [
    ...same(before.slice(0, head)),
    ...shortestEdits(
      before.slice(head, before.length - tail),
      after.slice(head, after.length - tail),
    ),
    ...same(before.slice(before.length - tail)),
  ];
}

/**
 * The shortest sequence of edits.
 *
 * Source: E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986.
 */
function shortestEdits(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const reached = new Map<number, number>([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  for (let edits = 0; ; edits++) {
    steps.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOn(reached, diagonal, edits);
      while (
        x < before.length &&
        x - diagonal < after.length &&
        before[x] === after[x - diagonal]
      ) {
        x++;
      }
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) {
        return traceBack(before, after, steps);
      }
    }
  }
}

/** How far a path gets on a diagonal by its next edit. */
function startOn(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return isAddition(reached, diagonal, edits)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

/** Whether a path comes to a diagonal by adding a line, not by removing one. */
function isAddition(
  reached: ReadonlyMap<number, number>,
  diagonal: number,
  edits: number,
): boolean {
  const added = reached.get(diagonal + 1) ?? -1;
  const removed = reached.get(diagonal - 1) ?? -1;
  return diagonal === -edits || (diagonal !== edits && removed < added);
}

function traceBack(
  before: readonly string[],
  after: readonly string[],
  steps: readonly ReadonlyMap<number, number>[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (const [edits, reached] of [...steps.entries()].reverse()) {
    const diagonal = x - y;
    const start = startOn(reached, diagonal, edits);
    while (x > start && y > start - diagonal) {
      lines.push({ mark: ' ', text: before[--x] ?? '' });
      y--;
    }
    if (edits === 0) break;
    if (isAddition(reached, diagonal, edits)) lines.push({ mark: '+', text: after[--y] ?? '' });
    else lines.push({ mark: '-', text: before[--x] ?? '' });
  }
  return lines.reverse();
}

/** The ranges of lines that are shown: changes with their context. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

function hunkText(all: readonly DiffLine[], from: number, to: number): string {
  const lines = all.slice(from, to);
  const range = (mark: '-' | '+') => {
    const isIn = (line: DiffLine) => line.mark === ' ' || line.mark === mark;
    const count = lines.filter(isIn).length;
    const first = all.slice(0, from).filter(isIn).length + (count === 0 ? 0 : 1);
    return `${mark}${first}${count === 1 ? '' : `,${count}`}`;
  };
  const body = lines.map(({ mark, text }) =>
    text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`,
  );
  return [`@@ ${range('-')} ${range('+')} @@\n`, ...body].join('');
}
