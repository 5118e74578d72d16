import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Caller } from './lookahead.ts';
import type { State } from './states.ts';

/**
 * The stack of active rule calls in a prediction: for the innermost calls the state at which the caller continues,
 * and the context of that caller. Equal contexts are the same object.
 *
 * `NO_CALLS` has no calls. In a prediction that ignores the callers of the rule, it represents all callers.
 */
export class PredictionContext {
  readonly id: number;
  readonly calls: readonly ContextCall[];

  constructor(id: number, calls: readonly ContextCall[]) {
    this.id = id;
    this.calls = calls;
  }

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }
}

interface ContextCall {
  readonly follow: State;
  readonly parent: PredictionContext;
}

export const NO_CALLS = new PredictionContext(0, []);

/** Creates contexts, and caches them so that equal ones are identical. */
export class ContextStore {
  private readonly contexts = new Map<string, PredictionContext>();
  private readonly known = new WeakMap<Caller, PredictionContext>();

  get size(): number {
    return this.contexts.size;
  }

  call(follow: State, parent: PredictionContext): PredictionContext {
    return this.of([{ follow, parent }]);
  }

  /** The context of the active rules. */
  ofCallers(caller: Caller | undefined): PredictionContext {
    const unknown: Caller[] = [];
    let next = caller;
    while (next !== undefined && !this.known.has(next)) {
      unknown.push(next);
      next = next.caller;
    }
    let context = next === undefined ? NO_CALLS : (this.known.get(next) ?? NO_CALLS);
    for (const inner of unknown.reverse()) {
      context = this.call(inner.follow, context);
      this.known.set(inner, context);
    }
    return context;
  }

  /** The union of two contexts. The union with the one that represents all callers is that one. */
  merge(a: PredictionContext, b: PredictionContext): PredictionContext {
    if (a === b) return a;
    if (a.isEmpty || b.isEmpty) return NO_CALLS;
    const calls = [...a.calls];
    for (const call of b.calls) {
      const index = calls.findIndex(({ follow }) => follow === call.follow);
      const same = calls[index];
      if (same === undefined) calls.push(call);
      else calls[index] = { follow: call.follow, parent: this.merge(same.parent, call.parent) };
    }
    return this.of(calls.sort((x, y) => x.follow.id - y.follow.id));
  }

  private of(calls: readonly ContextCall[]): PredictionContext {
    const key = calls.map(({ follow, parent }) => `${follow.id}.${parent.id}`).join();
    return getOrCompute(
      this.contexts,
      key,
      () => new PredictionContext(this.contexts.size + 1, calls),
    );
  }
}
