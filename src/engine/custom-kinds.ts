import { isBuiltInGroup } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
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
 * Only their names are kept, and where the CRD is: most schemas are never asked for, and one that is can be
 * read again.
 */
export class CustomKinds {
  readonly #byName = new Map<string, KnownKind[]>();

  /** Adds kinds, in the order of the input. */
  add(definitions: readonly CustomKindDefinition[]): void {
    for (const definition of definitions) {
      const { crd, group, kind, plural, servedVersions } = definition;
      const known = new KnownKind(crd);
      for (const version of servedVersions) {
        this.#add([crd.minor, group, version, 'plural', plural], known);
        this.#add([crd.minor, group, version, 'kind', kind], known);
      }
    }
  }

  /**
   * The kinds as an object in a file sees them in a minor: of several CRDs that define one kind, the nearest
   * one, which is in the same file, else the first.
   */
  seenFrom(file: string, minor: Minor): Workspace {
    const find = (group: string, version: string, by: 'plural' | 'kind', name: string) => {
      const found = this.#byName.get(JSON.stringify([minor, group, version, by, name])) ?? [];
      const nearest = found.find((known) => known.file === file) ?? found[0];
      return nearest?.versions.get(version);
    };
    return {
      findResource: (group, version, plural) => find(group, version, 'plural', plural),
      findKind: (group, version, kind) => find(group, version, 'kind', kind),
    };
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
  /** Whether something was asked that other sources may answer. */
  wasAsked = false;

  findResource(group: string): undefined {
    this.wasAsked ||= !isBuiltInGroup(group);
  }

  findKind(group: string): undefined {
    this.wasAsked ||= !isBuiltInGroup(group);
  }
}

/** A custom kind whose CRD is read when its schema is asked for. */
class KnownKind {
  readonly #crd: ResourceReference;
  #versions: ReadonlyMap<string, CustomKind> | undefined;

  constructor(crd: ResourceReference) {
    this.#crd = crd;
  }

  get file(): string {
    return this.#crd.source.file;
  }

  /** The kind in each of its versions, by the name of the version. */
  get versions(): ReadonlyMap<string, CustomKind> {
    this.#versions ??= this.#read();
    return this.#versions;
  }

  #read(): ReadonlyMap<string, CustomKind> {
    const resource = openAgain(this.#crd);
    if (!isOfKind(resource, 'CustomResourceDefinition')) return new Map();
    const spec = resource.root.get('spec').value;
    return new Map(
      (spec?.versions ?? []).map(({ name: version = '', schema }) => [
        version,
        {
          group: spec?.group ?? '',
          version,
          kind: spec?.names?.kind ?? '',
          plural: spec?.names?.plural ?? '',
          isNamespaced: spec?.scope === 'Namespaced',
          schema: schema?.openAPIV3Schema,
        },
      ]),
    );
  }
}
