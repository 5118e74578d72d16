import { compareUnits } from '../../src/base/compare.ts';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';

/** An answer, with what was asked, and the minors that give it. */
type Kept<A> = A & { readonly minors: readonly Minor[] };

/**
 * Replaces the answers of some minors in a file of answers. Those of other minors are kept, so that the servers of
 * these need not be asked.
 *
 * @param kept the answers of the file
 * @param asked the minors that have been asked
 * @param answers the answers of these minors
 * @param orderOf the key that lines are sorted by; lines with the same key are in the order of their minors
 */
export function renewedAnswers<A extends object>(
  kept: readonly Kept<A>[],
  asked: readonly Minor[],
  answers: readonly (readonly [Minor, A])[],
  orderOf: (answer: A) => string,
): readonly Kept<A>[] {
  const minorsOf = new Map<string, Minor[]>();
  const known = new Map<string, A>();
  const add = (answer: A, minor: Minor) => {
    const key = JSON.stringify(answer);
    known.set(key, answer);
    minorsOf.set(key, [...(minorsOf.get(key) ?? []), minor]);
  };
  for (const { minors, ...answer } of kept) {
    // Without `minors` it is an answer again, which TypeScript cannot show of a generic type.
    for (const minor of minors) if (!asked.includes(minor)) add(answer as unknown as A, minor);
  }
  for (const [minor, answer] of answers) add(answer, minor);
  return [...known]
    .map(([key, answer]) => ({ ...answer, minors: inOrder(minorsOf.get(key) ?? []) }))
    .sort((a, b) => compareUnits(orderOf(a), orderOf(b)) || firstIndex(a) - firstIndex(b));
}

function inOrder(minors: readonly Minor[]): readonly Minor[] {
  return MINORS.filter((minor) => minors.includes(minor));
}

function firstIndex({ minors: [first] }: { readonly minors: readonly Minor[] }): number {
  return first === undefined ? -1 : MINORS.indexOf(first);
}

/**
 * The minors that a file is about: those that it has answers of, and newer ones. Others are
 * left out on purpose, such as minors without the functions in its questions. A new file has those of all minors.
 */
export function minorsOfFile(
  minors: readonly Minor[],
  answered: ReadonlySet<Minor>,
): readonly Minor[] {
  const last = MINORS.findLastIndex((minor) => answered.has(minor));
  return minors.filter(
    (minor) => last === -1 || answered.has(minor) || MINORS.indexOf(minor) > last,
  );
}

/**
 * The arguments of a script that asks API servers: the folder of their programs, and the minors to ask, all if none is
 * given.
 */
export function serverArguments(script: string): {
  readonly oracles: string;
  readonly minors: readonly Minor[];
} {
  const [oracles, ...names] = process.argv.slice(2);
  const minors = MINORS.filter((minor) => names.length === 0 || names.includes(minor));
  if (oracles === undefined || (names.length > 0 && minors.length < names.length)) {
    throw new Error(`usage: ${script} ORACLES [MINOR...]`);
  }
  return { oracles, minors };
}
