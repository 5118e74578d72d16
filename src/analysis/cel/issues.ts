import type { Issue } from '../../cel/ast.ts';
import { RESERVED } from '../../cel/parse/parse-options.ts';

/** A part of an expression's text, in UTF-16 code units; the end is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** What may begin where the server sees a mistake, each as far as it reads as one thing. */
const THINGS: readonly RegExp[] = [
  // Texts, raw ones and those over several lines too.
  /[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')/y,
  /[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/y,
  /\d[\w.]*/y,
  /\w+/y,
  // A selection with its name.
  /\.\??\s*[A-Za-z_]\w*/y,
  /[=!<>]=|&&|\|\|/y,
  // One character, be it of two code units.
  /[\s\S]/uy,
];

/** The name before the sign at which a call, a message or a field of one has its place. */
const NAME_BEFORE = /([A-Za-z_]\w*)\s*$/;
const QUALIFIED_NAME_BEFORE = /(\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*$/;

const UNRECOGNIZED = /token recognition error at: '(.*)'$/s;

/** How far a name is looked for, so that many mistakes in a long text stay cheap. */
const LONGEST_NAME = 200;

/**
 * What to underline for a mistake: the thing that begins at the server's place (a word, a text, a
 * number, an operator, a dot with its name), or the name before a sign that stands for it (`size(`).
 * Undefined where the server means the whole expression.
 */
export function textRangeOf({ offset, message }: Issue, text: string): TextRange | undefined {
  if (offset < 0) return undefined;
  const from = indexOfCodePoint(text, offset);
  if (message.startsWith('Syntax error')) {
    // Of what is no token of CEL the server quotes as much as it has skipped.
    const skipped = UNRECOGNIZED.exec(message)?.[1]?.trimEnd() ?? '';
    if (skipped !== '' && text.startsWith(skipped, from)) {
      return { from, to: from + skipped.length };
    }
  } else {
    const named = nameBefore(text, from);
    if (named !== undefined) return named;
  }
  for (const thing of THINGS) {
    thing.lastIndex = from;
    const found = thing.exec(text)?.[0];
    if (found !== undefined) return { from, to: from + found.length };
  }
  return { from, to: from + 1 };
}

function nameBefore(text: string, at: number): TextRange | undefined {
  const pattern = PATTERNS_BEFORE.get(text[at] ?? '');
  if (pattern === undefined) return undefined;
  const start = Math.max(0, at - LONGEST_NAME);
  const found = pattern.exec(text.slice(start, at));
  const name = found?.[1];
  if (found === null || name === undefined || RESERVED.has(name)) return undefined;
  const from = start + found.index;
  return { from, to: from + name.length };
}

const PATTERNS_BEFORE: ReadonlyMap<string, RegExp> = new Map([
  ['(', NAME_BEFORE],
  ['{', QUALIFIED_NAME_BEFORE],
  [':', NAME_BEFORE],
]);

/** The index in UTF-16 code units of an offset in code points. */
export function indexOfCodePoint(text: string, offset: number): number {
  let index = 0;
  for (let count = 0; count < offset && index < text.length; count++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}
