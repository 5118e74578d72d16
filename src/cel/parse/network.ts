import type { Alternative, Piece, Rule } from './grammar.ts';
import { nextTokens } from './lookahead.ts';
import { RuleNetwork, State, type Transition } from './states.ts';
import { TokenSet } from './token-set.ts';

/** An instruction of the parser. Targets are indices of instructions. */
export type Instruction =
  | {
      readonly type: 'match';
      readonly state: State;
      readonly tokens: TokenSet;
      readonly label: string | undefined;
    }
  | {
      readonly type: 'call';
      readonly state: State;
      readonly callee: RuleNetwork;
      readonly precedence: number;
      readonly label: string | undefined;
    }
  /** Recovers from an error if the next token does not fit. */
  | { readonly type: 'sync'; readonly state: State }
  | { readonly type: 'unless'; readonly tokens: TokenSet; readonly otherwise: Target }
  | { readonly type: 'goto'; readonly target: Target }
  | { readonly type: 'predict'; readonly state: State; readonly targets: readonly Target[] }
  /** Jumps to the case that contains the next token; any other token is an error. */
  | { readonly type: 'switch'; readonly cases: readonly { tokens: TokenSet; target: Target }[] }
  | { readonly type: 'form'; readonly name: string }
  /** Makes the node of the rule so far the left operand of an alternative. */
  | { readonly type: 'suffix'; readonly name: string }
  | { readonly type: 'return' };

/** The index of an instruction, which is set when the instructions before it exist. */
interface Target {
  index: number;
}

/** A grammar as a network of states, and as the instructions that follow it. */
export interface Network {
  readonly start: RuleNetwork;
  readonly instructions: readonly Instruction[];
}

export function buildNetwork(grammar: readonly Rule[]): Network {
  return new NetworkBuilder(grammar).build();
}

class NetworkBuilder {
  private readonly grammar: readonly Rule[];
  private readonly rules = new Map<string, RuleNetwork>();
  private readonly instructions: Instruction[] = [];
  private readonly calls: Extract<Transition, { type: 'rule' }>[] = [];
  private readonly pending: (() => void)[] = [];
  private states = 0;

  constructor(grammar: readonly Rule[]) {
    this.grammar = grammar;
    for (const rule of grammar) {
      this.rules.set(rule.name, new RuleNetwork(rule, this.states));
      this.states += 2;
    }
  }

  build(): Network {
    for (const rule of this.grammar) this.buildRule(rule, this.ruleNamed(rule.name));
    for (const { callee, precedence, follow } of this.calls) {
      const outermostReturn = callee.recursive && precedence === 0 ? callee.start : undefined;
      callee.stop.transitions.push({ type: 'epsilon', target: follow, outermostReturn });
    }
    // The first tokens of an element are known when the network is complete.
    for (const fill of this.pending) fill();
    const [first] = this.grammar;
    if (first === undefined) throw new RangeError('a grammar has rules');
    return { start: this.ruleNamed(first.name), instructions: this.instructions };
  }

  private ruleNamed(name: string): RuleNetwork {
    const rule = this.rules.get(name);
    if (rule === undefined) throw new RangeError(`no rule ${name}`);
    return rule;
  }

  private state(kind: State['kind'], rule: RuleNetwork): State {
    return new State(this.states++, kind, rule);
  }

  private here(): Target {
    return { index: this.instructions.length };
  }

  private emit(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  private buildRule(rule: Rule, network: RuleNetwork): void {
    network.entry = this.instructions.length;
    const end = this.state('basic', network);
    this.sequence(rule.pieces, network.start, end);
    link(rule.suffixes.length > 0 ? this.suffixes(rule, end) : end, network.stop);
    this.emit({ type: 'return' });
  }

  /** Connects two states with a sequence of elements. Without elements, both can be the same state. */
  private sequence(pieces: readonly Piece[], from: State, to: State): void {
    let state = from;
    for (const [index, piece] of pieces.entries()) {
      // The last elements of several alternatives lead directly to one common state. Predictions compare states, so
      // they find conflicts here.
      state = this.piece(piece, state, index === pieces.length - 1 ? to : undefined);
    }
    if (state !== to) link(state, to);
  }

  /** Adds an element after a state; it ends at `to` if that is given and the element is not a block. */
  private piece(piece: Piece, from: State, to: State | undefined): State {
    switch (piece.type) {
      case 'token': {
        const target = to ?? this.state('basic', from.rule);
        const tokens = TokenSet.of(piece.kinds);
        from.transitions.push({ type: 'tokens', target, tokens });
        this.emit({ type: 'match', state: from, tokens, label: piece.label });
        return target;
      }
      case 'rule': {
        const callee = this.ruleNamed(piece.rule);
        const { precedence, label } = piece;
        const follow = to ?? this.state('basic', from.rule);
        const call = { type: 'rule', target: callee.start, callee, precedence, follow } as const;
        from.transitions.push(call);
        this.calls.push(call);
        this.emit({ type: 'call', state: from, callee, precedence, label });
        return follow;
      }
      case 'optional':
        return this.optional(piece.body, piece.predicted, from);
      case 'star':
        return this.loop(from, piece.predicted, (first, end) => {
          this.sequence(piece.body, first, end);
        });
      case 'plus':
        return this.plus(piece.body, piece.predicted, from);
      case 'choice':
        return this.choice(piece.alternatives, piece.predicted, from);
    }
  }

  /** Continues if an element starts with the next token, and jumps to `otherwise` if not. */
  private unless(part: State, otherwise: Target): void {
    const tokens = new TokenSet();
    this.emit({ type: 'unless', tokens, otherwise });
    this.pending.push(() => tokens.addAll(nextTokens(part)));
  }

  private optional(body: readonly Piece[], predicted: boolean, from: State): State {
    const block = this.state('block', from.rule);
    const first = this.state('basic', from.rule);
    const end = this.state('basic', from.rule);
    link(from, block);
    link(block, first);
    link(block, end);
    this.emit({ type: 'sync', state: block });
    const after = { index: -1 };
    if (predicted) {
      const inside = { index: this.instructions.length + 1 };
      this.emit({ type: 'predict', state: block, targets: [inside, after] });
    } else this.unless(first, after);
    this.sequence(body, first, end);
    after.index = this.instructions.length;
    return end;
  }

  private loop(from: State, predicted: boolean, body: (first: State, end: State) => void): State {
    const entry = this.state('loopEntry', from.rule);
    const block = this.state('block', from.rule);
    const end = this.state('basic', from.rule);
    const back = this.state('loopBack', from.rule);
    link(from, entry);
    link(entry, block);
    link(entry, end);
    link(back, entry);
    this.emit({ type: 'sync', state: entry });
    const head = this.here();
    const after = { index: -1 };
    if (predicted) {
      const inside = { index: this.instructions.length + 1 };
      this.emit({ type: 'predict', state: entry, targets: [inside, after] });
    } else this.unless(block, after);
    body(block, back);
    this.emit({ type: 'sync', state: back });
    this.emit({ type: 'goto', target: head });
    after.index = this.instructions.length;
    return end;
  }

  private plus(body: readonly Piece[], predicted: boolean, from: State): State {
    const block = this.state('block', from.rule);
    const first = this.state('basic', from.rule);
    const back = this.state('loopBack', from.rule);
    const end = this.state('basic', from.rule);
    link(from, block);
    link(block, first);
    link(back, block);
    link(back, end);
    this.emit({ type: 'sync', state: block });
    const inside = this.here();
    this.sequence(body, first, back);
    this.emit({ type: 'sync', state: back });
    const after = { index: -1 };
    if (predicted) this.emit({ type: 'predict', state: back, targets: [inside, after] });
    else {
      this.unless(block, after);
      this.emit({ type: 'goto', target: inside });
    }
    after.index = this.instructions.length;
    return end;
  }

  private choice(alternatives: readonly Alternative[], predicted: boolean, from: State): State {
    const block = this.state('block', from.rule);
    const end = this.state('basic', from.rule);
    link(from, block);
    this.alternatives(alternatives, predicted, block, (alternative, first) => {
      this.emit({ type: 'form', name: alternative.name });
      this.sequence(alternative.pieces, first, end);
    });
    return end;
  }

  private alternatives<T extends Alternative>(
    alternatives: readonly T[],
    predicted: boolean,
    block: State,
    build: (alternative: T, first: State) => void,
  ): void {
    const cases = alternatives.map(() => ({ tokens: new TokenSet(), target: { index: -1 } }));
    this.emit({ type: 'sync', state: block });
    if (predicted) {
      this.emit({ type: 'predict', state: block, targets: cases.map(({ target }) => target) });
    } else this.emit({ type: 'switch', cases });
    const after = { index: -1 };
    for (const [index, alternative] of alternatives.entries()) {
      const first = this.state('basic', block.rule);
      link(block, first);
      const chosen = cases[index];
      if (chosen !== undefined) {
        chosen.target.index = this.instructions.length;
        this.pending.push(() => chosen.tokens.addAll(nextTokens(first)));
      }
      build(alternative, first);
      this.emit({ type: 'goto', target: after });
    }
    after.index = this.instructions.length;
  }

  /** The loop over the operators of a left-recursive rule. */
  private suffixes(rule: Rule, from: State): State {
    const build = (suffix: Rule['suffixes'][number], first: State, to: State) => {
      const target = this.state('basic', first.rule);
      first.transitions.push({ type: 'precedence', target, precedence: suffix.precedence });
      this.emit({ type: 'suffix', name: suffix.name });
      this.sequence(suffix.pieces, target, to);
    };
    const [only, ...others] = rule.suffixes;
    const end = this.loop(from, true, (block, back) => {
      if (only !== undefined && others.length === 0) {
        const first = this.state('basic', block.rule);
        link(block, first);
        build(only, first, back);
        return;
      }
      this.alternatives(rule.suffixes, true, block, (suffix, first) => build(suffix, first, back));
    });
    from.rule.operatorLoop = loopEntryAfter(from);
    return end;
  }
}

function link(from: State, target: State): void {
  from.transitions.push({ type: 'epsilon', target, outermostReturn: undefined });
}

function loopEntryAfter(from: State): State | undefined {
  return from.transitions.map(({ target }) => target).find(({ kind }) => kind === 'loopEntry');
}
