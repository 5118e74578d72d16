import { escapeControls } from './visible-text.ts';

/** The server's own texts about expressions are the longest that a message quotes whole. */
const LONGEST_VALUE = 500;

/** The values of a message's placeholders, by name. */
export type MessageParameters = Readonly<Record<string, string | number | bigint | boolean>>;

/** A text that is the same for the same parameters; JSON has no integers of 64 bits, and no NaN. */
export function parametersKey(parameters: MessageParameters): string {
  return JSON.stringify(
    Object.entries(parameters).map(([name, value]) => [name, typeof value, String(value)]),
  );
}

/**
 * Fills the placeholders of a message. Values from a file are made safe for a terminal: control and formatting
 * characters are escaped, and long values are shortened.
 */
export function formatMessage(text: string, values: MessageParameters): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : shorten(escapeControls(String(value)));
  });
}

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST_VALUE) return text;
  return `${characters.slice(0, LONGEST_VALUE - 1).join('')}…`;
}
