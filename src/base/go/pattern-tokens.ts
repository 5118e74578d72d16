/** Quoted literals, classes by name, escapes, brackets of classes, groups, repetitions, words and other characters. */
export const TOKENS =
  /\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{\^?[\w -]{1,40}\}|\\x[\da-fA-F]{2}|\\[0-7]{2,3}|\\[pP][A-Z]|\\[\s\S]|\[:\^?[a-z]{1,8}:\]|\[\^?\]?|\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?|\{(0|[1-9]\d{0,20})(,(0|[1-9]\d{0,20})?)?\}\??|[*+?]\??|[A-Za-z0-9]{2,500}(?![*+?{])|[\s\S]/gu;

/** Keeps track of the classes of characters in a pattern. */
export class ClassReader {
  #isOpen = false;

  /** True if a class has begun that has not ended. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Reports whether the next token belongs to a class that began before it. */
  isInClass(token: string): boolean {
    const isInClass = this.#isOpen;
    if (isInClass) this.#isOpen = token !== ']' && token !== '[]' && token !== '[^]';
    else this.#isOpen = token.startsWith('[') && !token.endsWith(':]');
    return isInClass;
  }
}

/** The letters of groups that may have the flag that ignores case. */
const FLAGS = /\(\?[a-zA-Z]*i[a-zA-Z-]*/g;

/** Reports whether a pattern may ignore case. */
export function ignoresCase(pattern: string): boolean {
  return pattern.search(FLAGS) !== -1;
}

/**
 * A pattern of the same length that is valid if the pattern is. It ignores no case, so that it can be read without
 * looking up the other cases of all characters of a range.
 */
export function withoutFolding(pattern: string): string {
  return pattern.replace(FLAGS, (flags) => flags.replaceAll('i', 's'));
}
