import { readParts } from '../../yaml/read.ts';
import { isList, isMapping, type Value } from '../../yaml/tree.ts';

/** A source of CRDs as it was read the last time. */
export interface LockedSource {
  /** The name on the command line; a path is relative to the folder that has `.kubeadmit`. */
  readonly source: string;
  /** The version of a chart, or the commit of a tag; null where a source has none. */
  readonly version: string | null;
  /** `sha256:` and the digest of what was read. */
  readonly digest: string;
  /** True if the descriptions of fields were left out. */
  readonly slim: boolean;
  /** The groups whose CRDs are kept; null for all groups. */
  readonly groups: readonly string[] | null;
  /** The digests of the files that were written, by the names of the CRDs. */
  readonly crds: ReadonlyMap<string, string>;
}

/** The file that says which CRDs a repository keeps, and where each of them is from. */
export interface CrdLock {
  /** In the order in which they were added. A CRD of several sources is the one of the last source. */
  readonly sources: readonly LockedSource[];
}

export const EMPTY_LOCK: CrdLock = { sources: [] };

const LOCK_VERSION = 1;
/** The most sources of a lock. An update writes the lock after each of them. */
const MOST_SOURCES = 200;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The text of a lock. */
export function lockText({ sources }: CrdLock): string {
  const json = {
    lockVersion: LOCK_VERSION,
    sources: sources.map(({ crds, ...source }) => ({
      ...source,
      crds: Object.fromEntries([...crds].sort(([a], [b]) => (a < b ? -1 : 1))),
    })),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/**
 * Reads a lock. Anybody can have written it, so nothing in it is taken for granted.
 *
 * @returns the lock, or the problem with it
 */
export function readLock(text: string): CrdLock | string {
  const [part] = readParts(text);
  if (part === undefined || part.content.kind === 'refused') return 'is not valid JSON';
  const { value } = part.content.document;
  if (!isMapping(value) || value.lockVersion !== LOCK_VERSION || !isList(value.sources)) {
    return `is not a lock of version ${LOCK_VERSION}; another version of kubeadmit may have written it`;
  }
  if (value.sources.length > MOST_SOURCES) return `has more than ${MOST_SOURCES} sources`;
  const sources = value.sources.map(lockedSource);
  const valid = sources.filter((source) => source !== undefined);
  return valid.length === sources.length ? { sources: valid } : 'has a source that is not valid';
}

function lockedSource(item: Value): LockedSource | undefined {
  if (!isMapping(item)) return undefined;
  const { source, version, digest, slim, groups, crds } = item;
  const isValid =
    typeof source === 'string' &&
    (version === null || typeof version === 'string') &&
    isDigest(digest) &&
    typeof slim === 'boolean' &&
    (groups === null || isListOfStrings(groups)) &&
    isMapping(crds);
  if (!isValid) return undefined;
  const digests = new Map<string, string>();
  for (const [name, ofFile] of Object.entries(crds)) {
    if (!isCrdName(name) || !isDigest(ofFile)) return undefined;
    digests.set(name, ofFile);
  }
  return { source, version, digest, slim, groups, crds: digests };
}

function isListOfStrings(value: Value | undefined): value is readonly string[] {
  return isList(value) && value.every((item) => typeof item === 'string');
}

/** The names of CRDs are names of DNS subdomains, so they are also names of files. */
const CRD_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)+$/;
const LONGEST_NAME = 248;

/** Reports whether a text is the name of a CRD, so that a file can have it. */
export function isCrdName(text: string): boolean {
  return text.length <= LONGEST_NAME && CRD_NAME.test(text);
}

/** Reports whether a value is a digest as a lock has it. */
export function isDigest(value: Value | undefined): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}

/** The digests of all files that a lock is for, by the names of the CRDs. */
export function digestsOf({ sources }: CrdLock): ReadonlyMap<string, string> {
  return new Map(sources.flatMap(({ crds }) => [...crds]));
}

/**
 * A lock with what was read from a source, which takes the place that the source has, or else the last one.
 *
 * @param read with all CRDs of the source. Of these, later sources keep those that they have; earlier ones lose theirs.
 */
export function withSource({ sources }: CrdLock, read: LockedSource): CrdLock {
  const at = sources.findIndex(({ source }) => source === read.source);
  const earlier = at < 0 ? sources : sources.slice(0, at);
  const later = at < 0 ? [] : sources.slice(at + 1);
  const ofLater = digestsOf({ sources: later });
  const own = without(read, (name) => ofLater.has(name));
  return {
    sources: [
      ...earlier.map((source) => without(source, (name) => own.crds.has(name))),
      own,
      ...later,
    ],
  };
}

function without(source: LockedSource, isTaken: (name: string) => boolean): LockedSource {
  return { ...source, crds: new Map([...source.crds].filter(([name]) => !isTaken(name))) };
}
