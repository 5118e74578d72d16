import { type CustomVersion, customDefinition } from '../custom-resources/definition.ts';
import { CustomResourceValidator } from '../custom-resources/validation.ts';
import { isBuiltInGroup } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { DefiningCrd } from '../rule/custom-resource.ts';
import { isOfKind, type Resource } from '../rule/resource.ts';
import type { CustomKind, Workspace } from '../rule/workspace.ts';
import { openAgain, type ResourceReference } from './open-part.ts';

/** The kind that a CRD defines, as one minor decodes the CRD. */
export interface CustomKindDefinition {
  readonly crd: ResourceReference;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  /** The names of the versions that are served. */
  readonly servedVersions: readonly string[];
}

/** What a CRD defines; nothing in the groups of the server itself, where other kinds cannot be defined. */
export function definitionIn(
  resource: Resource<'CustomResourceDefinition'>,
  crd: ResourceReference,
): CustomKindDefinition | undefined {
  const { group = '', names, versions = [] } = resource.root.get('spec').value ?? {};
  if (isBuiltInGroup(group)) return undefined;
  const servedVersions = versions.flatMap(({ name = '', served }) =>
    served === true ? [name] : [],
  );
  return { crd, group, kind: names?.kind ?? '', plural: names?.plural ?? '', servedVersions };
}

/**
 * The kinds that the CRDs of a run define.
 *
 * Only their names are kept, and where the CRD is: most schemas are never needed, and one that is needed is read
 * again.
 */
export class CustomKinds {
  readonly #own = new KindIndex();
  readonly #more: MoreDefinitions | undefined;
  /** What further CRDs define, by the names that were looked up. */
  readonly #found = new Map<string, KindIndex>();

  /** @param more further CRDs; what they define comes before all that is added */
  constructor(more?: MoreDefinitions) {
    this.#more = more;
  }

  /** Whether nothing has been added. */
  get isEmpty(): boolean {
    return this.#own.isEmpty;
  }

  /** Adds kinds, in the order of the input. */
  add(definitions: readonly CustomKindDefinition[]): void {
    this.#own.add(definitions);
  }

  /**
   * The CRDs that define a kind, served or not, in a minor, the nearest first: that of the same file alone, else those
   * with which the path of the file has the most folders in common.
   *
   * @param file of the object whose kind is looked up
   */
  find(file: string, minor: Minor, group: string, kind: string): readonly KnownKind[] {
    const found = this.#lookUp(minor, group, 'kind', kind);
    const near = found.filter((known) => known.file === file);
    if (near.length > 0) return near;
    return found.toSorted((a, b) => commonFolders(b.file, file) - commonFolders(a.file, file));
  }

  /**
   * The kinds as an object in a file sees them in a minor: of several CRDs that define one kind, the nearest
   * one, which is in the same file, else the first.
   */
  seenFrom(file: string, minor: Minor): Workspace {
    const find = (group: string, version: string, by: 'plural' | 'kind', name: string) => {
      const found = this.#lookUp(minor, group, version, by, name);
      const nearest = found.find((known) => known.file === file) ?? found[0];
      return nearest?.versions.get(version);
    };
    return {
      findResource: (group, version, plural) => find(group, version, 'plural', plural),
      findKind: (group, version, kind) => find(group, version, 'kind', kind),
    };
  }

  #lookUp(minor: Minor, group: string, ...names: LookedUp): readonly KnownKind[] {
    const key = [minor, group, ...names];
    const own = this.#own.get(key);
    if (this.#more === undefined) return own;
    return [...this.#moreOf(group, names.at(-1) ?? '', this.#more).get(key), ...own];
  }

  #moreOf(group: string, name: string, more: MoreDefinitions): KindIndex {
    const key = `${group} ${name}`;
    let index = this.#found.get(key);
    if (index === undefined) {
      index = new KindIndex();
      index.add(more.definitionsOf(group, name));
      this.#found.set(key, index);
    }
    return index;
  }
}

/** A kind in all versions, or a kind or plural in one of them. */
type LookedUp = readonly ['kind', string] | readonly [string, 'kind' | 'plural', string];

/** Kinds that are found when they are looked up. */
interface MoreDefinitions {
  /** What the CRDs of a group define under a name: the kind or the plural. */
  definitionsOf(group: string, name: string): readonly CustomKindDefinition[];
}

/** Kinds by their names in a version, and by their kind in all versions. */
class KindIndex {
  readonly #byName = new Map<string, KnownKind[]>();

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  add(definitions: readonly CustomKindDefinition[]): void {
    for (const definition of definitions) {
      const { crd, group, kind, plural, servedVersions } = definition;
      const known = new KnownKind(crd);
      for (const version of servedVersions) {
        this.#add([crd.server.minor, group, version, 'plural', plural], known);
        this.#add([crd.server.minor, group, version, 'kind', kind], known);
      }
      this.#add([crd.server.minor, group, 'kind', kind], known);
    }
  }

  get(name: readonly string[]): readonly KnownKind[] {
    return this.#byName.get(JSON.stringify(name)) ?? [];
  }

  #add(name: readonly string[], kind: KnownKind): void {
    const key = JSON.stringify(name);
    const known = this.#byName.get(key);
    if (known === undefined) this.#byName.set(key, [kind]);
    else known.push(kind);
  }
}

/** A workspace without custom kinds, which records whether any was asked for. */
export class BuiltInWorkspace implements Workspace {
  /** Whether a kind was asked for that other sources may define. */
  wasAsked = false;

  findResource(group: string): undefined {
    this.wasAsked ||= !isBuiltInGroup(group);
  }

  findKind(group: string): undefined {
    this.wasAsked ||= !isBuiltInGroup(group);
  }
}

/** A custom kind whose CRD is read when its schema is asked for. */
export class KnownKind {
  readonly #reference: ResourceReference;
  readonly #validators = new Map<string, CustomResourceValidator>();
  #crd: DefiningCrd | undefined;
  #versions: ReadonlyMap<string, CustomKind> | undefined;

  constructor(reference: ResourceReference) {
    this.#reference = reference;
  }

  get file(): string {
    return this.#reference.source.file;
  }

  /** The CRD, which is read again for it. */
  get crd(): DefiningCrd {
    this.#crd ??= this.#read();
    return this.#crd;
  }

  /** The kind in each of its versions, by the name of the version. */
  get versions(): ReadonlyMap<string, CustomKind> {
    if (this.#versions === undefined) {
      const { group, kind, plural, isNamespaced, versions } = this.crd.definition;
      this.#versions = new Map(
        versions.map(({ name: version, schema }) => [
          version,
          { group, version, kind, plural, isNamespaced, schema },
        ]),
      );
    }
    return this.#versions;
  }

  /** The validator of a version, which keeps what it has compiled; undefined for a version without a schema. */
  validatorOf(version: CustomVersion): CustomResourceValidator | undefined {
    const { schema } = version;
    if (schema === undefined) return undefined;
    let validator = this.#validators.get(version.name);
    if (validator === undefined) {
      validator = new CustomResourceValidator(version, schema, this.#reference.server.minor);
      this.#validators.set(version.name, validator);
    }
    return validator;
  }

  #read(): DefiningCrd {
    const resource = openAgain(this.#reference);
    if (!isOfKind(resource, 'CustomResourceDefinition')) throw new Error('a CRD has lost its kind');
    const { origin, root } = resource;
    const definition = customDefinition(root.value ?? {});
    return { definition, origin, source: this.#reference.source };
  }
}

/** How many folders two paths have in common, from the start. */
function commonFolders(one: string, other: string): number {
  const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const differs = a.findIndex((folder, index) => folder !== b[index]);
  return differs < 0 ? a.length : differs;
}
