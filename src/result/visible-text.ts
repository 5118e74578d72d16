/** Text that is shown as it is, without looking further. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Made when it is needed: V8 takes a while to look up Unicode properties. */
let invisible: RegExp | undefined;

/**
 * Makes a text safe to show: characters that would not be visible, or would have an effect, are replaced by an escape
 * such as `\n` or `\u001b`. These are
 *
 * - control characters (C0, C1) and line separators;
 * - characters that are not shown, or change the order of others: bidirectional controls, zero-width characters, soft
 *   hyphens, tags and all others that Unicode lets programs ignore. The joiners and variation selectors of emoji are
 *   kept;
 * - `##` before the `[` of a command of a build server (`##[error]`, `##vso[...]`), which some servers recognize
 *   anywhere in a line.
 */
export function escapeControls(text: string): string {
  const harmless = escapeCommandMarks(text);
  if (PLAIN.test(harmless)) return harmless;
  invisible ??=
    /(?![\ufe0e\ufe0f])(?!(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  return harmless.replace(invisible, escapeCharacter);
}

/** Escapes `##` before the `[` of a command of a build server, and nothing else. */
export function escapeCommandMarks(text: string): string {
  return text.includes('##') ? text.replace(COMMAND_MARK, '\\u0023#') : text;
}

const COMMAND_MARK = /##(?=\w*\[)/g;
const COMMAND_MARK_HERE = new RegExp(COMMAND_MARK.source, 'y');

/** Reports whether a command of a build server begins at an offset, which is the offset of the first `#`. */
export function isCommandMark(text: string, at: number): boolean {
  COMMAND_MARK_HERE.lastIndex = at;
  return COMMAND_MARK_HERE.test(text);
}

/** A character as `\t`, or as its UTF-16 code units in hexadecimal: `\u200b`. */
export function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  let escaped = '';
  for (let at = 0; at < character.length; at++) {
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
