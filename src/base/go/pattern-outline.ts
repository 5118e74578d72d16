import { ClassReader, TOKENS } from './pattern-tokens.ts';

/** The length of a part up to which it is looked for among the parts before it. */
const LONGEST_PART = 1000;

/** The most groups within each other that Go takes. Groups without a part of their own in the result do not count. */
const MOST_GROUPS = 999;

/** Characters that have no meaning of their own. */
const PLAIN = /^(?:[^\\^$.|?*+()[\]{}]|[A-Za-z0-9]+)$/u;

/** A class of Unicode, or a class of characters that has one. */
const UNICODE = /\\[pP]/;

/** The parts of a pattern that can make it invalid. */
interface PatternOutline {
  /**
   * A pattern that Go takes if it takes the whole one, apart from its limits. It is short if the pattern has few
   * different parts: what is there already is left out, and nothing is repeated a fixed number of times.
   */
  readonly syntax: string;
  /** The classes that have classes of Unicode, which are the only ones with many ranges. */
  readonly unicodeClasses: readonly string[];
  /** True if Go does not take the pattern because of its groups within each other. */
  readonly isTooDeep: boolean;
}

/** Makes the outline of a pattern in linear time. */
export function outlineOf(pattern: string): PatternOutline {
  const known = new Set<string>();
  const classes = new ClassReader();
  const groups = [new Group('', known)];
  const unicodeClasses: string[] = [];
  let captures = 0;
  let characters = '';
  for (const [token, least, , most] of pattern.matchAll(TOKENS)) {
    const group = groups.at(-1);
    if (group === undefined) break;
    const isInClass = classes.isInClass(token);
    if (isInClass || classes.isOpen) characters += token;
    if (classes.isOpen) continue;
    if (isInClass || UNICODE.test(token)) {
      const part = isInClass ? characters : token;
      group.add(part);
      if (UNICODE.test(part)) unicodeClasses.push(part);
      characters = '';
    } else if (least !== undefined) {
      const isValid = Number(least) <= Number(most || least);
      group.extend(isValid ? token.replace(/^[^}]*/, '{1') : token);
    } else if (/^[*+?]/.test(token)) group.extend(token);
    else if (token === '|') group.endAlternative();
    else if (token === ')' && groups.length > 1) {
      groups.pop();
      if (group.opening === '(') captures--;
      groups.at(-1)?.add(group.part());
    } else if (!token.startsWith('(')) group.add(isShort(token) ? token : 'a');
    else if (token.endsWith(')')) group.extend(token);
    else {
      // The name of a group does not matter.
      const opening = token.includes('<') ? '(' : token;
      if (opening === '(') captures++;
      if (captures > MOST_GROUPS) return { syntax: '', unicodeClasses, isTooDeep: true };
      groups.push(new Group(opening, known));
    }
  }
  const isOpen = groups.length > 1;
  const syntax = isOpen ? '(' : `${groups[0]?.text() ?? ''}${characters}`;
  return { syntax, unicodeClasses, isTooDeep: false };
}

/** A pattern that matches the same strings, in whose classes of characters each class of Unicode is there once. */
export function withoutRepeatedItems(pattern: string): string {
  const classes = new ClassReader();
  const items = new Set<string>();
  let before = '';
  return pattern.replace(TOKENS, (token) => {
    const isInClass = classes.isInClass(token);
    // After a dash, it is the end of a range, which is invalid.
    const isRepeated = isInClass && items.has(token) && before !== '-';
    if (!isInClass) items.clear();
    else if (UNICODE.test(token)) items.add(token);
    before = token;
    return isRepeated ? '' : token;
  });
}

/** The parts of a group that have been read. */
class Group {
  readonly opening: string;
  /** The short parts of all groups. */
  readonly #known: Set<string>;
  readonly #alternatives = new Set<string>();
  #text: string | undefined;
  #alternative = '';
  #last = '';
  #endsWithPlainPart = false;

  constructor(opening: string, known: Set<string>) {
    this.opening = opening;
    this.#known = known;
  }

  add(part: string): void {
    this.#endPart();
    this.#last = part;
  }

  /** Adds a repetition or flags, which belong to the part before them. */
  extend(text: string): void {
    this.#last += text;
  }

  endAlternative(): void {
    this.#endPart();
    const alternative = this.#alternative;
    this.#alternative = '';
    this.#endsWithPlainPart = false;
    if (isNew(alternative, this.#alternatives)) {
      this.#text = this.#text === undefined ? alternative : `${this.#text}|${alternative}`;
    }
  }

  /** The group as a part of the one around it. */
  part(): string {
    const text = this.text();
    return text === '' || text === 'a' ? 'a' : `${this.opening}${text})`;
  }

  text(): string {
    this.endAlternative();
    return this.#text ?? '';
  }

  #endPart(): void {
    const part = this.#last;
    if (part === '') return;
    this.#last = '';
    const isPlain = (isShort(part) && PLAIN.test(part)) || !isNew(part, this.#known);
    if (isPlain && this.#endsWithPlainPart) return;
    this.#endsWithPlainPart = isPlain;
    this.#alternative += isPlain ? 'a' : part;
  }
}

/** Reports whether a text is not known yet. Long ones are always new: to look each of them up would take much time. */
function isNew(text: string, known: Set<string>): boolean {
  if (!isShort(text)) return true;
  if (known.has(text)) return false;
  known.add(text);
  return true;
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_PART;
}
