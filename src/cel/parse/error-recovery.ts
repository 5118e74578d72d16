import {
  type Caller,
  expectedTokens,
  nextTokens,
  nextTokensIn,
  recoveryTokens,
} from './lookahead.ts';
import type { Reporter } from './reporter.ts';
import type { State } from './states.ts';
import { EPSILON, TokenSet } from './token-set.ts';
import type { SourceToken, TokenStream } from './token-stream.ts';
import { TOKEN_LITERALS, Token } from './tokens.ts';

/**
 * The number of errors from which the parser recovers, and the number of tokens that it skips for each. Source:
 * `parser/parser.go` of cel-go.
 */
const RECOVERY_LIMIT = 30;
const SKIP_LIMIT = 256;

/** A syntax error within a rule. `RecognitionException` in ANTLR. */
export type RecognitionError =
  | { readonly type: 'mismatch' }
  | {
      readonly type: 'noViableAlternative';
      readonly start: SourceToken;
      /** The token for which no alternative remained. */
      readonly at: SourceToken;
    };

/** The end of the parse after too many errors, with the error that is still to be reported. */
export class ParseAborted {
  readonly message: string | undefined;

  constructor(message?: string) {
    this.message = message;
  }
}

/** The position of a parser in the expression and in the grammar. */
export interface ReaderState {
  readonly tokens: TokenStream;
  readonly state: State;
  readonly caller: Caller | undefined;
}

/**
 * Reports syntax errors and recovers from them: by skipping a token if the next one fits, by inserting a missing
 * token, or else by leaving the rule and skipping tokens until one can follow it or an outer rule. No further errors
 * are reported until a token fits again.
 *
 * Source: the default error strategy of the Go runtime of ANTLR 4.13 (`error_strategy.go`), with the limits of cel-go.
 */
export class ErrorRecovery {
  private readonly reader: ReaderState;
  private readonly reporter: Reporter;
  private recovering = false;
  private recoveries = 0;
  /** The position of the last error since a token fitted, so that each recovery skips at least one token. */
  private lastIndex = -1;
  private readonly lastStates = new Set<State>();

  constructor(reader: ReaderState, reporter: Reporter) {
    this.reader = reader;
    this.reporter = reporter;
  }

  private get tokens(): TokenStream {
    return this.reader.tokens;
  }

  private get expected(): TokenSet {
    return expectedTokens(this.reader.state, this.reader.caller);
  }

  /** Consumes a token of one of the given kinds; otherwise skips or inserts a token if that repairs the expression. */
  match(kinds: TokenSet): SourceToken | RecognitionError | ParseAborted {
    const token = this.tokens.at(0);
    if (kinds.has(token.kind)) {
      this.succeed();
      this.tokens.consume();
      return token;
    }
    const failure = this.attempt();
    if (failure !== undefined) return failure;
    if (this.deleteToken()) {
      const matched = this.tokens.at(0);
      this.tokens.consume();
      return matched;
    }
    return this.insertToken() ?? { type: 'mismatch' };
  }

  /** Checks that the next token can start an alternative of a decision, and recovers if not. */
  sync(): RecognitionError | undefined {
    if (this.recovering) return undefined;
    const { state, caller } = this.reader;
    const next = nextTokens(state);
    if (next.has(EPSILON) || next.has(this.tokens.at(0).kind)) return undefined;
    if (state.kind !== 'loopBack') return this.deleteToken() ? undefined : { type: 'mismatch' };
    this.reportUnwanted();
    const stop = new TokenSet();
    stop.addAll(this.expected);
    stop.addAll(recoveryTokens(caller));
    while (!this.stopsAt(stop)) this.tokens.consume();
    return undefined;
  }

  /** Reports the error that ended a rule, and skips tokens that cannot follow it. */
  recover(error: RecognitionError): ParseAborted | undefined {
    this.reportError(error);
    const failure = this.attempt();
    if (failure !== undefined) return failure;
    const { state, caller } = this.reader;
    let skipped = 0;
    if (this.lastIndex === this.tokens.index && this.lastStates.has(state)) {
      this.tokens.consume();
      skipped++;
    }
    this.lastIndex = this.tokens.index;
    this.lastStates.add(state);
    const stop = recoveryTokens(caller);
    while (!this.stopsAt(stop)) {
      if (skipped >= SKIP_LIMIT) {
        return new ParseAborted(`error recovery token lookahead limit exceeded: ${SKIP_LIMIT}`);
      }
      this.tokens.consume();
      skipped++;
    }
    return undefined;
  }

  private stopsAt(stop: TokenSet): boolean {
    const { kind } = this.tokens.at(0);
    return kind === Token.Eof || stop.has(kind);
  }

  private succeed(): void {
    this.recovering = false;
    this.lastIndex = -1;
    this.lastStates.clear();
  }

  private attempt(): ParseAborted | undefined {
    if (this.recoveries === RECOVERY_LIMIT) {
      const message = `error recovery attempt limit exceeded: ${RECOVERY_LIMIT}`;
      this.reporter.report(this.tokens.at(0).offset, message);
      return new ParseAborted();
    }
    this.recoveries++;
    return undefined;
  }

  /** Skips the current token if the next one fits. */
  private deleteToken(): boolean {
    if (!this.expected.has(this.tokens.at(1).kind)) return false;
    this.reportUnwanted();
    this.tokens.consume();
    this.succeed();
    return true;
  }

  /** Inserts the missing token if the current one can follow it. */
  private insertToken(): SourceToken | undefined {
    const { state, caller } = this.reader;
    const [transition] = state.transitions;
    const current = this.tokens.at(0);
    if (transition === undefined || !nextTokensIn(transition.target, caller).has(current.kind)) {
      return undefined;
    }
    this.reportMissing();
    const kind = this.expected.first();
    const located = current.kind === Token.Eof ? (this.tokens.previous ?? current) : current;
    return { kind, text: missingText(kind), offset: located.offset, index: -1 };
  }

  private reportError(error: RecognitionError): void {
    if (this.recovering) return;
    this.recovering = true;
    if (error.type === 'noViableAlternative') {
      const text = this.tokens.textBetween(error.start, error.at);
      const input = error.start.kind === Token.Eof ? '<EOF>' : text;
      this.reporter.report(
        error.at.offset,
        withReservedWord(`no viable alternative at input ${quote(input)}`),
      );
      return;
    }
    const token = this.tokens.at(0);
    this.reporter.report(
      token.offset,
      `mismatched input ${quote(token.text)} expecting ${this.expected}`,
    );
  }

  private reportUnwanted(): void {
    if (this.recovering) return;
    this.recovering = true;
    const token = this.tokens.at(0);
    this.reporter.report(
      token.offset,
      `extraneous input ${quote(token.text)} expecting ${this.expected}`,
    );
  }

  private reportMissing(): void {
    if (this.recovering) return;
    this.recovering = true;
    const token = this.tokens.at(0);
    this.reporter.report(token.offset, `missing ${this.expected} at ${quote(token.text)}`);
  }
}

/** The text of an inserted token. Literals are parsed from it as from any other token. */
function missingText(kind: number): string {
  if (kind === Token.Eof) return '<missing EOF>';
  const literal = TOKEN_LITERALS[kind];
  return kind > 0 && literal !== undefined ? `<missing '${literal}'>` : '<missing undefined>';
}

function quote(text: string): string {
  return `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/**
 * cel-go reports a reserved word used as a name as mismatched input. Source: `reservedIdentifier` in its `parser.go`.
 */
function withReservedWord(message: string): string {
  return message.replace(
    /no viable alternative at input '.(true|false|null)'/gu,
    "mismatched input '$1' expecting IDENTIFIER",
  );
}
