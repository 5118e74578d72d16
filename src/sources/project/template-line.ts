/** Lines with fewer characters, such as `}` or `- a`, are in too many places. */
const SHORTEST = 4;

/**
 * The line of a template that a rendered line comes from, which is the only one with the same text, ignoring
 * indentation.
 *
 * @returns the line, from 1; undefined if no line, or more than one, is the same
 */
export function templateLine(template: string, rendered: string): number | undefined {
  const text = rendered.trim();
  if (text.length < SHORTEST) return undefined;
  const lines = template.split('\n');
  const first = lines.findIndex((line) => line.trim() === text);
  if (first < 0) return undefined;
  return lines.some((line, index) => index > first && line.trim() === text) ? undefined : first + 1;
}
