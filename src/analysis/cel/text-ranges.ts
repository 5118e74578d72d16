import type { Expr, Issue } from '../../cel/ast.ts';
import { utf16Index } from '../../cel/code-points.ts';
import { RESERVED } from '../../cel/parse/parse-options.ts';

/** A part of an expression's text, in UTF-16 code units; the end is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The tokens that can start where the server reports an error, the longest ones first. */
const TOKENS: readonly RegExp[] = [
  // String and bytes literals: raw literals, then literals with escapes.
  /[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')/y,
  /[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/y,
  /\d[\w.]*/y,
  /\w+/y,
  // A selection with the name of its field.
  /\.\??\s*[A-Za-z_]\w*/y,
  /[=!<>]=|&&|\|\|/y,
  // Any other code point.
  /[\s\S]/uy,
];

/** The name before the character that is the position of a call, a message or a field of a message. */
const NAME_BEFORE = /([A-Za-z_]\w*)\s*$/;
const QUALIFIED_NAME_BEFORE = /(\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*$/;

const UNRECOGNIZED = /^Syntax error: token recognition error at: '(.*)'$/s;

/** The longest name that is searched for, which limits the time for many errors in a long text. */
const MAX_NAME_LENGTH = 200;

/**
 * The range to underline for an error: the token at the server's position, or the name before the character at that
 * position (`size(`). Undefined if the error is about the whole expression.
 */
export function textRangeOf({ offset, message }: Issue, text: string): TextRange | undefined {
  if (offset < 0) return undefined;
  const from = utf16Index(text, offset);
  if (message.startsWith('Syntax error')) {
    // The server quotes all characters that it has skipped.
    const skipped = UNRECOGNIZED.exec(message)?.[1]?.trimEnd() ?? '';
    if (skipped !== '' && text.startsWith(skipped, from)) {
      return { from, to: from + skipped.length };
    }
  } else {
    const name = nameBefore(text, from);
    if (name !== undefined) return name;
  }
  for (const token of TOKENS) {
    token.lastIndex = from;
    const found = token.exec(text)?.[0];
    if (found !== undefined) return { from, to: from + found.length };
  }
  return { from, to: from + 1 };
}

/** The range to underline for a node: a selection with its name, an index, the name of a called function. */
export function textRangeOfNode({ offset }: Expr, text: string): TextRange | undefined {
  const range = textRangeOf({ offset, line: 0, column: 0, message: '' }, text);
  if (range === undefined) return undefined;
  const { from, to } = range;
  if (text[from] === '[') {
    const end = text.indexOf(']', from);
    return { from, to: end < 0 ? to : end + 1 };
  }
  return range;
}

function nameBefore(text: string, at: number): TextRange | undefined {
  const pattern = PATTERNS_BEFORE.get(text[at] ?? '');
  if (pattern === undefined) return undefined;
  const start = Math.max(0, at - MAX_NAME_LENGTH);
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
