import type { Config, ConfigSet } from './prediction-config.ts';
import type { ContextStore } from './prediction-context.ts';
import type { State, Transition } from './states.ts';
import { Token } from './tokens.ts';

/** Computes the states that can be reached from configurations without consuming a token. */
export class Closure {
  private readonly contexts: ContextStore;
  private readonly decision: State;
  /** The precedence of the parser if the prediction depends on the callers; undefined otherwise. */
  private readonly precedence: number | undefined;
  private busy = new Set<string>();

  constructor(contexts: ContextStore, decision: State, precedence: number | undefined) {
    this.contexts = contexts;
    this.decision = decision;
    this.precedence = precedence;
  }

  /** The part of the cache key that distinguishes closures with different options. */
  get key(): string {
    return `${this.decision.id} ${this.precedence}`;
  }

  get inContext(): boolean {
    return this.precedence !== undefined;
  }

  begin(): void {
    this.busy = new Set();
  }

  expand(config: Config, set: ConfigSet, steps: Steps): void {
    this.begin();
    this.follow(config, set, steps, 0);
  }

  continue(config: Config, set: ConfigSet, steps: Steps): void {
    this.follow(config, set, steps, 0);
  }

  private follow(config: Config, set: ConfigSet, steps: Steps, depth: number): void {
    const stack = [config];
    for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
      if (current.state.kind === 'stop') {
        if (!current.context.isEmpty) {
          for (const { follow, parent } of current.context.calls) {
            stack.push({ ...current, state: follow, context: parent, unfiltered: false });
          }
          continue;
        }
        if (this.inContext) {
          set.add(current);
          continue;
        }
      }
      this.step(current, set, steps, depth);
    }
  }

  private step(config: Config, set: ConfigSet, steps: Steps, depth: number): void {
    const { state } = config;
    if (!state.passesOn) set.add(config);
    for (const [index, transition] of state.transitions.entries()) {
      if (index === 0 && leavesOperatorToOuterLoop(config)) continue;
      const target = this.target(config, transition, steps, depth);
      if (target === undefined) continue;
      let nextDepth = depth;
      if (state.kind === 'stop') {
        if (
          this.decision.choosesOperator &&
          transition.type === 'epsilon' &&
          transition.outermostReturn?.rule === this.decision.rule
        ) {
          target.unfiltered = true;
        }
        target.outer++;
        if (this.wasHere(target)) continue;
        nextDepth--;
      } else {
        if (transition.type === 'tokens' && this.wasHere(target)) continue;
        if (transition.type === 'rule' && nextDepth >= 0) nextDepth++;
      }
      this.follow(target, set, steps, nextDepth);
    }
  }

  private wasHere(config: Config): boolean {
    const { state, alt, precedence, context, unfiltered } = config;
    const key = `${state.id} ${alt} ${precedence} ${context.id} ${unfiltered}`;
    if (this.busy.has(key)) return true;
    this.busy.add(key);
    return false;
  }

  private target(
    config: Config,
    transition: Transition,
    steps: Steps,
    depth: number,
  ): Config | undefined {
    switch (transition.type) {
      case 'epsilon':
        return { ...config, state: transition.target };
      case 'rule': {
        const context = this.contexts.call(transition.follow, config.context);
        return { ...config, state: transition.target, context };
      }
      case 'precedence': {
        const state = transition.target;
        if (!steps.collect || depth !== 0) return { ...config, state };
        if (this.precedence !== undefined) {
          return transition.precedence >= this.precedence ? { ...config, state } : undefined;
        }
        const { precedence } = transition;
        const lower =
          config.precedence === 0 ? precedence : Math.min(precedence, config.precedence);
        return { ...config, state, precedence: lower };
      }
      case 'tokens':
        return steps.eof && transition.tokens.has(Token.Eof)
          ? { ...config, state: transition.target }
          : undefined;
    }
  }
}

interface Steps {
  /** True if precedences count. They count only before the first token. */
  readonly collect: boolean;
  /** True if the end of the expression has been consumed; it can be consumed any number of times. */
  readonly eof: boolean;
}

/**
 * Reports whether an operator after a right operand is consumed by the enclosing loop and not by the loop of the
 * operand.
 */
function leavesOperatorToOuterLoop({ state, context }: Config): boolean {
  return (
    state.choosesOperator &&
    !context.isEmpty &&
    context.calls.every(({ follow }) => follow.rule === state.rule)
  );
}
