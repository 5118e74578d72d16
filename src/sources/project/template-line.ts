/** Lines with fewer characters, such as `}` or `- a`, are in too many places. */
const SHORTEST = 4;

/**
 * The line of a template that a rendered line comes from: the only one with the same text, or that renders such a text,
 * in the same place. Of several ones, the lines around them decide, and then their order.
 *
 * @param template the text of the template
 * @param rendered the lines of the rendered document
 * @param index the position of the rendered line, from 0
 * @param mayBePart true if the template may be only a part of the rendered object, such as a patch, so that its lines
 * can be below other keys
 * @returns the line, from 1; undefined if no line can have rendered it
 */
export function templateLine(
  template: string,
  rendered: readonly string[],
  index: number,
  mayBePart = false,
): number | undefined {
  const text = contentOf(rendered[index] ?? '');
  if (text.length < SHORTEST) return undefined;
  const lines = template.split('\n');
  const around = new IndentedLines(rendered).ancestorsOf(index);
  const indented = new IndentedLines(lines);
  let best: number[] = [];
  let highest = -1;
  for (const [position, line] of lines.entries()) {
    const content = contentOf(line);
    if (!canRender(content, text)) continue;
    const above = indented.ancestorsOf(position);
    // A value below a key of the template is below the same key in the rendered text.
    if (!mayBePart && above.some((key) => KEY.test(key) && !around.includes(key))) continue;
    // A line without actions is a better answer than one that renders anything.
    const score = 2 * sharedCount(above, around) + (content === text ? 1 : 0);
    if (score > highest) [best, highest] = [[], score];
    if (score === highest) best.push(position);
  }
  const before = rendered.slice(0, index).filter((line) => contentOf(line) === text).length;
  const found = best[Math.min(before, best.length - 1)];
  return found === undefined ? undefined : found + 1;
}

/** The text of a line without indentation, dashes of list items, quotes and comments. */
function contentOf(line: string): string {
  const comment = line.indexOf(' #');
  const text = comment < 0 ? line : line.slice(0, comment);
  return text
    .replace(/^\s*(?:-\s+)*/, '')
    .replaceAll(/["']/g, '')
    .trim();
}

/** A key without actions. */
const KEY = /^[\w./-]+:$/;

const ACTION = /\{\{[^{}]*\}\}/;

/** Reports whether a line of a template may render a text: the text outside of its actions is in it, in this order. */
function canRender(line: string, text: string): boolean {
  if (!line.includes('{{')) return line === text;
  const literals = line.split(ACTION);
  if (literals.length < 2 || literals.join('').replaceAll(/[\s:]/g, '') === '') return false;
  // The actions may render an empty text.
  if (literals.join('').trim() === text) return true;
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let position = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, position);
    if (found < 0) return false;
    position = found + literal.length;
  }
  return position <= text.length - last.length;
}

/** The lines of a text. One pass finds which line each is below: a text may have many lines that are alike. */
class IndentedLines {
  readonly #lines: readonly string[];
  readonly #depths: readonly Depth[];
  /** The nearest line before each that it is below, or with which its list item begins; -1 for none. */
  readonly #above: readonly number[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#depths = lines.map(depthOf);
    const above: number[] = [];
    for (const [index, { item }] of this.#depths.entries()) {
      let at = index - 1;
      while (at >= 0 && !this.#isAbove(at, item)) {
        // No line between a line and the one above it is above a line that begins further left.
        at = this.#depthAt(at).item < item ? at - 1 : (above[at] ?? -1);
      }
      above.push(at);
    }
    this.#above = above;
  }

  /** The contents of the lines that a line is below, as the indentation shows, the nearest first. */
  ancestorsOf(index: number): readonly string[] {
    const ancestors: string[] = [];
    let below = this.#depthAt(index).item;
    for (let at = this.#above[index] ?? -1; at >= 0; at = this.#above[at] ?? -1) {
      const { item, content } = this.#depthAt(at);
      if (content < below) ancestors.push(contentOf(this.#lines[at] ?? ''));
      below = item;
    }
    return ancestors;
  }

  #isAbove(at: number, below: number): boolean {
    const { item, content, isSkipped } = this.#depthAt(at);
    return !isSkipped && item < below && content <= below;
  }

  #depthAt(index: number): Depth {
    return this.#depths[index] ?? depthOf('');
  }
}

interface Depth {
  /** The column at which the item of a list begins, if the line begins one. */
  readonly item: number;
  /** The column at which the content begins. */
  readonly content: number;
  /** True for comments, actions and empty lines. */
  readonly isSkipped: boolean;
}

function depthOf(line: string): Depth {
  const text = line.trimStart();
  const indent = line.length - text.length;
  const dashes = /^(?:-\s+)+/.exec(text)?.[0].length ?? 0;
  // A list may begin at the column of its key.
  const item = dashes === 0 ? indent : indent + 0.5;
  return { item, content: indent + dashes, isSkipped: /^(?:#|\{\{|$)/.test(text) };
}

/** The number of lines that both lists have in the same order. */
function sharedCount(template: readonly string[], rendered: readonly string[]): number {
  let position = 0;
  let shared = 0;
  for (const text of rendered) {
    const found = template.findIndex((line, at) => at >= position && canRender(line, text));
    if (found < 0) continue;
    shared++;
    position = found + 1;
  }
  return shared;
}
