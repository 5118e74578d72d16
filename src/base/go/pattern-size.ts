/** The most instructions of a pattern that Go takes. */
export const MOST_INSTRUCTIONS = 3_355_443;

/** The most repetitions of a part of a pattern, times those of the parts around it. */
const MOST_REPETITIONS = 1000;

/** Quoted literals, classes by name, escapes, brackets of classes, groups, repetitions, and other characters. */
const TOKENS =
  /\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{\^?[\w -]{1,40}\}|\\[\s\S]|\[:\^?[a-z]{1,8}:\]|\[\^?\]?|\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?|\{(\d{1,4})(,(\d{0,4}))?\}\??|[*+?]\??|[\s\S]/gu;

/** A part of a pattern. */
interface Part {
  readonly instructions: number;
  /** The repetitions of its innermost parts. */
  readonly repetitions: number;
}

const ATOM: Part = { instructions: 1, repetitions: 1 };

/**
 * The number of instructions of a valid pattern, as Go estimates them before it compiles the pattern. It is larger
 * where Go makes the pattern smaller: `a|b` becomes a class of characters. It takes linear time.
 *
 * Source: `calcSize` in `regexp/syntax/parse.go`.
 */
export function countInstructions(pattern: string): number {
  return measure(pattern).instructions;
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

/** A pattern with the same syntax in which nothing is repeated a fixed number of times. */
export function withoutCounts(pattern: string): string {
  const classes = new ClassReader();
  return pattern.replace(TOKENS, (token: string, least: string | undefined) => {
    if (classes.isInClass(token) || least === undefined) return token;
    return token.endsWith('?') ? '{1}?' : '{1}';
  });
}

function measure(pattern: string): Part {
  const classes = new ClassReader();
  const groups = [new Group(false)];
  for (const [token, least, comma, most] of pattern.matchAll(TOKENS)) {
    const group = groups.at(-1);
    if (group === undefined || classes.isInClass(token)) continue;
    if (least !== undefined) {
      const end = comma === undefined ? least : most === '' ? Number.POSITIVE_INFINITY : most;
      group.repeat(Number(least), Number(end));
    } else if (/^[*+?]/.test(token)) group.repeatAnyNumber(token.startsWith('*') ? 2 : 1);
    else if (token === '|') group.endAlternative();
    else if (token === ')' && groups.length > 1) {
      groups.pop();
      groups.at(-1)?.add(group.part());
    } else if (token.startsWith('\\Q')) {
      for (const _ of token.replace(/^\\Q|\\E$/g, '')) group.add(ATOM);
    } else if (!token.startsWith('(')) group.add(ATOM);
    // Groups that only set flags have no part of the pattern.
    else if (!token.endsWith(')')) groups.push(new Group(!token.endsWith(':')));
  }
  const [whole = new Group(false)] = groups;
  return whole.part();
}

/** Keeps track of the classes of characters in a pattern. */
class ClassReader {
  #isInClass = false;

  /** Reports whether the next token belongs to a class that began before it. */
  isInClass(token: string): boolean {
    const isInClass = this.#isInClass;
    if (isInClass) this.#isInClass = token !== ']' && token !== '[]' && token !== '[^]';
    else this.#isInClass = token.startsWith('[') && !token.endsWith(':]');
    return isInClass;
  }
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

  repeatAnyNumber(added: number): void {
    const { instructions, repetitions } = this.#last ?? ATOM;
    this.#last = { instructions: instructions + added, repetitions };
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
