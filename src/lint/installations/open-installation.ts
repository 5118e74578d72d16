import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import type { NamedKind } from '../../rule/custom-kinds.ts';
import type { Field } from '../../rule/field.ts';
import type {
  Installation,
  InstalledObject,
  InstalledResource,
  RemovedObject,
  TypedObject,
} from '../../rule/installation.ts';
import type { Resource } from '../../rule/resource.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import type { KindName, RelatedKind } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { InstallationFacts } from '../../sources/installations/installations.ts';
import type { OpenedFields } from '../open/open-object.ts';
import type { Run } from '../run.ts';
import type { DocumentsOfInstallation } from './documents-of-installation.ts';
import type { InputLookups } from './input-lookups.ts';
import { ObjectOfInstallation } from './object-of-installation.ts';

/** The input of a run that an installation is a part of. */
interface InstallationInput {
  readonly run: Run;
  readonly lookups: InputLookups;
  readonly documents: DocumentsOfInstallation;
}

/**
 * An installation, as one server decodes its objects. They are read when they are needed, and each part is read once.
 */
export class OpenInstallation implements Installation {
  readonly objects: readonly ObjectOfInstallation[];
  readonly #facts: InstallationFacts;
  readonly #input: InstallationInput;
  readonly #server: Server;
  readonly #byKind: ReadonlyMap<string, readonly ObjectOfInstallation[]>;
  readonly #byGroupAndKind = new Map<string, readonly ObjectOfInstallation[]>();
  /** The objects by group and kind, then by name. */
  readonly #byName = new Map<string, ReadonlyMap<string, readonly ObjectOfInstallation[]>>();
  readonly #servedByKind = new Map<string, readonly ServedObject[]>();

  constructor(facts: InstallationFacts, input: InstallationInput) {
    this.#facts = facts;
    this.#input = input;
    const { server } = input.documents;
    this.#server = server;
    input.documents.startWith(facts);
    this.objects = facts.objects.map(
      (one, position) => new ObjectOfInstallation(one, position, input.documents, server),
    );
    this.#byKind = indexBy(this.objects, ({ kind }) => [kind]);
  }

  get description(): string {
    const { kind, path } = this.#facts;
    if (kind === 'release') return `the release rendered to ${path}`;
    if (kind === 'folder' && path === '.') return 'the folder';
    return `the ${kind} ${path === '' ? '.' : path}`;
  }

  unitOf({ file }: InstalledObject): string {
    return this.#facts.kind === 'folder' ? file : '';
  }

  areTogether(one: InstalledObject, other: InstalledObject): boolean {
    return this.unitOf(one) === this.unitOf(other);
  }

  get isAppliedInFileOrder(): boolean {
    return !this.#facts.isSorted;
  }

  get isComplete(): boolean {
    return this.#facts.isComplete && !this.#input.run.isPartial;
  }

  ofKind<K extends RelatedKind>(...kinds: readonly K[]): readonly TypedObject<K>[] {
    return kinds.flatMap((kind) => this.#served<TypedObject<K>>(kind));
  }

  resources<K extends KindName>(...kinds: readonly K[]): readonly InstalledResource<K>[] {
    return kinds.flatMap((kind) => this.#served<InstalledResource<K>>(kind));
  }

  /** The objects of a built-in kind that the server serves. They are kept, because several rules need them. */
  #served<T extends TypedObject | InstalledResource>(kind: string): readonly T[] {
    const served = getOrCompute(this.#servedByKind, kind, () =>
      this.#ofKind(kind).flatMap((object) => (object.isServed ? [new ServedObject(object)] : [])),
    );
    // The decoder has settled the types of a built-in kind.
    return served as readonly unknown[] as readonly T[];
  }

  find(group: string, kind: string): readonly ObjectOfInstallation[] {
    const key = `${group}\n${kind}`;
    return getOrCompute(this.#byGroupAndKind, key, () =>
      this.#ofKind(kind).filter((object) => object.group === group),
    );
  }

  named(group: string, kind: string, name: string): readonly InstalledObject[] {
    const key = `${group}\n${kind}`;
    const byName = getOrCompute(this.#byName, key, () =>
      indexBy(this.find(group, kind), ({ names }) => new Set(names)),
    );
    return byName.get(name) ?? [];
  }

  #ofKind(kind: string): readonly ObjectOfInstallation[] {
    return this.#byKind.get(kind) ?? [];
  }

  customKind(of: GroupVersionKind): NamedKind | undefined {
    const file = this.objects[0]?.file ?? '';
    return this.#input.lookups.customKind(file, this.#server.minor, of);
  }

  generates(name: string): boolean {
    return this.#facts.generatedNames.has(name);
  }

  isInInput(group: string, kind: string, name: string, namespace?: string): boolean {
    return this.#input.lookups.hasObject(group, kind, name, namespace);
  }

  isNamespaceLabelInInput(key: string, value?: string): boolean {
    return this.#input.lookups.hasNamespaceLabel(key, value);
  }

  removed(group: string, kind: string): readonly RemovedObject[] {
    return this.#input.documents.sources.removed.ofKind(group, kind, this.#server);
  }
}

/** An object of a built-in kind. Its fields are read again if there are too many to keep them. */
class ServedObject {
  readonly object: ObjectOfInstallation;

  constructor(object: ObjectOfInstallation) {
    this.object = object;
  }

  get root(): Field {
    return this.#fields.root;
  }

  /** The resource of an object of a kind whose values are validated. */
  get resource(): Resource {
    const { resource } = this.#fields;
    if (resource === undefined) throw new Error(`the values of ${this.object.kind} are unknown`);
    return resource;
  }

  get #fields(): OpenedFields {
    const { fields } = this.object;
    if (fields === undefined) throw new Error('an object has disappeared');
    return fields;
  }
}
