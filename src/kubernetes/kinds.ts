import { editDistance } from './edit-distance.ts';
import { builtInGroups, groupsOfKindsWithoutResource, kindLines } from './kinds.generated.ts';
import { compareMinors, holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';
import type { KindTypes } from './types.generated.ts';

/** A kind whose values kubeadmit validates. */
export type KindName = keyof KindTypes;

/** The life of one version of a kind; the minors may be older or newer than the supported ones. */
export interface VersionFacts {
  /** Absent for versions that are older than the records of it. */
  readonly introduced?: string;
  readonly deprecated?: string;
  /** The first minor without it; for an alpha or beta the planned one, which may lie ahead. */
  readonly removed?: string;
  /** What the server says to use instead, such as `discovery.k8s.io/v1/EndpointSlice`. */
  readonly replacement?: string;
  /** The minors that serve it without any flag; absent where none does. */
  readonly served?: MinorRange;
  /** The names of its subresources where it is served, with the minors that have them where not all do. */
  readonly subresources?: Readonly<Record<string, MinorRange>>;
}

interface ResourceFacts {
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  /** There is no request that creates an object of it (ComponentStatus). */
  readonly readOnly?: true;
  /** By apiVersion, the preferred one first; also those that are gone (`extensions/v1beta1`) or need a flag. */
  readonly versions: Readonly<Record<string, VersionFacts>>;
}

/** What is known of a built-in kind that has a resource. */
export type KindFacts = ValidatedKindFacts | DecodedKindFacts;

/** A kind whose values kubeadmit validates. */
export type ValidatedKindFacts = ResourceFacts & {
  readonly kind: KindName;
  readonly validated: true;
};

/** A kind whose objects are decoded and no more. */
export type DecodedKindFacts = ResourceFacts & {
  readonly kind: string;
  readonly validated?: undefined;
};

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
      /** What to write instead: a version that the minor serves, or the first one that any minor does; undefined for none. */
      readonly use: ServedVersion | undefined;
    } & UnservedReason)
  /** No kind at all, but surely meant as a built-in one: the server says that there is no such kind. */
  | {
      readonly outcome: 'misspelled';
      readonly apiVersion: string;
      readonly kind: string;
      readonly meant: { readonly apiVersion: string; readonly kind: string };
    }
  /** A kind of Kubernetes that no manifest creates: of requests and answers (Eviction, Scale, Status), or a List. */
  | { readonly outcome: 'uncreatable' }
  | { readonly outcome: 'unknown' };

/** A version of a kind, and the first supported minor that serves it. */
export interface ServedVersion {
  readonly apiVersion: string;
  readonly since: Minor;
}

/** The facts of each kind as JSON, by name. */
let lines: ReadonlyMap<string, string> | undefined;
const known = new Map<string, KindFacts>();
let withoutResource: Readonly<Record<string, readonly string[]>> | undefined;
let groups: ReadonlySet<string> | undefined;

function linesByKind(): ReadonlyMap<string, string> {
  lines ??= new Map(
    kindLines()
      .split('\n')
      .map((line) => {
        const end = line.indexOf(' ');
        return [line.slice(0, end), line.slice(end + 1)];
      }),
  );
  return lines;
}

/** The facts of a built-in kind that has a resource, served by default or not; undefined for any other name. */
export function findKind(name: string): KindFacts | undefined {
  let facts = known.get(name);
  if (facts === undefined) {
    const line = linesByKind().get(name);
    if (line === undefined) return undefined;
    facts = parseFacts(name, line);
    known.set(name, facts);
  }
  return facts;
}

/** The table is ours: what it has are the facts of a kind. */
function parseFacts(kind: string, line: string): KindFacts {
  return { kind, ...JSON.parse(line) } as KindFacts;
}

/** The facts of all built-in kinds that have a resource. */
export function allKinds(): readonly KindFacts[] {
  return [...linesByKind().keys()].flatMap((name) => findKind(name) ?? []);
}

/** Whether an apiVersion and kind are meant as a built-in kind whose objects are decoded and no more, in any version. */
export function isDecodedOnly(apiVersion: string, kind: string): boolean {
  const facts = findKind(kind);
  return facts !== undefined && !facts.validated && isBuiltInGroup(groupOf(apiVersion));
}

/** The facts of a kind whose values are validated. */
export function kindFacts(kind: KindName): ValidatedKindFacts {
  const facts = findKind(kind);
  if (facts?.validated !== true) throw new Error(`no kind ${kind}`);
  return facts;
}

/** Whether a group has, or once had, a kind that manifests create. */
export function isBuiltInKind(group: string, kind: string): boolean {
  const facts = findKind(kind);
  if (facts === undefined || facts.readOnly) return false;
  return Object.keys(facts.versions).some((apiVersion) => groupOf(apiVersion) === group);
}

/** The groups that have a kind by that name in a supported minor, served by default or not; Lists are kinds too. */
export function groupsOfBuiltInKind(kind: string): readonly string[] {
  const facts = findKind(kind) ?? (kind.endsWith('List') ? findKind(kind.slice(0, -4)) : undefined);
  if (facts === undefined) return groupsWithoutResource(kind);
  const [oldest] = MINORS;
  const alive = Object.entries(facts.versions).filter(
    ([, { removed }]) => removed === undefined || isAfter(removed, oldest),
  );
  return [...new Set(alive.map(([apiVersion]) => groupOf(apiVersion)))];
}

/** The kinds that have no resource: of requests, answers and options. */
export function kindsWithoutResource(): readonly string[] {
  withoutResource ??= groupsOfKindsWithoutResource();
  return Object.keys(withoutResource);
}

function groupsWithoutResource(kind: string): readonly string[] {
  withoutResource ??= groupsOfKindsWithoutResource();
  return Object.hasOwn(withoutResource, kind) ? (withoutResource[kind] ?? []) : [];
}

/** Tells whether an API group is one of Kubernetes itself (also one that is gone: `extensions`). */
export function isBuiltInGroup(group: string): boolean {
  groups ??= new Set(builtInGroups());
  return groups.has(group);
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
 * Built-in kinds' names in groups that are not Kubernetes' own (`projectcalico.org/v3`) are other kinds:
 * `unknown`. In a group of Kubernetes they are `unserved`, whichever group it is.
 *
 * @param apiVersion group and version, as in the manifest
 */
export function resolveKind(apiVersion: string, kind: string, minor: Minor): Resolution {
  const canonical = apiVersion.startsWith('/') ? apiVersion.slice(1) : apiVersion;
  const group = groupOf(canonical);
  const facts = findKind(kind);
  if (facts === undefined || facts.readOnly) {
    if (groupsOfBuiltInKind(kind).includes(group)) return { outcome: 'uncreatable' };
    return spellcheck(canonical, kind, group, minor);
  }
  if (!isBuiltInGroup(group)) return spellcheckGroup(facts, canonical, group, minor);
  const version = Object.hasOwn(facts.versions, canonical) ? facts.versions[canonical] : undefined;
  if (version?.served !== undefined && holdsIn(version.served, minor)) {
    return { outcome: 'served', facts, apiVersion: canonical };
  }
  return {
    outcome: 'unserved',
    facts,
    apiVersion: canonical,
    use: versionToUse(facts, minor, version?.replacement),
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
  if (introduced !== undefined && isAfter(introduced, minor))
    return { reason: 'introduced-later', introduced };
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

/** The version to write, of the same kind: what the server suggests, else the preferred one, else the first that comes. */
function versionToUse(
  facts: KindFacts,
  minor: Minor,
  replacement?: string,
): ServedVersion | undefined {
  const [oldest] = MINORS;
  const candidates = Object.entries(facts.versions).flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [{ apiVersion, since: served.since ?? oldest, served }],
  );
  const now = candidates.filter(({ served }) => holdsIn(served, minor));
  const chosen =
    now.find(({ apiVersion }) => `${apiVersion}/${facts.kind}` === replacement) ??
    now[0] ??
    candidates.sort((a, b) => compareMinors(a.since, b.since))[0];
  return chosen && { apiVersion: chosen.apiVersion, since: chosen.since };
}

/** A built-in kind in a group that is no group of Kubernetes, but nearly that of the kind. */
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
  const use = near ? versionToUse(facts, minor) : undefined;
  if (use === undefined) return { outcome: 'unknown' };
  const meant = { apiVersion: use.apiVersion, kind: facts.kind };
  return { outcome: 'misspelled', apiVersion, kind: facts.kind, meant };
}

/** A kind that is not built in: one of others, or a misspelled one. */
function spellcheck(apiVersion: string, kind: string, group: string, minor: Minor): Resolution {
  if (!isBuiltInGroup(group) || groupsOfBuiltInKind(kind).length > 0) return { outcome: 'unknown' };
  const near = allKinds().filter((facts) =>
    facts.group === group || Object.hasOwn(facts.versions, apiVersion)
      ? resembles(kind, facts)
      : isSameWord(kind, facts),
  );
  const best = near.sort((a, b) => editDistance(kind, a.kind) - editDistance(kind, b.kind))[0];
  const use = best && versionToUse(best, minor);
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
