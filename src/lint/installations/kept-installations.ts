import { areEqualLists } from '../../base/equal-lists.ts';
import type { InstallationFacts } from '../../sources/installations/installations.ts';
import { Patches } from '../../sources/project/kustomize/patches.ts';
import type { Draft } from '../check/draft.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import type { InstallationSources } from './documents-of-installation.ts';
import { hasSameAnswer, type Lookup, type LookupInput } from './input-lookups.ts';

/** A finding about an installation. */
export interface FoundInInstallation {
  /** The number of the object among those of the installation. */
  readonly position: number;
  /** Equal for the same finding about an object in several installations. */
  readonly key: string;
  readonly draft: Draft;
}

/** The result of checking an installation, with everything that it depends on. */
interface CheckedInstallation {
  readonly facts: InstallationFacts;
  /** The texts of its objects, as far as they can be read again. */
  readonly texts: readonly (SourceText | undefined)[];
  readonly lookups: readonly Lookup[];
  readonly found: readonly FoundInInstallation[];
}

/**
 * The results of checking installations, for runs with the same options on sources that change. A result holds in a
 * later run if the installation has the same objects from the same texts, everything that its rules looked up is the
 * same, and so are the patches. It is forgotten if a run does not need it.
 */
export class KeptInstallations {
  #last: ReadonlyMap<string, CheckedInstallation> = new Map();
  #current = new Map<string, CheckedInstallation>();
  #patches = new Patches();

  begin({ patches }: Run): void {
    this.#last = patches.areSameAs(this.#patches) ? this.#current : new Map();
    this.#current = new Map();
    this.#patches = patches;
  }

  /** The findings about an installation, as an earlier run found them; undefined if they may have changed. */
  find(
    facts: InstallationFacts,
    { parts }: InstallationSources,
    { kinds }: Run,
  ): readonly FoundInInstallation[] | undefined {
    const key = keyOf(facts);
    const last = this.#last.get(key);
    const input: LookupInput = { facts: parts.facts, kinds };
    if (
      last === undefined ||
      !areSameFacts(last.facts, facts) ||
      !facts.objects.every((object, at) => isSameObject(last, at, object, parts)) ||
      !last.lookups.every((lookup) => hasSameAnswer(lookup, input))
    ) {
      return undefined;
    }
    this.#current.set(key, { ...last, facts });
    return last.found;
  }

  /** Keeps the findings about an installation. */
  keep(
    facts: InstallationFacts,
    { parts }: InstallationSources,
    lookups: readonly Lookup[],
    found: readonly FoundInInstallation[],
  ): void {
    const texts = facts.objects.map(({ facts: { part } }) => parts.part(part)?.source);
    this.#current.set(keyOf(facts), { facts, texts, lookups, found });
  }
}

function keyOf({ kind, path }: InstallationFacts): string {
  return `${kind} ${path}`;
}

/** Reports whether two states of an installation have the same facts, except for those about its objects. */
function areSameFacts(one: InstallationFacts, other: InstallationFacts): boolean {
  return (
    one.isComplete === other.isComplete &&
    one.objects.length === other.objects.length &&
    one.generatedNames.size === other.generatedNames.size &&
    [...one.generatedNames].every((name) => other.generatedNames.has(name))
  );
}

/**
 * Reports whether an object of an installation is the one that was there before, changed by the same kustomizations.
 */
function isSameObject(
  { facts: { objects }, texts }: CheckedInstallation,
  at: number,
  { facts, kustomizations }: InstallationFacts['objects'][number],
  parts: InstallationSources['parts'],
): boolean {
  const before = objects[at];
  const text = parts.part(facts.part)?.source;
  return (
    before !== undefined &&
    texts[at] === text &&
    areEqualLists(before.kustomizations, kustomizations) &&
    before.facts.line === facts.line &&
    before.facts.item === facts.item &&
    // The facts about an object follow from its text.
    (text !== undefined || before.facts.isSameAs(facts))
  );
}
