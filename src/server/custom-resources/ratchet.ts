import type { CorrelatedValue } from '../crd/values/correlated-value.ts';

/**
 * Decides whether a rule that fails in an update only leads to a warning, because its value is unchanged. The value is
 * the value of the rule or, if that cannot be correlated, the nearest value around it that can.
 *
 * Source: `ratchetingOptions` in `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.
 */
export class RuleRatchet {
  readonly #current: CorrelatedValue | undefined;
  readonly #around: CorrelatedValue | undefined;

  private constructor(current: CorrelatedValue | undefined, around: CorrelatedValue | undefined) {
    this.#current = current;
    this.#around = around;
  }

  /** The ratchet at the root of an updated object. */
  static atRoot(object: CorrelatedValue): RuleRatchet {
    return new RuleRatchet(object, undefined);
  }

  /** Reports whether failures of the rules at this value are warnings. */
  get holds(): boolean {
    return (this.#current ?? this.#around)?.isUnchanged() ?? false;
  }

  key(name: string): RuleRatchet {
    if (this.#current === undefined) return this;
    const isTypeOfObject = name === 'apiVersion' || name === 'kind';
    if (this.#around === undefined && isTypeOfObject) return new RuleRatchet(undefined, undefined);
    return new RuleRatchet(this.#current.key(name), this.#current);
  }

  index(position: number): RuleRatchet {
    if (this.#current === undefined) return this;
    return new RuleRatchet(this.#current.index(position), this.#current);
  }
}
