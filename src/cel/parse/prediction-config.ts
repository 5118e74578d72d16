import type { ContextStore, PredictionContext } from './prediction-context.ts';
import type { State } from './states.ts';

/** The number of an alternative, starting at 1. 0 means none. */
export type Alt = number;

/** A state that the parser can be in after the tokens so far if it takes an alternative. `ATNConfig` in ANTLR. */
export interface Config {
  readonly state: State;
  readonly alt: Alt;
  /** The precedence that the path to the state requires; 0 if none. */
  readonly precedence: number;
  context: PredictionContext;
  /** The number of times that the path to the state left the rule in which the prediction started. */
  outer: number;
  /** True if the configuration is kept even if the next token is an operator of an enclosing call of the same rule. */
  unfiltered: boolean;
}

/** A set of configurations. Those that differ only in their contexts are merged. */
export class ConfigSet {
  readonly configs: Config[] = [];
  private readonly byKey = new Map<string, Config>();
  private readonly contexts: ContextStore;

  constructor(contexts: ContextStore) {
    this.contexts = contexts;
  }

  add(config: Config): void {
    const key = `${config.state.id} ${config.alt} ${config.precedence}`;
    const existing = this.byKey.get(key);
    if (existing === undefined) {
      this.byKey.set(key, config);
      this.configs.push(config);
      return;
    }
    existing.context = this.contexts.merge(existing.context, config.context);
    existing.outer = Math.max(existing.outer, config.outer);
    existing.unfiltered ||= config.unfiltered;
  }

  get key(): string {
    return this.configs
      .map(
        (c) => `${c.state.id} ${c.alt} ${c.precedence} ${c.context.id} ${c.outer} ${c.unfiltered}`,
      )
      .join();
  }
}

/** The only alternative of all configurations; 0 if there are several or none. */
export function onlyAlt(configs: readonly Config[]): Alt {
  const alt = configs[0]?.alt ?? 0;
  return configs.every((config) => config.alt === alt) ? alt : 0;
}

function altsBy(configs: readonly Config[], keyOf: (config: Config) => string): Set<Alt>[] {
  const groups = new Map<string, Set<Alt>>();
  for (const config of configs) {
    const key = keyOf(config);
    const alts = groups.get(key) ?? new Set();
    groups.set(key, alts.add(config.alt));
  }
  return [...groups.values()];
}

function altsByState(configs: readonly Config[]): Set<Alt>[] {
  return altsBy(configs, ({ state, context }) => `${state.id} ${context.id}`);
}

/** Reports whether no further token can decide between the alternatives, because they can be in the same states. */
export function isConflict(configs: readonly Config[]): boolean {
  if (configs.every(({ state }) => state.kind === 'stop')) return true;
  return (
    altsByState(configs).some((alts) => alts.size > 1) &&
    altsBy(configs, ({ state }) => `${state.id}`).every((alts) => alts.size > 1)
  );
}

/** The alternative that is the lowest one for each state; 0 if the states differ in it. */
export function viableAlt(configs: readonly Config[]): Alt {
  const lowest = new Set(altsByState(configs).map((alts) => Math.min(...alts)));
  const [alt] = lowest;
  return lowest.size === 1 && alt !== undefined ? alt : 0;
}
