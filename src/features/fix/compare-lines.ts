import { firstIndex } from '../../base/bisect.ts';

/** A line of a comparison: in both texts, or in one of them. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  /** The text with its line break. */
  readonly text: string;
}

/**
 * Finds the lines to remove and add: the fewest ones, unless there are very many. The common beginning and end of both
 * texts are not compared further.
 */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
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
  const changed = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ] as const;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ mark: ' ', text }));
  return [
    ...same(before.slice(0, head)),
    ...(shortestEdits(...changed, MOST_EDITS) ?? compareAroundAnchors(...changed)),
    ...same(before.slice(before.length - tail)),
  ];
}

/** The time and memory for the shortest sequence of edits grow with the square of their number. */
const MOST_EDITS = 500;

/** Compares the lines between those that occur once in both texts and in the same order. */
function compareAroundAnchors(
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [fromBefore, fromAfter] = [0, 0];
  const anchors = [...anchorsOf(before, after), [before.length, after.length] as const];
  for (const [toBefore, toAfter] of anchors) {
    const parts = [before.slice(fromBefore, toBefore), after.slice(fromAfter, toAfter)] as const;
    const compared = shortestEdits(...parts, MOST_EDITS) ?? replacement(...parts);
    for (const line of compared) lines.push(line);
    const text = before[toBefore];
    if (text !== undefined) lines.push({ mark: ' ', text });
    [fromBefore, fromAfter] = [toBefore + 1, toAfter + 1];
  }
  return lines;
}

function replacement(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  return [
    ...before.map((text): DiffLine => ({ mark: '-', text })),
    ...after.map((text): DiffLine => ({ mark: '+', text })),
  ];
}

/** The positions of as many lines as possible that occur once in both texts, in an order that both have. */
function anchorsOf(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [before: number, after: number])[] {
  const inAfter = positionsOfUnique(after);
  const common = [...positionsOfUnique(before)].flatMap(([text, position]) => {
    const other = inAfter.get(text);
    return other === undefined ? [] : [[position, other] as const];
  });
  return longestIncreasing(common);
}

function positionsOfUnique(lines: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [position, text] of lines.entries()) {
    if (positions.has(text)) repeated.add(text);
    else positions.set(text, position);
  }
  for (const text of repeated) positions.delete(text);
  return positions;
}

interface Chain {
  readonly pair: readonly [before: number, after: number];
  readonly earlier: Chain | undefined;
}

/** The longest sequence of pairs whose second numbers increase, by patience sorting. */
function longestIncreasing(
  pairs: readonly (readonly [before: number, after: number])[],
): readonly (readonly [before: number, after: number])[] {
  /** For each length, the chain with the smallest last number. */
  const chains: Chain[] = [];
  for (const pair of pairs) {
    const index = firstIndex(chains, (chain) => chain.pair[1] >= pair[1]);
    chains[index] = { pair, earlier: chains[index - 1] };
  }
  const longest: (readonly [number, number])[] = [];
  for (let chain = chains.at(-1); chain !== undefined; chain = chain.earlier) {
    longest.push(chain.pair);
  }
  return longest.reverse();
}

/**
 * The shortest sequence of edits; undefined if there are more than some number.
 *
 * Source: E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986.
 */
function shortestEdits(
  before: readonly string[],
  after: readonly string[],
  most: number,
): readonly DiffLine[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  for (let edits = 0; edits <= most; edits++) {
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
  return undefined;
}

/** The position that a path reaches on a diagonal by its next edit. */
function startOn(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return isAddition(reached, diagonal, edits)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

/** Reports whether a path reaches a diagonal by adding a line, not by removing one. */
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
