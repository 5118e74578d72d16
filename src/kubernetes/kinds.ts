import { editDistance } from './edit-distance.ts';
import { kindTable } from './kinds.generated.ts';
import { compareMinors, holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';
import { groupsOfBuiltInKind, isBuiltInGroup } from './resources.ts';
import type { KindTypes } from './types.generated.ts';

/** A kind that kubeadmit judges. */
export type KindName = keyof KindTypes;

/** The life of one version of a kind; the minors may be older or newer than the supported ones. */
export interface VersionFacts {
  readonly introduced: string;
  readonly deprecated?: string;
  /** The first minor without it; for an alpha or beta the planned one, which may lie ahead. */
  readonly removed?: string;
  /** The minors that serve it without any flag; absent where none does. */
  readonly served?: MinorRange;
}

export interface KindFacts {
  readonly kind: KindName;
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** By apiVersion; also those that are gone (`extensions/v1beta1`) or need a flag. */
  readonly versions: Readonly<Record<string, VersionFacts>>;
}

/** Why a minor does not serve a version of a kind. */
export type UnservedReason =
  /** There is no such version of the kind, or the kind was never in that group. */
  | { readonly reason: 'never-existed' }
  /** It is gone since that minor. */
  | { readonly reason: 'removed'; readonly removed: string }
  /** An alpha or beta that needs `--runtime-config`. */
  | { readonly reason: 'off-by-default' }
  /** It comes with that minor. */
  | { readonly reason: 'introduced-later'; readonly introduced: string };

/** What a minor makes of apiVersion and kind. */
export type Resolution =
  | { readonly outcome: 'served'; readonly facts: KindFacts; readonly apiVersion: string }
  | ({
      readonly outcome: 'unserved';
      readonly facts: KindFacts;
      readonly apiVersion: string;
      /** What to write instead: a version that the minor serves, or the first one that any minor does. */
      readonly use: { readonly apiVersion: string; readonly since: Minor };
    } & UnservedReason)
  /** No kind at all, but surely meant as one of ours: the server says that there is no such kind. */
  | {
      readonly outcome: 'misspelled';
      readonly apiVersion: string;
      readonly kind: string;
      readonly meant: { readonly apiVersion: string; readonly kind: KindName };
    }
  | { readonly outcome: 'unknown' };

let kinds: ReadonlyMap<string, KindFacts> | undefined;

/** The facts of all kinds that kubeadmit judges, by name. */
export function allKinds(): ReadonlyMap<string, KindFacts> {
  kinds ??= new Map(kindTable().map((facts) => [facts.kind, facts]));
  return kinds;
}

/** The facts of a kind. */
export function kindFacts(kind: KindName): KindFacts {
  const facts = allKinds().get(kind);
  if (facts === undefined) throw new Error(`no kind ${kind}`);
  return facts;
}

/** The apiVersions of a kind that a minor serves by default, the preferred one first. */
export function servedVersions(facts: KindFacts, minor: Minor): readonly string[] {
  return Object.entries(facts.versions)
    .filter(([, { served }]) => served !== undefined && holdsIn(served, minor))
    .map(([apiVersion]) => apiVersion);
}

/**
 * Finds out what a server of the minor, with default flags, makes of a kind.
 *
 * Our kinds' names in groups that are not Kubernetes' own (`projectcalico.org/v3`) are other kinds:
 * `unknown`. In a group of Kubernetes they are `unserved`, whichever group it is.
 *
 * @param apiVersion group and version, as in the manifest
 */
export function resolveKind(apiVersion: string, kind: string, minor: Minor): Resolution {
  const canonical = apiVersion.startsWith('/') ? apiVersion.slice(1) : apiVersion;
  const group = groupOf(canonical);
  const facts = allKinds().get(kind);
  if (facts === undefined) return spellcheck(canonical, kind, group, minor);
  if (!isBuiltInGroup(group)) return spellcheckGroup(facts, canonical, group, minor);
  const version = Object.hasOwn(facts.versions, canonical) ? facts.versions[canonical] : undefined;
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

/** Empty for the core group, and where there is more than one slash, as Go's parser has it. */
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

/** Whether a server of the minor warns each client that uses the version. */
export function isDeprecated({ deprecated }: VersionFacts, minor: Minor): boolean {
  return deprecated !== undefined && !isAfter(deprecated, minor);
}

/** Orders minors that need not be supported ones. */
function isAfter(minor: string, other: string): boolean {
  return Number(minor.replace('1.', '')) > Number(other.replace('1.', ''));
}

function replacement(
  facts: KindFacts,
  minor: Minor,
): { readonly apiVersion: string; readonly since: Minor } {
  const [oldest] = MINORS;
  const candidates = Object.entries(facts.versions).flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [{ apiVersion, since: served.since ?? oldest, served }],
  );
  const now = candidates.find(({ served }) => holdsIn(served, minor));
  const first = candidates.sort((a, b) => compareMinors(a.since, b.since))[0];
  const chosen = now ?? first;
  if (chosen === undefined) throw new Error(`no minor serves ${facts.kind}`);
  return { apiVersion: chosen.apiVersion, since: chosen.since };
}

/** A kind of ours in a group that is no group of Kubernetes, but nearly that of the kind. */
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

/** A kind that is none of ours: one of others, or a slip of the pen. */
function spellcheck(apiVersion: string, kind: string, group: string, minor: Minor): Resolution {
  if (!isBuiltInGroup(group) || groupsOfBuiltInKind(kind).length > 0) return { outcome: 'unknown' };
  if (kind.endsWith('List') && allKinds().has(kind.slice(0, -4))) return { outcome: 'unknown' };
  const near = [...allKinds().values()].filter((facts) =>
    facts.group === group || Object.hasOwn(facts.versions, apiVersion)
      ? resembles(kind, facts)
      : isSameWord(kind, facts),
  );
  const best = near.sort((a, b) => editDistance(kind, a.kind) - editDistance(kind, b.kind))[0];
  const use = best && replacement(best, minor);
  if (best === undefined || use === undefined) return { outcome: 'unknown' };
  const meant = { apiVersion: use.apiVersion, kind: best.kind };
  return { outcome: 'misspelled', apiVersion, kind, meant };
}

/** The kind itself but for upper and lower case, or its plural. */
function isSameWord(word: string, { kind, plural }: KindFacts): boolean {
  const lower = word.toLowerCase();
  return lower === kind.toLowerCase() || lower === plural || lower === `${kind.toLowerCase()}s`;
}

/** Names that are part of another one are taken for it from this length on (`ValidatingWebhook`). */
const SHORTEST_PREFIX = 10;

function resembles(word: string, facts: KindFacts): boolean {
  if (isSameWord(word, facts)) return true;
  const lower = word.toLowerCase();
  const kind = facts.kind.toLowerCase();
  if (lower.length >= SHORTEST_PREFIX && (kind.startsWith(lower) || kind.endsWith(lower)))
    return true;
  return editDistance(lower, kind) <= Math.min(3, Math.floor(kind.length / 5));
}
