import { addTo } from '../base/index-by.ts';
import { type RequiredText, requiredTexts, type Steps } from './wildmatch.ts';

/** The most characters of a text that are looked up in the parts of a path. */
const LONGEST = 8;

/**
 * Finds the patterns among many that may match a path: those of which the path contains a text that they require. For
 * each pattern, this is the text that the fewest patterns require. So the time for a path hardly grows with the number
 * of patterns, unless many of them require the same text, or none.
 */
export class PatternIndex {
  readonly #byPart = new Map<string, number[]>();
  readonly #byText = new Map<string, number[]>();
  readonly #lengths: readonly number[];
  /** The patterns that require no text. */
  readonly #others: readonly number[];

  /** @param patterns as `wildmatch` compiles them */
  constructor(patterns: readonly string[]) {
    const texts = patterns.map((pattern) => requiredTexts(pattern).flatMap(lookedUp));
    const counts = new Map<string, number>();
    for (const key of texts.flat().map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
    const others: number[] = [];
    for (const [index, required] of texts.entries()) {
      const [first, ...more] = required;
      if (first === undefined) {
        others.push(index);
        continue;
      }
      const countOf = (text: RequiredText) => counts.get(keyOf(text)) ?? 0;
      const rarest = more.reduce((best, one) => (countOf(one) < countOf(best) ? one : best), first);
      addTo(rarest.isPart ? this.#byPart : this.#byText, rarest.text, index);
    }
    this.#lengths = [...new Set([...this.#byText.keys()].map(({ length }) => length))];
    this.#others = others;
  }

  /**
   * The patterns that may match a path, or a folder that contains it, in their order. None if no steps are left then.
   *
   * @param start the first part that counts
   */
  candidatesFor(parts: readonly string[], steps: Steps, start = 0): readonly number[] {
    steps.left -= this.#others.length;
    if (steps.left <= 0) return [];
    const found = new Set(this.#others);
    const add = (indexes: readonly number[] = []) => {
      steps.left -= 1 + indexes.length;
      if (steps.left > 0) for (const index of indexes) found.add(index);
    };
    for (let at = start; at < parts.length && steps.left > 0; at++) {
      const part = parts[at] ?? '';
      add(this.#byPart.get(part));
      for (const length of this.#lengths) {
        for (let from = 0; from + length <= part.length; from++) {
          add(this.#byText.get(part.slice(from, from + length)));
        }
      }
    }
    return steps.left > 0 ? [...found].sort((a, b) => a - b) : [];
  }
}

/** A text as it is looked up: a whole part, or each few characters of another text. */
function lookedUp({ text, isPart }: RequiredText): readonly RequiredText[] {
  if (isPart || text.length <= LONGEST) return [{ text, isPart }];
  return Array.from({ length: text.length - LONGEST + 1 }, (_, at) => ({
    text: text.slice(at, at + LONGEST),
    isPart,
  }));
}

function keyOf({ text, isPart }: RequiredText): string {
  return `${isPart ? '/' : ''}${text}`;
}
