/** A pattern of this length stays far below Go's limits for the size and the depth of a regular expression. */
const MAX_LENGTH = 500;

/**
 * A character, a class or an assertion, or a token that begins, separates or ends groups. Repetitions are not included.
 */
const PART =
  /(?<atom>[A-Za-z0-9 _@:,;!=<>"'%&~#/-]|\.|\\[dDwWsS.\-/+*?()|[\]{}^$\\]|\[\^?-?(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[ _@:,;!=<>"'%&~#/.+*?()|{}$]|\\[dDwWsS.\-/+*?()|[\]{}^$\\])+-?\])|(?<open>\((?:\?:)?)|(?<close>\))|[|^$]/y;

const REPETITION = /[*+?]\??|\{(?<least>\d{1,3})(?:,(?<most>\d{1,3})?)?\}\??/y;

/**
 * Reports whether a pattern is certainly valid for Go, because it has only the syntax that most patterns have: ASCII
 * characters, classes, groups and repetitions. If the result is false, the pattern may be valid or invalid.
 *
 * Source: `regexp/syntax/parse.go`.
 */
export function isPlainPattern(pattern: string): boolean {
  if (pattern.length > MAX_LENGTH) return false;
  let depth = 0;
  let position = 0;
  while (position < pattern.length) {
    PART.lastIndex = position;
    const part = PART.exec(pattern);
    if (part === null) return false;
    position = PART.lastIndex;
    const { atom, open, close } = part.groups ?? {};
    if (atom !== undefined && !hasRisingRanges(atom)) return false;
    if (open !== undefined) depth++;
    if (close !== undefined && --depth < 0) return false;
    if (atom === undefined && close === undefined) continue;
    REPETITION.lastIndex = position;
    const repetition = REPETITION.exec(pattern);
    if (repetition === null) continue;
    const { least, most = least } = repetition.groups ?? {};
    // Go limits the number of repetitions of a group, including the repetitions inside of it.
    if (least !== undefined && (close !== undefined || Number(least) > Number(most))) return false;
    position = REPETITION.lastIndex;
  }
  return depth === 0;
}

/** Reports whether each range of a class is in order: its first character is not after its last one. */
function hasRisingRanges(atom: string): boolean {
  if (!atom.startsWith('[')) return true;
  const ranges = atom.matchAll(/\\.|([A-Za-z0-9])-([A-Za-z0-9])/g);
  return [...ranges].every(([, first = '', last = '']) => first <= last);
}
