/**
 * The number of instructions above which matching a pattern counts. Matching takes the number of instructions times the
 * length of the text at most. Repetitions count, and Go allows 1,000 of each: only patterns that have many of them
 * become so large.
 */
const LARGE_PROGRAM = 10_000;

/** The most work of one run on patterns that large, as instructions times characters. It takes about ten seconds. */
const MOST_WORK = 3e8;

let left = MOST_WORK;

/** Thrown instead of matching a pattern that takes too much time. The server's result is then unknown. */
export class MatchingLimitExceeded {
  readonly exceeded = 'matching';
  readonly message = 'a pattern is so large that it takes too much time to match it';
}

/** Starts to count again, for another run. */
export function renewMatchingLimit(): void {
  left = MOST_WORK;
}

/**
 * Counts the work of matching a pattern before it is done.
 *
 * @param instructions of the compiled pattern
 * @param codeUnits the length of the text
 * @throws MatchingLimitExceeded
 */
export function countMatching(instructions: number, codeUnits: number): void {
  if (instructions <= LARGE_PROGRAM) return;
  const work = instructions * codeUnits;
  if (work > left) throw new MatchingLimitExceeded();
  left -= work;
}
