import { suggestion } from '../result/suggestion.ts';
import { allKinds, type KindFacts, servedVersions } from '../server/kubernetes/kinds.ts';
import { MINORS, type Minor } from '../server/kubernetes/minors.ts';

/** A built-in kind in one of the versions that a minor serves. */
export interface BuiltInVersion {
  readonly facts: KindFacts;
  readonly apiVersion: string;
}

/** A version that was found, or the problem with its name; `isKnown` is true if there is a kind of this name. */
type FoundBuiltIn =
  | ({ readonly ok: true } & BuiltInVersion)
  | { readonly ok: false; readonly isKnown: boolean; readonly problem: string };

/**
 * Finds a built-in kind in the version that its name has. Without a version, it is the one that kubectl prefers.
 *
 * @param name such as `Deployment` or `apps/v1/Deployment`; for the kind, all names that kubectl accepts
 * @param words more words that may have been misspelled
 * @param advice for a name that is similar to none
 */
export function findBuiltIn(
  name: string,
  minor: Minor,
  words: readonly string[] = [],
  advice = 'the name of a built-in kind is one such as Deployment',
): FoundBuiltIn {
  const slash = name.lastIndexOf('/');
  const word = name.slice(slash + 1);
  const lower = word.toLowerCase();
  const kinds = allKinds().filter(({ validated }) => validated);
  const named = kinds.filter(({ kind, plural, shortNames = [] }) =>
    [kind.toLowerCase(), plural, ...shortNames].includes(lower),
  );
  const [first] = named;
  if (first === undefined) {
    const known = kinds.map((one) => one.kind);
    const meant = suggestion(word, [...known, ...words]) || `; ${advice}`;
    return { ok: false, isKnown: false, problem: `unknown kind ${word}${meant}` };
  }
  const versions = named.flatMap((facts) =>
    servedVersions(facts, minor).map((apiVersion) => ({ facts, apiVersion })),
  );
  const asked = slash < 0 ? undefined : name.slice(0, slash);
  const found = versions.find(({ apiVersion }) => asked === undefined || apiVersion === asked);
  if (found !== undefined) return { ok: true, ...found };
  const described = asked === undefined ? first.kind : `${asked} ${first.kind}`;
  const served =
    versions.length > 0
      ? `it serves ${versions.map(({ apiVersion }) => apiVersion).join(', ')}`
      : minorsThatServe(named);
  const problem = `Kubernetes ${minor} does not serve ${described}; ${served}`;
  return { ok: false, isKnown: true, problem };
}

function minorsThatServe(kinds: readonly KindFacts[]): string {
  const minors = MINORS.filter((minor) =>
    kinds.some((facts) => servedVersions(facts, minor).length > 0),
  );
  return minors.length > 0 ? `${minors.join(', ')} do` : 'all minors need flags for it';
}
