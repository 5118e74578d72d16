import { ClassReader, ignoresCase, TOKENS } from './pattern-tokens.ts';

/** The most instructions of a pattern that Go takes. */
const MOST_INSTRUCTIONS = 3_355_443;

/** The most repetitions of a part of a pattern, times those of the parts around it. */
const MOST_REPETITIONS = 1000;

interface Part {
  readonly instructions: number;
  /** The repetitions of its innermost parts. */
  readonly repetitions: number;
}

const ATOM: Part = { instructions: 1, repetitions: 1 };

/**
 * The instructions that each character beyond ASCII in a class counts as, if case is ignored. It may end a range of a
 * hundred thousand characters, for each of which its other cases are looked up.
 */
const FOLDED_RANGE = 2500;

/** The instructions that a class of Unicode counts as when it is compiled. It has hundreds of ranges. */
const UNICODE_CLASS = 25;

/** A character beyond ASCII, or an escape that may be one. */
const BEYOND_ASCII = /^(?:[^\0-\x7f]|\\x)/;

/**
 * The number of instructions of a valid pattern, as Go estimates them before it compiles the pattern. It is larger
 * where Go makes the pattern smaller: `a|b` becomes a class of characters. It takes linear time.
 *
 * Source: `calcSize` in `regexp/syntax/parse.go`.
 */
export function countInstructions(pattern: string): number {
  return measure(pattern).instructions;
}

/** The work of compiling a valid pattern, in the instructions of a pattern that takes as much time. */
export function compilingWork(pattern: string): number {
  const unicodeClasses = pattern.match(/\\[pP]/g)?.length ?? 0;
  const { instructions } = measure(pattern, ignoresCase(pattern) ? FOLDED_RANGE : 0);
  return instructions + unicodeClasses * UNICODE_CLASS;
}

/**
 * Reports whether Go takes a pattern of valid syntax: neither its size nor its repetitions exceed the limits.
 *
 * Source: `checkSize` and `repeatIsValid` in `regexp/syntax/parse.go`.
 */
export function isWithinGoLimits(pattern: string): boolean {
  const { instructions, repetitions } = measure(pattern);
  return instructions <= MOST_INSTRUCTIONS && repetitions <= MOST_REPETITIONS;
}

function measure(pattern: string, perCharacterOfClass = 0): Part {
  const classes = new ClassReader();
  const groups = [new Group(false)];
  for (const [token, least, comma, most] of pattern.matchAll(TOKENS)) {
    const group = groups.at(-1);
    if (group === undefined) continue;
    if (classes.isInClass(token)) {
      if (BEYOND_ASCII.test(token)) group.enlarge(perCharacterOfClass);
    } else if (least !== undefined) {
      const end =
        comma === undefined ? least : most === undefined ? Number.POSITIVE_INFINITY : most;
      group.repeat(Number(least), Number(end));
    } else if (/^[*+?]/.test(token)) group.enlarge(token.startsWith('*') ? 2 : 1);
    else if (token === '|') group.endAlternative();
    else if (token === ')' && groups.length > 1) {
      groups.pop();
      groups.at(-1)?.add(group.part());
    } else if (token.startsWith('\\Q')) {
      for (const _ of token.replace(/^\\Q|\\E$/g, '')) group.add(ATOM);
    } else if (!token.startsWith('(')) {
      const isWord = !token.startsWith('\\');
      group.add(isWord ? { ...ATOM, instructions: token.length } : ATOM);
    }
    // Groups that only set flags have no part of the pattern.
    else if (!token.endsWith(')')) groups.push(new Group(!token.endsWith(':')));
  }
  const [whole = new Group(false)] = groups;
  return whole.part();
}

/** The parts of a group that have been read. */
class Group {
  readonly #captures: boolean;
  /** The instructions of all parts but the last one. */
  #instructions = 0;
  #repetitions = 1;
  #last: Part | undefined;
  #isEmpty = true;

  constructor(captures: boolean) {
    this.#captures = captures;
  }

  add(part: Part): void {
    this.#endPart();
    this.#last = part;
    this.#isEmpty = false;
  }

  /** Adds instructions to the last part. */
  enlarge(instructions: number): void {
    const last = this.#last ?? ATOM;
    this.#last = { ...last, instructions: last.instructions + instructions };
  }

  endAlternative(): void {
    this.#endPart();
    this.#instructions += this.#isEmpty ? 2 : 1;
    this.#isEmpty = true;
  }

  /** @param most may be infinite */
  repeat(least: number, most: number): void {
    const { instructions, repetitions } = this.#last ?? ATOM;
    if (most === Number.POSITIVE_INFINITY) {
      const repeated = least === 0 ? instructions + 2 : least * instructions + 1;
      this.#last = { instructions: repeated, repetitions: repetitions * Math.max(1, least) };
      return;
    }
    const repeated = Math.max(1, most * instructions + most - least);
    // A part that is repeated zero times must be valid, and does not count.
    const isForgotten = most === 0 && repetitions <= MOST_REPETITIONS;
    const times = isForgotten ? 1 : repetitions * Math.max(1, most);
    this.#last = { instructions: repeated, repetitions: times };
  }

  /** The whole group, after all of its parts. */
  part(): Part {
    this.#endPart();
    const instructions = this.#instructions + (this.#isEmpty ? 1 : 0) + (this.#captures ? 2 : 0);
    return { instructions, repetitions: this.#repetitions };
  }

  #endPart(): void {
    this.#instructions += this.#last?.instructions ?? 0;
    this.#repetitions = Math.max(this.#repetitions, this.#last?.repetitions ?? 1);
    this.#last = undefined;
  }
}
