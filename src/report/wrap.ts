import { displayWidth } from './width.ts';

/**
 * Breaks a text into lines at its spaces. A word that is too long has a line of its own.
 *
 * @param width the largest number of columns of a line; undefined to leave the text on one line
 * @param indent the text before each line except the first
 */
export function wrap(text: string, width: number | undefined, indent = ''): readonly string[] {
  if (width === undefined) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    const start = lines.length === 0 ? '' : indent;
    if (line !== '' && displayWidth(start + longer) > width) {
      lines.push(start + line);
      line = word;
    } else line = longer;
  }
  lines.push((lines.length === 0 ? '' : indent) + line);
  return lines;
}
