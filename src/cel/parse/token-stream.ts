import { Lexer } from './lexer.ts';
import type { Reporter } from './reporter.ts';
import { Token } from './tokens.ts';

/** A token, or one that the error recovery has inserted. */
export interface SourceToken {
  readonly kind: number;
  readonly text: string;
  /** The offset of its first character in code points. */
  readonly offset: number;
  /** Its index among all tokens, including white space and comments; -1 for an inserted one. */
  readonly index: number;
}

/**
 * The tokens of an expression. They are read only as far as the parser needs them, so errors after the token at which
 * the parser stops are not reported. Characters at which no token starts are skipped.
 */
export class TokenStream {
  private readonly text: string;
  private readonly lexer: Lexer;
  private readonly reporter: Reporter;
  private readonly all: SourceToken[] = [];
  /** The tokens without white space and comments. */
  private readonly visible: SourceToken[] = [];
  private position = 0;
  private offset = 0;

  /** @param reporter receives the errors for characters at which no token starts, when they are read */
  constructor(text: string, escapedIdentifiers: boolean, reporter: Reporter) {
    this.text = text;
    this.lexer = new Lexer(text, escapedIdentifiers);
    this.reporter = reporter;
  }

  /** The number of consumed tokens. */
  get index(): number {
    return this.position;
  }

  /** The token at a distance from the current one. After the last token there is only the end. */
  at(distance: number): SourceToken {
    const index = this.position + distance;
    for (;;) {
      const token = this.visible[index];
      if (token !== undefined) return token;
      const last = this.visible.at(-1);
      if (last?.kind === Token.Eof) return last;
      this.read();
    }
  }

  get previous(): SourceToken | undefined {
    return this.visible[this.position - 1];
  }

  /** Moves to the next token, and reads it at once. The end remains the current token. */
  consume(): void {
    if (this.at(0).kind === Token.Eof) return;
    this.position++;
    this.at(0);
  }

  /** The text from one token to another, with the white space and comments between them. */
  textBetween(first: SourceToken, last: SourceToken): string {
    return this.all
      .slice(first.index, last.index + 1)
      .filter(({ kind }) => kind !== Token.Eof)
      .map(({ text }) => text)
      .join('');
  }

  private read(): void {
    const { lexer } = this;
    lexer.next();
    const text = this.text.slice(lexer.start, lexer.end);
    const { offset } = this;
    for (const _ of text) this.offset++;
    if (lexer.kind === Token.Error) {
      this.reporter.report(offset, `token recognition error at: '${text}'`);
      return;
    }
    const isEnd = lexer.kind === Token.Eof;
    const token = {
      kind: lexer.kind,
      text: isEnd ? '<EOF>' : text,
      offset,
      index: this.all.length,
    };
    this.all.push(token);
    if (token.kind !== Token.Whitespace && token.kind !== Token.Comment) this.visible.push(token);
  }
}
