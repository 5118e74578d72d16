import type { Rule } from './grammar.ts';
import type { TokenSet } from './token-set.ts';

/** A transition between two states, for a token or without one. */
export type Transition =
  | {
      readonly type: 'epsilon';
      readonly target: State;
      readonly outermostReturn: State | undefined;
    }
  | { readonly type: 'tokens'; readonly target: State; readonly tokens: TokenSet }
  | {
      readonly type: 'rule';
      readonly target: State;
      readonly callee: RuleNetwork;
      readonly precedence: number;
      /** The state at which the caller continues. */
      readonly follow: State;
    }
  | { readonly type: 'precedence'; readonly target: State; readonly precedence: number };

/**
 * A state between two elements of a rule. `block` and `loopEntry` are decisions; `loopBack` is the end of an iteration.
 */
export class State {
  readonly id: number;
  readonly kind: 'basic' | 'block' | 'loopEntry' | 'loopBack' | 'stop';
  readonly rule: RuleNetwork;
  readonly transitions: Transition[] = [];

  constructor(id: number, kind: State['kind'], rule: RuleNetwork) {
    this.id = id;
    this.kind = kind;
    this.rule = rule;
  }

  /** Reports whether no transition of this state consumes a token. */
  get passesOn(): boolean {
    return this.transitions.length > 0 && this.transitions.every(({ type }) => type !== 'tokens');
  }

  /** Reports whether this state decides between another operator of a left-recursive rule and the end of the rule. */
  get choosesOperator(): boolean {
    return this.kind === 'loopEntry' && this.rule.operatorLoop === this;
  }
}

export class RuleNetwork {
  readonly name: string;
  /** The name of the alternative if it is known at the start of the rule. */
  readonly form: string | undefined;
  /** True if the rule is left-recursive. */
  readonly recursive: boolean;
  /** The index of its first instruction. */
  entry = -1;
  operatorLoop: State | undefined;
  start: State;
  stop: State;

  constructor(rule: Rule, firstId: number) {
    this.name = rule.name;
    this.form = rule.form;
    this.recursive = rule.suffixes.length > 0;
    this.start = new State(firstId, 'basic', this);
    this.stop = new State(firstId + 1, 'stop', this);
  }
}
