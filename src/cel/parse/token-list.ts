import { Lexer } from './lexer.ts';
import { Token } from './tokens.ts';

const SURROGATE = /[\ud800-\udbff]/;

/**
 * The tokens of an expression without white space and comments, and with the end. Undefined if no token starts at
 * some character.
 */
export function tokenize(text: string, escapedIdentifiers: boolean): TokenList | undefined {
  const lexer = new Lexer(text, escapedIdentifiers);
  const kinds: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  do {
    lexer.next();
    if (lexer.kind === Token.Error) return undefined;
    if (lexer.kind === Token.Whitespace || lexer.kind === Token.Comment) continue;
    kinds.push(lexer.kind);
    starts.push(lexer.start);
    ends.push(lexer.end);
  } while (lexer.kind !== Token.Eof);
  const offsets = SURROGATE.test(text) ? codePointOffsets(text, starts) : starts;
  return new TokenList(text, { kinds, starts, ends, offsets });
}

/** Converts ascending positions in UTF-16 code units into offsets in code points. */
function codePointOffsets(text: string, positions: readonly number[]): readonly number[] {
  let index = 0;
  let offset = 0;
  return positions.map((position) => {
    while (index < position) {
      index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      offset++;
    }
    return offset;
  });
}

/** The tokens by their numbers. Starts and ends are positions in UTF-16 code units, offsets are in code points. */
interface Tokens {
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly offsets: readonly number[];
}

/** A list of tokens, of which the last one is the end of the expression. */
export class TokenList {
  private readonly text: string;
  private readonly tokens: Tokens;

  constructor(text: string, tokens: Tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  kind(index: number): number {
    return this.tokens.kinds[index] ?? Token.Eof;
  }

  /** The offset of a token in code points. */
  offset(index: number): number {
    return this.tokens.offsets[index] ?? -1;
  }

  textOf(index: number): string {
    return this.text.slice(this.tokens.starts[index], this.tokens.ends[index]);
  }
}
