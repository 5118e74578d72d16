import type { NamedKind } from '../../rule/custom-kinds.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { InputFacts } from '../../sources/installations/input-facts.ts';
import type { CustomKinds } from '../memory/custom-kinds.ts';

/** Everything in the input of a run that rules about an installation can look up. */
export interface LookupInput {
  readonly facts: InputFacts;
  readonly kinds: CustomKinds;
}

type Answer = boolean | NamedKind | undefined;

export interface Lookup {
  readonly ask: (input: LookupInput) => Answer;
  readonly answer: Answer;
}

/** Looks up what rules about one installation need to know about the rest of the input. */
export class InputLookups {
  readonly #input: LookupInput;
  readonly #made: Map<string, Lookup> | undefined;

  /** @param made gets each lookup, by a text that identifies it; absent if they need not be known */
  constructor(input: LookupInput, made?: Map<string, Lookup>) {
    this.#input = input;
    this.#made = made;
  }

  /** Reports whether a file has an object of a kind and name; without a namespace, in any. */
  hasObject(group: string, kind: string, name: string, namespace: string | undefined): boolean {
    return this.#lookUp([group, kind, name, namespace], ({ facts }) =>
      facts.has(group, kind, name, namespace),
    );
  }

  /** Reports whether a Namespace of some file has a label; without a value, with any. */
  hasNamespaceLabel(key: string, value: string | undefined): boolean {
    return this.#lookUp(['a label of namespaces', key, value], ({ facts }) =>
      facts.hasNamespaceLabel(key, value),
    );
  }

  /** The kind that an object in a file sees. Undefined if no CRD serves it. */
  customKind(file: string, minor: Minor, of: GroupVersionKind): NamedKind | undefined {
    return this.#lookUp([file, minor, of.group, of.version, of.kind], ({ kinds }) =>
      kinds.namedFrom(file, minor, of),
    );
  }

  #lookUp<T extends Answer>(
    names: readonly (string | undefined)[],
    ask: (input: LookupInput) => T,
  ): T {
    const answer = ask(this.#input);
    this.#made?.set(JSON.stringify(names), { ask, answer });
    return answer;
  }
}

/** Reports whether a lookup has the same answer in another input. */
export function hasSameAnswer({ ask, answer }: Lookup, input: LookupInput): boolean {
  const other = ask(input);
  if (typeof answer !== 'object' || typeof other !== 'object') return answer === other;
  return answer.plural === other.plural && answer.isNamespaced === other.isNamespaced;
}
