import { KeptResults } from '../kept-results.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import { MAX_CODE_POINT, readPattern } from './pattern-syntax.ts';

/** The conditions that a string must meet. */
export interface StringQuery {
  readonly matches: readonly string[];
  /** Patterns that do not match it. */
  readonly avoids: readonly string[];
  /** The smallest length in code points. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** `unknown`: a pattern has syntax that is not read here, or the search is too large. */
type StringSearch =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** The largest number of combinations of states that a search visits. */
const MAX_VISITED = 30_000;

/** The largest number of characters that are tried, with which a search takes a few seconds at most. */
const MAX_TRIED = 1_000_000;

/** The characters that are tried first, where several lead to the same states. */
const PREFERRED = "axnebc01X-._/:@ !#,;+=*'";

/** A character of each set of characters that the automata of a search do not distinguish. */
type Alphabet = readonly { readonly codePoint: number; readonly text: string }[];

interface Visited {
  readonly states: readonly number[];
  readonly length: number;
  readonly before: Visited | undefined;
  readonly text: string;
}

/**
 * Finds a shortest string that matches some patterns and does not match others. The search is exact: it goes through
 * the states of the automata of all patterns together, so that it ends with a string or with the proof that there is
 * none.
 */
export function findString(query: StringQuery): StringSearch {
  const key = JSON.stringify([query.matches, query.avoids, query.minLength, query.maxLength]);
  return results.get(key, () => search(query));
}

const results = new KeptResults<StringSearch>(500_000);

function search({ matches, avoids, minLength, maxLength }: StringQuery): StringSearch {
  if (minLength > maxLength) return { kind: 'none' };
  const automata: PatternAutomaton[] = [];
  for (const pattern of [...matches, ...avoids]) {
    const automaton = automatonOf(pattern);
    if (automaton === undefined) return { kind: 'unknown' };
    automata.push(automaton);
  }
  const alphabet = alphabetOf(automata);
  const isFound = ({ states, length }: Visited): boolean =>
    length >= minLength &&
    automata.every(
      (automaton, index) => automaton.accepts(states[index] ?? 0) === index < matches.length,
    );
  const first: Visited = {
    states: automata.map(({ start }) => start),
    length: 0,
    before: undefined,
    text: '',
  };
  const queue = [first];
  // Beyond the shortest length that counts, only the states matter.
  const keyOf = ({ states, length }: Visited) => `${Math.min(length, minLength)} ${states.join()}`;
  const known = new Set([keyOf(first)]);
  for (let at = 0; at < queue.length; at++) {
    const visited = queue[at];
    if (visited === undefined) break;
    if (at * alphabet.length > MAX_TRIED) return { kind: 'unknown' };
    if (isFound(visited)) return { kind: 'found', text: textOf(visited) };
    if (visited.length >= maxLength) continue;
    for (const { codePoint, text } of alphabet) {
      const states = automata.map((automaton, index) =>
        automaton.next(visited.states[index] ?? 0, codePoint),
      );
      const next = { states, length: visited.length + 1, before: visited, text };
      const key = keyOf(next);
      if (known.has(key)) continue;
      if (known.size >= MAX_VISITED) return { kind: 'unknown' };
      known.add(key);
      queue.push(next);
    }
  }
  return { kind: 'none' };
}

const automata = new KeptResults<PatternAutomaton | undefined>(50_000);

function automatonOf(pattern: string): PatternAutomaton | undefined {
  return automata.get(pattern, createAutomaton);
}

function createAutomaton(pattern: string): PatternAutomaton | undefined {
  const read = readPattern(pattern);
  return read === undefined ? undefined : PatternAutomaton.of(read);
}

function textOf(visited: Visited): string {
  const texts: string[] = [];
  for (let step: Visited | undefined = visited; step !== undefined; step = step.before) {
    texts.push(step.text);
  }
  return texts.reverse().join('');
}

/**
 * One character of each range within which no automaton distinguishes two characters. Surrogates are not characters.
 */
function alphabetOf(all: readonly PatternAutomaton[]): Alphabet {
  const starts = new Set([0, 0x20, 0x7f, 0xd800, 0xe000]);
  for (const automaton of all) for (const boundary of automaton.boundaries()) starts.add(boundary);
  const sorted = [...starts].filter((start) => start <= MAX_CODE_POINT).sort((a, b) => a - b);
  const alphabet: { codePoint: number; text: string; order: number }[] = [];
  for (const [index, start] of sorted.entries()) {
    const end = (sorted[index + 1] ?? MAX_CODE_POINT + 1) - 1;
    if (start >= 0xd800 && start <= 0xdfff) continue;
    const order = [...PREFERRED].findIndex((one) => isWithin(one.codePointAt(0) ?? -1, start, end));
    const preferred = order < 0 ? undefined : PREFERRED.codePointAt(order);
    // A tab is the easiest to read of the characters that are not printable.
    const codePoint = preferred ?? (isWithin(9, start, end) ? 9 : start);
    const rank = order >= 0 ? order : isWithin(start, 0x21, 0x7e) ? 100 : 200;
    alphabet.push({ codePoint, text: String.fromCodePoint(codePoint), order: rank });
  }
  return alphabet.sort((a, b) => a.order - b.order || a.codePoint - b.codePoint);
}

function isWithin(codePoint: number, from: number, to: number): boolean {
  return codePoint >= from && codePoint <= to;
}
