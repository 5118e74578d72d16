import { editDistance } from './edit-distance.ts';
import { kindTable } from './kinds.generated.ts';
import { compareMinors, holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';
import { groupsOfBuiltInKind, isBuiltInGroup } from './resources.ts';
import type { KindTypes } from './types.generated.ts';

/** A kind that kubeadmit checks. */
export type KindName = keyof KindTypes;

/** The life cycle of a version of a kind. The minors need not be supported ones. */
export interface VersionFacts {
  readonly introduced: string;
  readonly deprecated?: string;
  /**
   * The first minor without it; for an alpha or beta version the planned one, which can be in the
   * future.
   */
  readonly removed?: string;
  /** The minors that serve it by default; absent if there are none. */
  readonly served?: MinorRange;
}

export interface KindFacts {
  readonly kind: KindName;
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /**
   * By apiVersion, including versions that were removed (`extensions/v1beta1`) or are off by
   * default.
   */
  readonly versions: ReadonlyMap<string, VersionFacts>;
}

/** Why a minor does not serve a version of a kind. */
export type UnservedReason =
  /** The kind has no such version, or was never in that group. */
  | { readonly reason: 'never-existed' }
  /** That minor removed it. */
  | { readonly reason: 'removed'; readonly removed: string }
  /** An alpha or beta version, which needs `--runtime-config`. */
  | { readonly reason: 'off-by-default' }
  /** That minor introduces it. */
  | { readonly reason: 'introduced-later'; readonly introduced: string };

/** How a minor resolves an apiVersion and kind. */
export type Resolution =
  | { readonly outcome: 'served'; readonly facts: KindFacts; readonly apiVersion: string }
  | ({
      readonly outcome: 'unserved';
      readonly facts: KindFacts;
      readonly apiVersion: string;
      /**
       * The version to use instead: one that the minor serves, or the first one that any minor
       * serves.
       */
      readonly use: { readonly apiVersion: string; readonly since: Minor };
    } & UnservedReason)
  /** Not a known kind, but almost certainly meant as one: the server has no such kind. */
  | {
      readonly outcome: 'misspelled';
      readonly apiVersion: string;
      readonly kind: string;
      readonly meant: { readonly apiVersion: string; readonly kind: KindName };
    }
  | { readonly outcome: 'unknown' };

let kinds: ReadonlyMap<string, KindFacts> | undefined;

/** The facts of all kinds that kubeadmit checks, by name. */
export function allKinds(): ReadonlyMap<string, KindFacts> {
  kinds ??= new Map(kindTable().map((facts) => [facts.kind, facts]));
  return kinds;
}

/** The apiVersions of a kind that a minor serves by default, the preferred one first. */
export function servedVersions(facts: KindFacts, minor: Minor): readonly string[] {
  return [...facts.versions]
    .filter(([, { served }]) => served !== undefined && holdsIn(served, minor))
    .map(([apiVersion]) => apiVersion);
}

/**
 * Resolves a kind as a server of the minor with default flags does.
 *
 * If the kind has the name of a known one, but its group is not part of Kubernetes
 * (`projectcalico.org/v3`), it is another kind: `unknown`. In any group of Kubernetes it is
 * `unserved`.
 *
 * @param apiVersion group and version, as in the manifest
 */
export function resolveKind(apiVersion: string, kind: string, minor: Minor): Resolution {
  const canonical = apiVersion.startsWith('/') ? apiVersion.slice(1) : apiVersion;
  const group = groupOf(canonical);
  const facts = allKinds().get(kind);
  if (facts === undefined) return spellcheck(canonical, kind, group, minor);
  if (!isBuiltInGroup(group)) return spellcheckGroup(facts, canonical, group, minor);
  const version = facts.versions.get(canonical);
  if (version?.served !== undefined && holdsIn(version.served, minor)) {
    return { outcome: 'served', facts, apiVersion: canonical };
  }
  return {
    outcome: 'unserved',
    facts,
    apiVersion: canonical,
    use: replacement(facts, minor),
    ...reasonOf(version, minor),
  };
}

/** Empty for the core group, and, as in Go's parser, if there is more than one slash. */
function groupOf(apiVersion: string): string {
  const [group = '', version, ...more] = apiVersion.split('/');
  return version === undefined || more.length > 0 ? '' : group;
}

function reasonOf(version: VersionFacts | undefined, minor: Minor): UnservedReason {
  if (version === undefined) return { reason: 'never-existed' };
  const { introduced, removed } = version;
  if (isAfter(introduced, minor)) return { reason: 'introduced-later', introduced };
  if (removed !== undefined && !isAfter(removed, minor)) return { reason: 'removed', removed };
  return { reason: 'off-by-default' };
}

/** Whether a server of the minor warns clients that use the version. */
export function isDeprecated({ deprecated }: VersionFacts, minor: Minor): boolean {
  return deprecated !== undefined && !isAfter(deprecated, minor);
}

/** Whether a minor is newer than another one; they need not be supported ones. */
function isAfter(minor: string, other: string): boolean {
  return Number(minor.replace('1.', '')) > Number(other.replace('1.', ''));
}

function replacement(
  facts: KindFacts,
  minor: Minor,
): { readonly apiVersion: string; readonly since: Minor } {
  const [oldest] = MINORS;
  const candidates = [...facts.versions].flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [{ apiVersion, since: served.since ?? oldest, served }],
  );
  const now = candidates.find(({ served }) => holdsIn(served, minor));
  const first = candidates.sort((a, b) => compareMinors(a.since, b.since))[0];
  const chosen = now ?? first;
  if (chosen === undefined) throw new Error(`no minor serves ${facts.kind}`);
  return { apiVersion: chosen.apiVersion, since: chosen.since };
}

/**
 * Resolves a known kind in a group that is not part of Kubernetes, but may be a misspelling of the
 * kind's group.
 */
function spellcheckGroup(
  facts: KindFacts,
  apiVersion: string,
  group: string,
  minor: Minor,
): Resolution {
  const near =
    facts.group.endsWith('.k8s.io') && !group.endsWith('.x-k8s.io')
      ? editDistance(group.toLowerCase(), facts.group) <= 2
      : group.toLowerCase() === facts.group;
  const use = near ? replacement(facts, minor) : undefined;
  if (use === undefined) return { outcome: 'unknown' };
  const meant = { apiVersion: use.apiVersion, kind: facts.kind };
  return { outcome: 'misspelled', apiVersion, kind: facts.kind, meant };
}

/** Resolves a kind that is not known: a kind that kubeadmit does not check, or a misspelling. */
function spellcheck(apiVersion: string, kind: string, group: string, minor: Minor): Resolution {
  if (!isBuiltInGroup(group) || groupsOfBuiltInKind(kind).length > 0) return { outcome: 'unknown' };
  if (kind.endsWith('List') && allKinds().has(kind.slice(0, -4))) return { outcome: 'unknown' };
  const near = [...allKinds().values()].filter((facts) =>
    facts.group === group || facts.versions.has(apiVersion)
      ? resembles(kind, facts)
      : isSameWord(kind, facts),
  );
  const best = near.sort((a, b) => editDistance(kind, a.kind) - editDistance(kind, b.kind))[0];
  const use = best && replacement(best, minor);
  if (best === undefined || use === undefined) return { outcome: 'unknown' };
  const meant = { apiVersion: use.apiVersion, kind: best.kind };
  return { outcome: 'misspelled', apiVersion, kind, meant };
}

/** Whether a word is the name of a kind, apart from upper and lower case, or its plural. */
function isSameWord(word: string, { kind, plural }: KindFacts): boolean {
  const lower = word.toLowerCase();
  return lower === kind.toLowerCase() || lower === plural || lower === `${kind.toLowerCase()}s`;
}

/**
 * The minimal length of a word that is part of the name of a kind (`ValidatingWebhook`) to count as
 * a misspelling of it.
 */
const SHORTEST_PREFIX = 10;

function resembles(word: string, facts: KindFacts): boolean {
  if (isSameWord(word, facts)) return true;
  const lower = word.toLowerCase();
  const kind = facts.kind.toLowerCase();
  if (lower.length >= SHORTEST_PREFIX && (kind.startsWith(lower) || kind.endsWith(lower)))
    return true;
  return editDistance(lower, kind) <= Math.min(3, Math.floor(kind.length / 5));
}
