import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Caller } from './lookahead.ts';
import { Closure } from './prediction-closure.ts';
import {
  type Alt,
  type Config,
  ConfigSet,
  isConflict,
  onlyAlt,
  viableAlt,
} from './prediction-config.ts';
import { ContextStore, NO_CALLS, type PredictionContext } from './prediction-context.ts';
import type { State } from './states.ts';
import { Token } from './tokens.ts';

/** The result of looking ahead some tokens: the possible configurations, and the alternative if it is decided. */
interface Lookahead {
  readonly configs: readonly Config[];
  /** The only remaining alternative; 0 if there are several. */
  readonly decided: Alt;
  /** True if the decision depends on the callers of the rule. */
  readonly conflicting: boolean;
  readonly next: Map<number, Lookahead | undefined>;
}

/** The state of the parser that a prediction depends on. */
interface PredictionInput {
  /** The kind of the token at a distance from the current one, which is at distance 0. */
  kindAt(distance: number): number;
  readonly caller: Caller | undefined;
  readonly precedence: number;
}

/** The predicted alternative, or the distance from the current token to the one for which no alternative remains. */
type Prediction = { readonly alt: Alt } | { readonly failedAt: number };

/** The number of entries at which the cache of predictions is cleared. */
const MEMORY_LIMIT = 20_000;

/**
 * Chooses between the alternatives of a decision by looking ahead as far as necessary: first independently of the
 * callers of the rule, and if several alternatives remain, with the callers.
 *
 * Source: the ALL(*) prediction in the Go runtime of ANTLR 4.13 (`parser_atn_simulator.go`). Its decisions for wrong
 * input determine the messages of syntax errors.
 */
export class Predictor {
  private contexts = new ContextStore();
  private starts = new Map<string, Lookahead>();
  private lookaheads = new Map<string, Lookahead>();

  predict(decision: State, input: PredictionInput): Prediction {
    if (this.lookaheads.size + this.contexts.size > MEMORY_LIMIT) this.forget();
    const closure = new Closure(this.contexts, decision, undefined);
    let lookahead = this.startOf(decision, input, closure);
    for (let distance = 0; ; distance++) {
      const next = this.after(lookahead, input.kindAt(distance), closure);
      if (next === undefined) return fallback(lookahead.configs, input, distance);
      if (next.conflicting) return this.predictInContext(decision, input);
      if (next.decided !== 0) {
        return meetsPrecedence(next.configs, next.decided, input.precedence)
          ? { alt: next.decided }
          : { failedAt: 0 };
      }
      lookahead = next;
    }
  }

  private predictInContext(decision: State, input: PredictionInput): Prediction {
    const closure = new Closure(this.contexts, decision, input.precedence);
    let lookahead = this.startInContext(decision, input, closure);
    for (let distance = 0; ; distance++) {
      const next = this.after(lookahead, input.kindAt(distance), closure);
      // In contrast to a prediction without the callers, the error is at the first token.
      if (next === undefined) return fallback(lookahead.configs, input, 0);
      if (next.decided !== 0) return { alt: next.decided };
      lookahead = next;
    }
  }

  private forget(): void {
    this.contexts = new ContextStore();
    this.starts = new Map();
    this.lookaheads = new Map();
  }

  private startOf(decision: State, input: PredictionInput, closure: Closure): Lookahead {
    const precedence = decision.choosesOperator ? input.precedence : 0;
    return this.start(`${decision.id} ${precedence}`, () => {
      const { configs } = this.startConfigs(decision, NO_CALLS, closure);
      return decision.choosesOperator ? this.filterPrecedence(configs, precedence) : configs;
    });
  }

  private startInContext(decision: State, input: PredictionInput, closure: Closure): Lookahead {
    const context = this.contexts.ofCallers(input.caller);
    return this.start(
      `${decision.id} ${input.precedence} ${context.id}`,
      () => this.startConfigs(decision, context, closure).configs,
    );
  }

  private start(key: string, configs: () => readonly Config[]): Lookahead {
    return getOrCompute(this.starts, key, () => {
      return { configs: configs(), decided: 0, conflicting: false, next: new Map() };
    });
  }

  private startConfigs(decision: State, context: PredictionContext, closure: Closure): ConfigSet {
    const set = new ConfigSet(this.contexts);
    for (const [index, { target }] of decision.transitions.entries()) {
      const alt = index + 1;
      const start = { state: target, alt, precedence: 0, context, outer: 0, unfiltered: false };
      closure.expand(start, set, { collect: true, eof: false });
    }
    return set;
  }

  /** Removes operators with too low a precedence, and exits from the rule that only lead back to these operators. */
  private filterPrecedence(configs: readonly Config[], precedence: number): readonly Config[] {
    const set = new ConfigSet(this.contexts);
    const operators = new Map<State, PredictionContext>();
    for (const config of configs) {
      if (config.alt !== 1) continue;
      if (config.precedence !== 0 && config.precedence < precedence) continue;
      operators.set(config.state, config.context);
      set.add({ ...config, precedence: 0 });
    }
    for (const config of configs) {
      if (config.alt === 1) continue;
      if (!config.unfiltered && operators.get(config.state) === config.context) continue;
      set.add({ ...config });
    }
    return set.configs;
  }

  private after(lookahead: Lookahead, kind: number, closure: Closure): Lookahead | undefined {
    const { next } = lookahead;
    if (next.has(kind)) return next.get(kind);
    const set = this.reach(lookahead.configs, kind, closure);
    const reached = set === undefined ? undefined : this.remember(set, closure);
    next.set(kind, reached);
    return reached;
  }

  private remember(set: ConfigSet, closure: Closure): Lookahead {
    const key = `${closure.key} ${set.key}`;
    const known = this.lookaheads.get(key);
    if (known !== undefined) return known;
    const { configs } = set;
    let decided = onlyAlt(configs);
    if (decided === 0 && closure.inContext) decided = viableAlt(configs);
    const conflicting = decided === 0 && !closure.inContext && isConflict(configs);
    const lookahead = { configs, decided, conflicting, next: new Map() };
    this.lookaheads.set(key, lookahead);
    return lookahead;
  }

  /** The configurations after one more token; undefined if there are none. */
  private reach(configs: readonly Config[], kind: number, closure: Closure): ConfigSet | undefined {
    const moved = new ConfigSet(this.contexts);
    const ended: Config[] = [];
    for (const config of configs) {
      if (config.state.kind === 'stop') {
        if (closure.inContext || kind === Token.Eof) ended.push(config);
        continue;
      }
      for (const transition of config.state.transitions) {
        if (transition.type === 'tokens' && transition.tokens.has(kind)) {
          moved.add({ ...config, state: transition.target });
        }
      }
    }
    const isDecided = ended.length === 0 && kind !== Token.Eof && onlyAlt(moved.configs) !== 0;
    let reached = moved;
    if (!isDecided) {
      reached = new ConfigSet(this.contexts);
      const steps = { collect: false, eof: kind === Token.Eof };
      closure.begin();
      for (const config of moved.configs) closure.continue(config, reached, steps);
    }
    if (kind === Token.Eof) reached = this.atEnd(reached);
    const hasEnded = reached.configs.some(({ state }) => state.kind === 'stop');
    if (!closure.inContext || !hasEnded) for (const config of ended) reached.add(config);
    return reached.configs.length === 0 ? undefined : reached;
  }

  /** The configurations after the end of the expression whose rules can end there. */
  private atEnd(set: ConfigSet): ConfigSet {
    if (set.configs.every(({ state }) => state.kind === 'stop')) return set;
    const result = new ConfigSet(this.contexts);
    for (const config of set.configs) {
      if (config.state.kind === 'stop') result.add(config);
    }
    return result;
  }
}

function meetsPrecedence(configs: readonly Config[], alt: Alt, precedence: number): boolean {
  const demands = configs.filter((config) => config.alt === alt).map((c) => c.precedence);
  return demands.includes(0) || Math.max(...demands) >= precedence;
}

/**
 * If no alternative continues, the lowest one that has reached the end of the rule is still chosen. The error is then
 * reported by the caller, which knows more expected tokens.
 */
function fallback(
  configs: readonly Config[],
  { precedence }: PredictionInput,
  distance: number,
): Prediction {
  const ended = configs.filter(
    ({ outer, state, context }) => outer > 0 || (state.kind === 'stop' && context.isEmpty),
  );
  const valid = ended.filter(
    (config) => config.precedence === 0 || config.precedence >= precedence,
  );
  const alts = (valid.length > 0 ? valid : ended).map(({ alt }) => alt);
  return alts.length > 0 ? { alt: Math.min(...alts) } : { failedAt: distance };
}
