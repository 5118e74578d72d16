import type { NO_SUCH_FIELD, TypeProvider } from '../../../cel/environment.ts';
import type { Type } from '../../../cel/types.ts';

/** A field that was looked up, and the result. */
export interface FieldLookup {
  readonly struct: string;
  readonly field: string;
  readonly found: Type | typeof NO_SUCH_FIELD | undefined;
}

/**
 * The fields that the check of an expression looks up. The result of a check depends on nothing else of a provider, so
 * it is the same for another provider that has the same fields.
 */
export class FieldLookups implements TypeProvider {
  readonly roots: ReadonlySet<string>;
  readonly #providers: readonly TypeProvider[];
  #noted: FieldLookup[] = [];

  /**
   * @param providers the providers, searched in this order. They differ from the providers that the lookups are
   * compared with only in their fields.
   */
  constructor(providers: readonly TypeProvider[]) {
    this.#providers = providers;
    this.roots = new Set(providers.flatMap(({ roots }) => [...roots]));
  }

  /** The lookups since this was called the last time, each once. */
  take(): readonly FieldLookup[] {
    const noted = new Map(this.#noted.map((one) => [`${one.struct}\n${one.field}`, one]));
    this.#noted = [];
    return [...noted.values()];
  }

  /**
   * Reports whether the lookups of another provider have the same results here. Types that are equal must be one
   * object.
   */
  agreesWith(lookups: readonly FieldLookup[]): boolean {
    return lookups.every(({ struct, field, found }) => this.#find(struct, field) === found);
  }

  findName(name: string): Type | undefined {
    for (const provider of this.#providers) {
      const found = provider.findName(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  findField(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    const found = this.#find(struct, field);
    this.#noted.push({ struct, field, found });
    return found;
  }

  #find(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    for (const provider of this.#providers) {
      const found = provider.findField(struct, field);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
