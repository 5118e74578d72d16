import type { Caller } from './lookahead.ts';
import type { State } from './network.ts';

/**
 * The calls that a prediction is in: for each of the innermost ones where its caller goes on, and
 * what that caller was called by. Equal contexts are the same object.
 *
 * Without any call it is `NO_CALLS`: in a prediction that doesn't look at who called the rule, that
 * stands for all callers.
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

/** Makes contexts, and keeps them so that equal ones are the same. */
export class ContextStore {
  private readonly contexts = new Map<string, PredictionContext>();
  private readonly known = new WeakMap<Caller, PredictionContext>();

  get size(): number {
    return this.contexts.size;
  }

  call(follow: State, parent: PredictionContext): PredictionContext {
    return this.of([{ follow, parent }]);
  }

  /** The context of the rules that are under way. */
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

  /** What is in either. Of all callers and some, all remain. */
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
    let context = this.contexts.get(key);
    if (context === undefined) {
      context = new PredictionContext(this.contexts.size + 1, calls);
      this.contexts.set(key, context);
    }
    return context;
  }
}
