import type { TextRange } from '../analysis/cel/text-ranges.ts';

interface Token extends TextRange {
  readonly text: string;
  /** The number of brackets that are open before the operator. */
  readonly depth: number;
}

/**
 * Strings, operators that end operands, and brackets. `.?`, `[?` and `{?` are not conditions. No other token ends an
 * operand.
 */
const TOKEN =
  /[bBrR]{0,2}(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\w+|\.\?|[[{]\?|&&|\|\||[?:,()[\]{}]|[\s\S]/y;

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{', '[?', '{?']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

const ENDS_AND: ReadonlySet<string> = new Set(['&&', '||', '?', ':', ',']);
const ENDS_OR: ReadonlySet<string> = new Set(['||', '?', ':', ',']);
const ENDS_CONDITION: ReadonlySet<string> = new Set(['?', ':', ',']);

/**
 * Finds the operands of operators in the text of an expression. The syntax tree only has the positions of operators;
 * the text is known to be an expression.
 */
export class OperandRanges {
  readonly #text: string;
  readonly #tokens: readonly Token[];

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  get whole(): TextRange {
    return this.#trim({ from: 0, to: this.#text.length });
  }

  /** The operands of `&&` or `||` at a position. */
  ofLogic(operator: '&&' | '||', at: number): readonly [TextRange, TextRange] | undefined {
    const index = this.#indexAt(at);
    if (index === undefined) return undefined;
    const ends = operator === '&&' ? ENDS_AND : ENDS_OR;
    return [
      this.#between(this.#endBefore(index, ends), index),
      this.#between(index, this.#endAfter(index, ends)),
    ];
  }

  /** The condition and the branches of `?:` whose `?` is at a position. */
  ofConditional(at: number): readonly [TextRange, TextRange, TextRange] | undefined {
    const index = this.#indexAt(at);
    if (index === undefined) return undefined;
    const colon = this.#endOfBranch(index);
    return [
      this.#between(this.#endBefore(index, ENDS_CONDITION), index),
      this.#between(index, colon),
      this.#between(colon, this.#endOfBranch(colon)),
    ];
  }

  /** The last argument of the call whose `(` is at a position. */
  lastArgument(at: number): TextRange | undefined {
    const index = this.#indexAt(at);
    if (index === undefined) return undefined;
    const depth = this.#depthIn(index);
    let comma = index;
    for (let next = index + 1; next < this.#tokens.length; next++) {
      const token = this.#tokens[next];
      if (token === undefined || token.depth < depth) return this.#between(comma, next);
      if (token.depth === depth && token.text === ',') comma = next;
    }
    return undefined;
  }

  #indexAt(at: number): number | undefined {
    const index = this.#tokens.findIndex(({ from }) => from === at);
    return index < 0 ? undefined : index;
  }

  #depthIn(index: number): number {
    return (this.#tokens[index]?.depth ?? 0) + 1;
  }

  /** The token that ends an operand to the left: an operator, or the bracket around it; -1 for the start. */
  #endBefore(index: number, ends: ReadonlySet<string>): number {
    const depth = this.#tokens[index]?.depth ?? 0;
    for (let before = index - 1; before >= 0; before--) {
      const token = this.#tokens[before];
      if (token === undefined || token.depth < depth) return before;
      if (token.depth === depth && ends.has(token.text)) return before;
    }
    return -1;
  }

  /** The token that ends an operand to the right; the number of tokens for the end. */
  #endAfter(index: number, ends: ReadonlySet<string>): number {
    const depth = this.#tokens[index]?.depth ?? 0;
    for (let after = index + 1; after < this.#tokens.length; after++) {
      const token = this.#tokens[after];
      if (token === undefined || token.depth < depth) return after;
      if (token.depth === depth && ends.has(token.text)) return after;
    }
    return this.#tokens.length;
  }

  /** The token that ends a branch: a colon that belongs to no condition in it, a comma, or the bracket around it. */
  #endOfBranch(index: number): number {
    const depth = this.#tokens[index]?.depth ?? 0;
    let open = 0;
    for (let after = index + 1; after < this.#tokens.length; after++) {
      const token = this.#tokens[after];
      if (token === undefined || token.depth < depth) return after;
      if (token.depth !== depth) continue;
      if (token.text === ',') return after;
      if (token.text === '?') open++;
      else if (token.text === ':' && open-- === 0) return after;
    }
    return this.#tokens.length;
  }

  #between(before: number, after: number): TextRange {
    return this.#trim({
      from: this.#tokens[before]?.to ?? 0,
      to: this.#tokens[after]?.from ?? this.#text.length,
    });
  }

  /** Removes white space and brackets around a range. */
  #trim({ from, to }: TextRange): TextRange {
    let [start, end] = [from, to];
    while (start < end && /\s/.test(this.#text[start] ?? '')) start++;
    while (end > start && /\s/.test(this.#text[end - 1] ?? '')) end--;
    const open = this.#tokens.find((token) => token.from === start);
    if (open?.text !== '(') return { from: start, to: end };
    const close = this.#tokens.find((token) => token.from > start && token.depth <= open.depth);
    return close?.text === ')' && close.to === end
      ? this.#trim({ from: start + 1, to: end - 1 })
      : { from: start, to: end };
  }
}

/** The tokens of a text. A closing bracket has the depth of its opening one. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const { 0: token, index } = found;
    if (CLOSING.has(token)) depth--;
    if (CLOSING.has(token) || OPENING.has(token) || ENDS_AND.has(token)) {
      tokens.push({ text: token, from: index, to: index + token.length, depth });
    }
    if (OPENING.has(token)) depth++;
  }
  return tokens;
}
