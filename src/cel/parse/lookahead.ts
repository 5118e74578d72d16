import { getOrCompute } from '../../base/get-or-compute.ts';
import type { State } from './states.ts';
import { EPSILON, TokenSet } from './token-set.ts';
import { Token } from './tokens.ts';

/** An active rule, with the state at which its caller continues, and the caller itself. */
export interface Caller {
  readonly follow: State;
  readonly caller: Caller | undefined;
}

const WITHIN_RULES = new WeakMap<State, TokenSet>();

/** The tokens that can follow a state within its rule. `EPSILON` is the end of the rule. */
export function nextTokens(state: State): TokenSet {
  return getOrCompute(WITHIN_RULES, state, () => {
    const tokens = new TokenSet();
    look(state, undefined, EPSILON, tokens);
    return tokens;
  });
}

/** The tokens that can follow a state, also after the ends of its rule and of the calling rules. */
export function nextTokensIn(state: State, caller: Caller | undefined): TokenSet {
  const tokens = new TokenSet();
  look(state, caller, Token.Eof, tokens);
  return tokens;
}

/**
 * The expected tokens that errors list at a state. In contrast to `nextTokensIn`, the tokens of the callers are added
 * one after the other, which determines the order in the message.
 */
export function expectedTokens(state: State, caller: Caller | undefined): TokenSet {
  let following = nextTokens(state);
  if (!following.has(EPSILON)) return following;
  let expected = following.withoutEpsilon();
  for (let next = caller; next !== undefined && following.has(EPSILON); next = next.caller) {
    following = nextTokens(next.follow);
    expected.addAll(following);
    expected = expected.withoutEpsilon();
  }
  if (following.has(EPSILON)) expected.add(Token.Eof);
  return expected;
}

/** The tokens at which the recovery from an error stops: those that can follow any of the active rules. */
export function recoveryTokens(caller: Caller | undefined): TokenSet {
  const tokens = new TokenSet();
  for (let next = caller; next !== undefined; next = next.caller) {
    tokens.addAll(nextTokens(next.follow));
  }
  return tokens.withoutEpsilon();
}

function look(state: State, caller: Caller | undefined, end: number, tokens: TokenSet): void {
  if (state.kind === 'stop') {
    if (caller === undefined) tokens.add(end);
    else look(caller.follow, caller.caller, end, tokens);
    return;
  }
  for (const transition of state.transitions) {
    switch (transition.type) {
      case 'tokens':
        tokens.addAll(transition.tokens);
        break;
      case 'rule':
        look(transition.target, { follow: transition.follow, caller }, end, tokens);
        break;
      default:
        look(transition.target, caller, end, tokens);
    }
  }
}
