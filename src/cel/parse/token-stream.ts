import type { Reporter } from './error-recovery.ts';
import { Lexer } from './lexer.ts';
import { Token } from './tokens.ts';

/** A token, or one that the recovery from an error made up, with a text that says so. */
export interface SourceToken {
  readonly kind: number;
  readonly text: string;
  /** Where it begins, in code points. */
  readonly offset: number;
  /** Its number among all tokens, blanks and comments included; -1 of one that was made up. */
  readonly index: number;
}

/**
 * The tokens of an expression, read no further than somebody looks: what is wrong behind the place
 * where the parser gives up is never reported. Characters that begin no token are left out.
 */
export class TokenStream {
  private readonly text: string;
  private readonly lexer: Lexer;
  private readonly reporter: Reporter;
  private readonly all: SourceToken[] = [];
  /** Those that are no blanks and comments. */
  private readonly visible: SourceToken[] = [];
  private position = 0;
  private offset = 0;

  /** The reporter is told of characters that begin no token, when they are come upon. */
  constructor(text: string, escapedIdentifiers: boolean, reporter: Reporter) {
    this.text = text;
    this.lexer = new Lexer(text, escapedIdentifiers);
    this.reporter = reporter;
  }

  /** How many tokens were consumed. */
  get index(): number {
    return this.position;
  }

  /** The token at a distance from the current one; behind the end there is only the end. */
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

  /** Goes on to the next token, which is read at once; the end remains the current token. */
  consume(): void {
    if (this.at(0).kind === Token.Eof) return;
    this.position++;
    this.at(0);
  }

  /** The text from one token to another, blanks and comments between them included. */
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
