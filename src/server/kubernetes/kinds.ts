import { copyOf } from '../../base/kept-strings.ts';
import { definitionNameOf } from './definition-name.ts';
import { findDefinition } from './definitions.ts';
import { isMeantGroup, mostSimilarKind } from './kind-spelling.ts';
import type { KindTraits } from './kind-traits.ts';
import { builtInGroups, groupsOfKindsWithoutResource, kindLines } from './kinds.generated.ts';
import { linesByName } from './lines-by-name.ts';
import { compareMinors, holdsIn, isAfter, MINORS, type Minor, type MinorRange } from './minors.ts';
import { isResourceEnabled } from './runtime-config.ts';
import { hasGate, type Server, type ServerOrMinor, serverOf } from './server.ts';
import type { KindTypes, RelatedKindTypes } from './types.generated.ts';

/** A kind whose values kubeadmit validates. */
export type KindName = keyof KindTypes;

/** A kind whose objects are related to others. */
export type RelatedKind = keyof RelatedKindTypes;

/** The life cycle of a version of a kind. The minors need not be supported ones. */
interface VersionFacts {
  /** Absent if Kubernetes does not record it. */
  readonly introduced?: string;
  readonly deprecated?: string;
  /** The first minor without it; for an alpha or beta version the planned one, which can be in the future. */
  readonly removed?: string;
  /** The group, version and kind that the server recommends instead, such as `discovery.k8s.io/v1/EndpointSlice`. */
  readonly replacement?: string;
  /** The minors that serve it by default; absent if there are none. */
  readonly served?: MinorRange;
  /** The names of its subresources, each with the minors that have it, among those that serve the version. */
  readonly subresources?: ReadonlyMap<string, MinorRange>;
}

interface ResourceFacts extends KindTraits {
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  /** The path of the template of the pods that it creates, such as `spec.template`; empty for a Pod. */
  readonly podTemplate?: string;
  /** True if no request creates such an object (ComponentStatus). */
  readonly readOnly?: true;
  /**
   * By apiVersion, the preferred one first, including versions that were removed
   * (`extensions/v1beta1`) or are off by default.
   */
  readonly versions: ReadonlyMap<string, VersionFacts>;
}

/** The exceptions in which the server validates the metadata of a kind. */
type MetadataTraits = Pick<KindTraits, 'nameFormat' | 'acceptsPlainFinalizers' | 'validatesLast'>;

/** The facts of a built-in kind that has a resource. */
export type KindFacts = ValidatedKindFacts | DecodedKindFacts;

/** A kind whose values kubeadmit validates. */
export type ValidatedKindFacts = ResourceFacts & {
  readonly kind: KindName;
  readonly validated: true;
};

/** A kind whose objects are decoded, but not validated. */
type DecodedKindFacts = ResourceFacts & {
  readonly kind: string;
  readonly validated?: undefined;
};

/** The reason why a minor does not serve a version of a kind. */
export type UnservedReason =
  /** The kind has no such version, or was never in that group. */
  | { readonly reason: 'never-existed' }
  /** The minor `removed` removed the version. */
  | { readonly reason: 'removed'; readonly removed: string }
  /** An alpha or beta version, which needs `--runtime-config`. */
  | { readonly reason: 'off-by-default' }
  /** The minor `introduced` introduces the version. */
  | { readonly reason: 'introduced-later'; readonly introduced: string };

/** The result of resolving an apiVersion and kind in a minor. */
export type Resolution =
  | { readonly outcome: 'served'; readonly facts: KindFacts; readonly apiVersion: string }
  | ({
      readonly outcome: 'unserved';
      readonly facts: KindFacts;
      readonly apiVersion: string;
      /**
       * The version to use instead: one that the minor serves, or the first one that any minor
       * serves; undefined if there is none.
       */
      readonly use: ServedVersion | undefined;
    } & UnservedReason)
  /** A kind that is not built in, but almost certainly a mistake for one. */
  | {
      readonly outcome: 'misspelled';
      readonly apiVersion: string;
      readonly kind: string;
      readonly meant: { readonly apiVersion: string; readonly kind: string };
      /** True if no CRD can define a kind of the apiVersion, so that no server has it. */
      readonly isCertain: boolean;
    }
  /**
   * A built-in kind that no manifest creates: a type of requests and responses (Eviction, Scale, Status), or a List.
   */
  | { readonly outcome: 'uncreatable' }
  | { readonly outcome: 'unknown' };

/** A version of a kind, and the first supported minor that serves it. */
interface ServedVersion {
  readonly apiVersion: string;
  readonly since: Minor;
}

/** The facts of each kind as JSON, by name. */
let lines: ReadonlyMap<string, string> | undefined;
const known = new Map<string, KindFacts>();
let withoutResource: ReadonlyMap<string, readonly string[]> | undefined;
let groups: ReadonlySet<string> | undefined;

function linesByKind(): ReadonlyMap<string, string> {
  lines ??= linesByName(kindLines());
  return lines;
}

/**
 * The facts of a built-in kind that has a resource, served by default or not; undefined if there is none of this name.
 */
export function findKind(name: string): KindFacts | undefined {
  let facts = known.get(name);
  if (facts === undefined) {
    const line = linesByKind().get(name);
    if (line === undefined) return undefined;
    const kind = copyOf(name);
    facts = parseFacts(kind, line);
    known.set(kind, facts);
  }
  return facts;
}

/**
 * The table is generated, so each line has the facts of a kind. Values that are looked up by names from manifests are
 * put into a Map.
 */
function parseFacts(kind: string, line: string): KindFacts {
  const facts: Omit<KindFacts, 'versions'> & { readonly versions: object } = JSON.parse(line);
  return { ...facts, kind, versions: mapOf(facts.versions, parseVersion) } as KindFacts;
}

function parseVersion(version: { readonly subresources?: object }): VersionFacts {
  const { subresources, ...facts } = version;
  return subresources === undefined
    ? facts
    : { ...facts, subresources: mapOf(subresources, (range: MinorRange) => range) };
}

function mapOf<T, V>(object: object, read: (value: T) => V): ReadonlyMap<string, V> {
  return new Map(Object.entries(object).map(([name, value]) => [name, read(value)]));
}

/** The facts of all built-in kinds that have a resource. */
export function allKinds(): readonly KindFacts[] {
  return [...linesByKind().keys()].flatMap((name) => findKind(name) ?? []);
}

/** The exceptions in which the server validates the metadata of a kind, for objects of one of its versions. */
export function metadataTraits(facts: KindFacts | undefined, apiVersion: string): MetadataTraits {
  return facts === undefined || facts.strictVersion === apiVersion ? {} : facts;
}

/**
 * Returns the path of a field of the pods in an object that creates pods, or in a Pod; undefined for a kind without
 * pods.
 *
 * @param field path from the template, such as `metadata.labels`
 */
export function podFieldPath(kind: string, field: string): string | undefined {
  const template = findKind(kind)?.podTemplate;
  return template === '' ? field : template && `${template}.${field}`;
}

/**
 * Reports whether objects of a version of a kind are decoded, but not validated. The apiVersion may be any version of a
 * group of Kubernetes.
 */
export function isDecodedOnly(apiVersion: string, kind: string): boolean {
  const facts = findKind(kind);
  if (facts === undefined || !isBuiltInGroup(groupOf(apiVersion))) return false;
  return !facts.validated || facts.decodedVersion === apiVersion;
}

/**
 * The groups that have a built-in kind of this name in a supported minor, served by default or not;
 * empty if it is not a built-in kind. The kinds of lists (`PodList`) count as built-in kinds.
 */
export function groupsOfBuiltInKind(kind: string): readonly string[] {
  const facts = findKind(kind) ?? (kind.endsWith('List') ? findKind(kind.slice(0, -4)) : undefined);
  const requests = groupsWithoutResource(kind);
  if (facts === undefined) return requests;
  const [oldest] = MINORS;
  const alive = [...facts.versions].filter(
    ([, { removed }]) => removed === undefined || isAfter(removed, oldest),
  );
  return [...new Set([...alive.map(([apiVersion]) => groupOf(apiVersion)), ...requests])];
}

/** The kinds that have no resource: types of requests, responses and options. */
export function kindsWithoutResource(): readonly string[] {
  withoutResource ??= new Map(Object.entries(groupsOfKindsWithoutResource()));
  return [...withoutResource.keys()];
}

function groupsWithoutResource(kind: string): readonly string[] {
  withoutResource ??= new Map(Object.entries(groupsOfKindsWithoutResource()));
  return withoutResource.get(kind) ?? [];
}

/** Reports whether an API group is part of Kubernetes, including the removed group `extensions`. */
export function isBuiltInGroup(group: string): boolean {
  groups ??= new Set(builtInGroups());
  return groups.has(group);
}

/**
 * The apiVersions of a kind that a server serves, the preferred one first. A minor is a server with its default flags.
 */
export function servedVersions(facts: KindFacts, on: ServerOrMinor): readonly string[] {
  const server = serverOf(on);
  return [...facts.versions.keys()].filter((apiVersion) => isServed(facts, apiVersion, server));
}

function isServed(facts: KindFacts, apiVersion: string, server: Server): boolean {
  const version = facts.versions.get(apiVersion);
  if (version === undefined) return false;
  const { minor, runtimeConfig } = server;
  const byDefault = version.served !== undefined && holdsIn(version.served, minor);
  if (runtimeConfig.size === 0) return byDefault;
  if (!isResourceEnabled(runtimeConfig, apiVersion, facts.plural, byDefault)) return false;
  if (byDefault) return true;
  const { gate } = facts;
  return (
    exists(facts, apiVersion, version, minor) &&
    (gate === undefined || !hasGate(server, gate, false))
  );
}

/** Reports whether a minor has a version, even if it does not serve it. */
function exists(
  { kind }: KindFacts,
  apiVersion: string,
  { removed }: VersionFacts,
  minor: Minor,
): boolean {
  const range = findDefinition(definitionNameOf(apiVersion, kind))?.kind;
  return (
    range !== undefined &&
    holdsIn(range, minor) &&
    (removed === undefined || isAfter(removed, minor))
  );
}

/**
 * Resolves a kind as a server does. A minor is a server with its default flags.
 *
 * If the kind has the name of a built-in one, but its group is not part of Kubernetes (`projectcalico.org/v3`), it is
 * another kind: `unknown`. In any group of Kubernetes it is `unserved`.
 *
 * @param apiVersion the group and version, as in the manifest
 */
export function resolveKind(apiVersion: string, kind: string, on: ServerOrMinor): Resolution {
  const server = serverOf(on);
  const canonical = apiVersion.startsWith('/') ? apiVersion.slice(1) : apiVersion;
  const group = groupOf(canonical);
  const facts = findKind(kind);
  if (facts === undefined || facts.readOnly || groupsWithoutResource(kind).includes(group)) {
    if (groupsOfBuiltInKind(kind).includes(group)) return { outcome: 'uncreatable' };
    return spellcheck(canonical, kind, group, server);
  }
  if (!isBuiltInGroup(group)) return spellcheckGroup(facts, canonical, group, server);
  const version = facts.versions.get(canonical);
  if (isServed(facts, canonical, server)) {
    return { outcome: 'served', facts, apiVersion: canonical };
  }
  return {
    outcome: 'unserved',
    facts,
    apiVersion: canonical,
    use: versionToUse(facts, server, version?.replacement),
    ...reasonOf(version, server.minor),
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
  if (introduced !== undefined && isAfter(introduced, minor))
    return { reason: 'introduced-later', introduced };
  if (removed !== undefined && !isAfter(removed, minor)) return { reason: 'removed', removed };
  return { reason: 'off-by-default' };
}

/** Reports whether a server of the minor warns clients that use the version. */
export function isDeprecated({ deprecated }: VersionFacts, minor: Minor): boolean {
  return deprecated !== undefined && !isAfter(deprecated, minor);
}

/**
 * The version of a kind to use: the one that the API recommends, else the preferred one that the
 * server serves, else the first one that any minor serves.
 */
function versionToUse(
  facts: KindFacts,
  server: Server,
  replacement?: string,
): ServedVersion | undefined {
  const [oldest] = MINORS;
  const candidates = [...facts.versions].flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [{ apiVersion, since: served.since ?? oldest }],
  );
  const now = servedVersions(facts, server).map(
    (apiVersion) =>
      candidates.find((candidate) => candidate.apiVersion === apiVersion) ?? {
        apiVersion,
        since: server.minor,
      },
  );
  const chosen =
    now.find(({ apiVersion }) => `${apiVersion}/${facts.kind}` === replacement) ??
    now[0] ??
    candidates.sort((a, b) => compareMinors(a.since, b.since))[0];
  return chosen && { apiVersion: chosen.apiVersion, since: chosen.since };
}

/** Resolves a built-in kind in a group that is not part of Kubernetes, but may be a misspelling of the kind's group. */
function spellcheckGroup(
  facts: KindFacts,
  apiVersion: string,
  group: string,
  server: Server,
): Resolution {
  const isMeant = [...facts.versions.keys()].some((one) => isMeantGroup(group, groupOf(one)));
  return misspelled(apiVersion, facts.kind, isMeant ? facts : undefined, server);
}

/** Resolves a kind that is not built in: a kind of an extension, or a misspelling. */
function spellcheck(apiVersion: string, kind: string, group: string, server: Server): Resolution {
  if (!isBuiltInGroup(group) || groupsOfBuiltInKind(kind).length > 0) return { outcome: 'unknown' };
  const meant = mostSimilarKind(
    kind,
    allKinds(),
    (facts) => facts.group === group || facts.versions.has(apiVersion),
  );
  return misspelled(apiVersion, kind, meant, server);
}

function misspelled(
  apiVersion: string,
  kind: string,
  facts: KindFacts | undefined,
  server: Server,
): Resolution {
  const use = facts && versionToUse(facts, server);
  if (facts === undefined || use === undefined) return { outcome: 'unknown' };
  const meant = { apiVersion: use.apiVersion, kind: facts.kind };
  return { outcome: 'misspelled', apiVersion, kind, meant, isCertain: !mayBeExtended(apiVersion) };
}

/**
 * Reports whether a CRD can define kinds of an apiVersion. The server refuses CRDs whose group has no dot, and answers
 * requests for its own versions itself.
 */
function mayBeExtended(apiVersion: string): boolean {
  return (
    groupOf(apiVersion).includes('.') &&
    !allKinds().some(({ versions }) => versions.has(apiVersion))
  );
}
