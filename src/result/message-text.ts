/** The server's own texts about expressions are the longest that a message quotes whole. */
const LONGEST_VALUE = 500;

/** The values of a message's placeholders, by name. */
export type MessageParameters = Readonly<Record<string, string | number | bigint | boolean>>;

/**
 * Fills the placeholders of a message. What comes from a file is made fit for a terminal: control
 * and formatting characters are escaped, long values are cut.
 */
export function formatMessage(text: string, values: MessageParameters): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : shorten(escapeControls(String(value)));
  });
}

/** Replaces what a terminal would not print as itself (C0, C1, separators, bidirectional marks) by `\n`-like or `\u` escapes. */
export function escapeControls(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (c) => {
      const short = SHORT_ESCAPES.get(c);
      return short ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
    },
  );
}

const SHORT_ESCAPES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST_VALUE) return text;
  return `${characters.slice(0, LONGEST_VALUE - 1).join('')}…`;
}
