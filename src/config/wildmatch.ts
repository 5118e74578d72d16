/**
 * The steps that are left for a path, which take 10 ms at most. Patterns of one megabyte would take minutes for a path;
 * those of repositories take a few thousand steps. When none are left, nothing matches.
 */
export class Steps {
  left = 100_000;
}

/** Tells whether one item of what is matched fits. */
type Item<T> = (item: T, steps: Steps) => boolean;

/** Conditions on items, in the order of the items. Undefined matches any number of items. */
type Sequence<T> = readonly (Item<T> | undefined)[];

/**
 * Reports whether items fit a sequence. If an item does not fit, only the length of the last wildcard has to be
 * changed. So the work is at most the product of both lengths.
 *
 * @param start the first of the items
 */
function fits<T>(items: ArrayLike<T>, sequence: Sequence<T>, steps: Steps, start = 0): boolean {
  let [item, position] = [start, 0];
  let afterWildcard: { item: number; position: number } | undefined;
  while (item < items.length) {
    if (--steps.left <= 0) return false;
    const wanted = sequence[position];
    if (position < sequence.length && wanted === undefined) {
      afterWildcard = { item, position: ++position };
    } else if (wanted?.(items[item] as T, steps) === true) {
      item++;
      position++;
    } else if (afterWildcard !== undefined) {
      item = ++afterWildcard.item;
      position = afterWildcard.position;
    } else return false;
  }
  while (position < sequence.length && sequence[position] === undefined) position++;
  return steps.left > 0 && position === sequence.length;
}

const ANY = () => true;
const NONE = () => false;

/**
 * Reports whether the parts of a path fit a pattern.
 *
 * @param start the first part that counts
 */
export type PathMatch = (parts: readonly string[], steps: Steps, start?: number) => boolean;

/**
 * Compiles a pattern of paths: `*`, `?` and `[a-z]` within a part, and `**` as a whole part for any number of parts.
 *
 * Source: wildmatch.c of git, with WM_PATHNAME
 *
 * @param pattern parts between slashes
 */
export function wildmatch(pattern: string): PathMatch {
  const names = splitAtSlashes(pattern);
  // Git matches nothing with brackets that are not closed.
  if (names === undefined) return NONE;
  const sequence = names.map((name) => (isAnyPath(name) ? undefined : partPattern(name)));
  // A path below a folder has at least one more part.
  if (names.length > 1 && isAnyPath(names.at(-1) ?? '')) sequence.splice(-1, 0, ANY);
  return (parts, steps, start) => fits(parts, sequence, steps, start);
}

/** A text that a path must contain to match a pattern: a whole part of it, or characters in a part. */
export interface RequiredText {
  readonly text: string;
  readonly isPart: boolean;
}

/** Texts that every path has that matches a pattern. */
export function requiredTexts(pattern: string): readonly RequiredText[] {
  const names = splitAtSlashes(pattern) ?? [];
  return names.filter((name) => !isAnyPath(name)).flatMap(textsInPart);
}

function textsInPart(name: string): readonly RequiredText[] {
  if (!/[*?[\\]/.test(name)) return [{ text: name, isPart: true }];
  const texts = [''];
  for (let at = 0; at < name.length; at++) {
    const character = name[at] ?? '';
    if (character === '[') at = bracketEnd(name, at) ?? at;
    if (/[*?[]/.test(character)) texts.push('');
    else texts.push(`${texts.pop()}${character === '\\' ? (name[++at] ?? '') : character}`);
  }
  return texts.filter((text) => text !== '').map((text) => ({ text, isPart: false }));
}

function isAnyPath(name: string): boolean {
  return /^\*\*+$/.test(name);
}

/** The parts of a pattern; a slash in brackets separates none. Undefined for brackets that are not closed. */
function splitAtSlashes(pattern: string): readonly string[] | undefined {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '[') {
      const end = bracketEnd(pattern, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (pattern[at] === '\\' && pattern[at + 1] !== '/') at++;
    else if (pattern[at] === '/' || pattern[at] === '\\') {
      parts.push(pattern.slice(start, at));
      if (pattern[at] === '\\') at++;
      start = at + 1;
    }
  }
  return [...parts, pattern.slice(start)];
}

function partPattern(text: string): Item<string> {
  if (!/[*?[\\]/.test(text)) return (part) => part === text;
  const sequence: (Item<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '*') {
      if (sequence.length === 0 || sequence.at(-1) !== undefined) sequence.push(undefined);
    } else if (character === '?') sequence.push(ANY);
    else if (character === '[') {
      const end = bracketEnd(text, at) ?? at;
      sequence.push(bracketPattern(text.slice(at + 1, end)));
      at = end;
    } else {
      const wanted = character === '\\' ? text[++at] : character;
      if (wanted === undefined) return NONE;
      sequence.push((one) => one === wanted);
    }
  }
  return (part, steps) => fits(part, sequence, steps);
}

/** The offset at which the brackets that begin at another offset are closed. */
function bracketEnd(text: string, start: number): number | undefined {
  let at = start + 1;
  if (text[at] === '!' || text[at] === '^') at++;
  for (let isFirst = true; at < text.length; at++, isFirst = false) {
    if (text[at] === ']' && !isFirst) return at;
    if (text[at] === '\\') at++;
    else if (text.startsWith('[:', at)) {
      const end = text.indexOf(':]', at + 2);
      if (end > 0) at = end + 1;
    }
  }
  return undefined;
}

/** The characters of a class such as `[:alpha:]`; undefined where there is no such class. */
function classOf(name: string): RegExp | undefined {
  return new Map([
    ['alnum', /[A-Za-z0-9]/],
    ['alpha', /[A-Za-z]/],
    ['blank', /[ \t]/],
    ['cntrl', /[\0-\x1f\x7f]/],
    ['digit', /[0-9]/],
    ['graph', /[!-~]/],
    ['lower', /[a-z]/],
    ['print', /[ -~]/],
    ['punct', /[!-/:-@[-`{-~]/],
    ['space', /[ \t-\r]/],
    ['upper', /[A-Z]/],
    ['xdigit', /[A-Fa-f0-9]/],
  ]).get(name);
}

/** @param text between the brackets */
function bracketPattern(text: string): Item<string> {
  const isNegated = /^[!^]/.test(text);
  const items: ((one: string) => boolean)[] = [];
  const element = /\[:(\w*):\]|(?:\\(.)|([\s\S]))(?:-(?:\\(.)|([^\]\\])))?/gsu;
  for (const [, name, escaped, plain, escapedEnd, end] of text
    .slice(isNegated ? 1 : 0)
    .matchAll(element)) {
    if (name !== undefined) {
      const ofClass = classOf(name);
      if (ofClass === undefined) return NONE;
      items.push((one) => ofClass.test(one));
      continue;
    }
    const first = escaped ?? plain ?? '';
    const last = escapedEnd ?? end ?? first;
    items.push((one) => first <= one && one <= last);
  }
  return (one, steps) => {
    steps.left -= items.length;
    return items.some((item) => item(one)) !== isNegated;
  };
}
