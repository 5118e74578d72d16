import { getOrCompute } from '../../base/get-or-compute.ts';
import { addTo } from '../../base/index-by.ts';
import { RunEnded } from '../../base/run-ended.ts';
import type { CustomKindLookup, NamedKind } from '../../rule/custom-kinds.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { nameOfOldCrd } from '../../sources/project/made-crds.ts';
import type { UnresolvedObject } from '../open/unresolved-objects.ts';
import { Memory } from '../read/memory.ts';
import type { CustomKindDefinition } from './custom-kind-definition.ts';
import { commonFolders, KindsOfName } from './kinds-of-name.ts';
import { KnownKind } from './known-kind.ts';
import { foldersOf, NearestPath } from './nearest-path.ts';

/**
 * The length of the texts of CRDs that are kept open, in UTF-16 code units. Their schemas need about four times as much
 * memory. All CRDs of a cluster fit, because its resources may be in any order.
 */
const MOST_OPEN = 16 * 1024 * 1024;

/**
 * The kinds that the CRDs of a run define.
 *
 * Only their names are kept, and where the CRD is: most schemas are never needed, and one that is needed is read again.
 */
export class CustomKinds {
  readonly #open = new Memory(MOST_OPEN);
  readonly #own = new KindIndex(this.#open);
  readonly #more: MoreDefinitions | undefined;
  /** The definitions of further CRDs, by the names that were looked up. */
  readonly #found = new Map<string, KindIndex>();
  readonly #ofName = new Map<string, KindsOfName>();
  /** The files that make CRDs, by the name of the CRD, or by `name/version`. */
  readonly #made = new Map<string, NearestPath<string>>();
  /** The resources that webhooks may change: `plural.group`, with the plural `*` for all of a group. */
  readonly #mutated = new Set<string>();

  /** @param more further CRDs. Their definitions come before all others. */
  constructor(more?: MoreDefinitions) {
    this.#more = more;
  }

  /** Reports whether no kinds have been added. */
  get isEmpty(): boolean {
    return this.#own.isEmpty;
  }

  /** Adds kinds, in the order of the input. */
  add(definitions: readonly CustomKindDefinition[]): void {
    this.#own.add(definitions);
  }

  /** Adds the names of CRDs that a file makes others create, and `name/version` for those that only Helm can read. */
  addMade(names: readonly string[], file: string): void {
    for (const name of names) {
      const files = this.#made.get(name) ?? new NearestPath<string>(foldersOf);
      files.add(file, file);
      this.#made.set(name, files);
    }
  }

  /** Adds the resources that a webhook changes. */
  addMutated(resources: readonly string[]): void {
    for (const one of resources) this.#mutated.add(one);
  }

  /** Reports whether a webhook of the input may change the objects of a resource before they are created. */
  isMutated(plural: string, group: string): boolean {
    return this.#mutated.has(`${plural}.${group}`) || this.#mutated.has(`*.${group}`);
  }

  /**
   * Reports whether the known CRD may not be the one that is installed for an object. Another file makes a CRD with the
   * name, and is at least as near to the object. Or a nearer file has a CRD of an old release.
   */
  isMade(name: string, known: KnownKind, file: string): boolean {
    return (
      this.#nearnessOfMade(name, file) >= commonFolders(known.file, file) ||
      this.#nearnessOfMade(nameOfOldCrd(name), file) > commonFolders(known.file, file)
    );
  }

  #nearnessOfMade(name: string, file: string): number {
    const nearest = this.#made.get(name)?.get(file);
    return nearest === undefined ? -1 : commonFolders(nearest, file);
  }

  /**
   * The schemas of a version of a kind in catalogues, which name kinds in lower case. They count only without a CRD.
   */
  ofCatalogue(
    file: string,
    minor: Minor,
    { group, version, kind }: UnresolvedObject,
  ): Iterable<KnownKind> {
    return this.#lookUp(minor, group, version, 'schema', kind.toLowerCase()).nearestFirst(file);
  }

  /**
   * The CRDs that define a kind, served or not, in a minor, the nearest first. If a CRD is in the same file, it is the
   * only one. Otherwise, the CRDs come first with which the path of the file has the most folders in common. Copies of
   * one text count as one.
   *
   * @param file the file of the object whose kind is looked up
   * @param group undefined for a kind of any group
   */
  find(file: string, minor: Minor, group: string | undefined, kind: string): Iterable<KnownKind> {
    return this.#lookUp(minor, group, 'kind', kind).nearestFirst(file);
  }

  /** Reports whether a CRD defines a kind, served or not, in a minor. */
  has(minor: Minor, group: string | undefined, kind: string): boolean {
    return !this.#lookUp(minor, group, 'kind', kind).isEmpty;
  }

  /**
   * The kinds as an object in a file sees them in a minor: of several CRDs that define one kind, the nearest
   * one, which is in the same file, else the first.
   */
  seenFrom(file: string, minor: Minor): CustomKindLookup {
    const find = (group: string, version: string, by: 'plural' | 'kind', name: string) =>
      this.#lookUp(minor, group, version, by, name).inFileOrFirst(file)?.versions.get(version);
    return {
      findResource: (group, version, plural) => find(group, version, 'plural', plural),
      findKind: (group, version, kind) => find(group, version, 'kind', kind),
    };
  }

  /** The kind that `seenFrom` finds, without its schema, so that its CRD is not read for it. */
  namedFrom(
    file: string,
    minor: Minor,
    { group, version, kind }: GroupVersionKind,
  ): NamedKind | undefined {
    return this.#lookUp(minor, group, version, 'kind', kind).inFileOrFirst(file)?.named;
  }

  #lookUp(minor: Minor, group: string | undefined, ...names: LookedUp): KindsOfName {
    const key = JSON.stringify([minor, group, ...names]);
    return getOrCompute(this.#ofName, key, () => {
      const own = this.#own.get(key);
      const more = this.#more && this.#moreOf(group, names.at(-1) ?? '', this.#more).get(key);
      return new KindsOfName(more === undefined ? [own] : [more, own]);
    });
  }

  #moreOf(group: string | undefined, name: string, more: MoreDefinitions): KindIndex {
    const key = `${group} ${name}`;
    return getOrCompute(this.#found, key, () => {
      const index = new KindIndex(this.#open);
      index.add(more.definitionsOf(group, name));
      return index;
    });
  }
}

/** A kind in all versions, or a kind or plural in one of them. */
type LookedUp = readonly ['kind', string] | readonly [string, 'kind' | 'plural' | 'schema', string];

/** Kinds that are found when they are looked up. */
interface MoreDefinitions {
  /** The definitions of the CRDs of a group, or of any group, under a name: the kind or the plural. */
  definitionsOf(group: string | undefined, name: string): readonly CustomKindDefinition[];
}

/** Kinds by their names in a version, and by their kind in all versions. */
class KindIndex {
  readonly #byName = new Map<string, KnownKind[]>();
  readonly #memory: Memory;
  #isEmpty = true;

  /** @param memory holds the CRDs that are open */
  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(definitions: readonly CustomKindDefinition[]): void {
    for (const definition of definitions) {
      const { crd, group, kind, plural, servedVersions, isSchemaOnly } = definition;
      const { minor } = crd.server;
      const known = new KnownKind(definition, this.#memory);
      this.#isEmpty = false;
      if (isSchemaOnly) {
        for (const version of servedVersions) {
          this.#add([minor, group, version, 'schema', kind], known);
        }
        continue;
      }
      for (const version of servedVersions) {
        this.#add([minor, group, version, 'plural', plural], known);
        this.#add([minor, group, version, 'kind', kind], known);
      }
      this.#add([minor, group, 'kind', kind], known);
      this.#add([minor, undefined, 'kind', kind], known);
    }
  }

  /** The kinds of a name, to which more may be added. */
  get(key: string): readonly KnownKind[] {
    return getOrCompute(this.#byName, key, () => []);
  }

  #add(name: readonly (string | undefined)[], kind: KnownKind): void {
    addTo(this.#byName, JSON.stringify(name), kind);
  }
}

/** An input without custom kinds. */
export const NO_CUSTOM_KINDS: CustomKindLookup = {
  findResource: () => undefined,
  findKind: () => undefined,
};

/** Ends the checks of an object that need a custom kind, before all sources have been read. */
export class CustomKindNeeded extends RunEnded {}

/** The custom kinds while sources are read: others may define any kind whose group is not built in. */
export const CUSTOM_KINDS_TO_COME: CustomKindLookup = {
  findResource: throwIfCustom,
  findKind: throwIfCustom,
};

/** @throws CustomKindNeeded */
function throwIfCustom(group: string): undefined {
  if (!isBuiltInGroup(group)) throw new CustomKindNeeded();
}
