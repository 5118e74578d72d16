import { findKind, type KindName } from '../kubernetes/kinds.ts';
import type { Server } from '../kubernetes/server.ts';
import type { Kustomization } from '../project/kustomization.ts';
import type { ObjectPatches, Patches } from '../project/patches.ts';
import { isUnrenderedBelow } from '../project/placeholders.ts';
import type { Field } from '../rule/field.ts';
import type {
  Installation,
  InstalledObject,
  InstalledResource,
  RemovedObject,
  TypedObject,
} from '../rule/installation.ts';
import { isOfKind, type Origin } from '../rule/resource.ts';
import type { CustomKind } from '../rule/workspace.ts';
import type { InstallationFacts, InstalledFacts } from '../workspace/installations.ts';
import type { RelatedKind } from '../workspace/related-kinds.ts';
import type { WorkspaceFacts } from '../workspace/workspace-facts.ts';
import type { Value } from '../yaml/index.ts';
import type { CheckedPart } from './checked-part.ts';
import type { CustomKinds } from './custom-kinds.ts';
import { type OpenedFields, openFields } from './open-object.ts';
import { type OpenDocument, openPart, resolveObject } from './open-part.ts';
import type { RemovedObjects } from './removed-objects.ts';

/** What opening the objects of installations needs. */
export interface InstallationSources {
  /** The part of a number; undefined if it has been given up, as no relation depends on what is in it. */
  part(number: number): Pick<CheckedPart, 'source' | 'part'> | undefined;
  readonly facts: WorkspaceFacts;
  readonly kinds: CustomKinds;
  readonly patches: Patches;
  readonly isPartial: boolean;
  readonly removed: RemovedObjects;
}

/** An installation, as one server decodes its objects. They are read when they are asked for, and each part once. */
export class OpenInstallation implements Installation {
  readonly objects: readonly OpenedObject[];
  readonly #facts: InstallationFacts;
  readonly #sources: InstallationSources;
  readonly #server: Server;
  readonly #byKind = new Map<string, OpenedObject[]>();
  readonly #openedKinds = new Map<
    string,
    readonly { readonly object: InstalledObject; readonly root: Field }[]
  >();

  constructor(facts: InstallationFacts, sources: InstallationSources, server: Server) {
    this.#facts = facts;
    this.#sources = sources;
    this.#server = server;
    const parts = new OpenParts(sources);
    this.objects = facts.objects.map((one) => new OpenedObject(one, parts, server));
    for (const object of this.objects) {
      const known = this.#byKind.get(object.kind);
      if (known === undefined) this.#byKind.set(object.kind, [object]);
      else known.push(object);
    }
  }

  get description(): string {
    const { kind, path } = this.#facts;
    if (kind === 'release') return `the release rendered to ${path}`;
    if (kind === 'folder' && path === '.') return 'the folder';
    return `the ${kind} ${path === '' ? '.' : path}`;
  }

  areTogether(one: InstalledObject, other: InstalledObject): boolean {
    return this.#facts.kind !== 'folder' || one.file === other.file;
  }

  get isAppliedInFileOrder(): boolean {
    const { kind } = this.#facts;
    return kind === 'file' || kind === 'folder';
  }

  get isComplete(): boolean {
    return this.#facts.isComplete && !this.#sources.isPartial;
  }

  ofKind<K extends RelatedKind>(...kinds: readonly K[]): readonly TypedObject<K>[] {
    // The decoder has settled the types of a built-in kind.
    return kinds.flatMap((kind) => this.#opened(kind) as readonly TypedObject<K>[]);
  }

  resources<K extends KindName>(...kinds: readonly K[]): readonly InstalledResource<K>[] {
    return kinds.flatMap((kind) =>
      this.#ofKind(kind).flatMap((object) => {
        const resource = object.fields?.resource;
        return resource !== undefined && isOfKind(resource, kind) ? [{ object, resource }] : [];
      }),
    );
  }

  /** The objects of a built-in kind with their fields, which several rules ask for again and again. */
  #opened(kind: string): readonly { readonly object: InstalledObject; readonly root: Field }[] {
    let opened = this.#openedKinds.get(kind);
    if (opened === undefined) {
      opened = this.#ofKind(kind).flatMap((object) => {
        const root = object.fields?.root;
        return root === undefined ? [] : [{ object, root }];
      });
      this.#openedKinds.set(kind, opened);
    }
    return opened;
  }

  find(group: string, kind: string): readonly InstalledObject[] {
    return this.#ofKind(kind).filter((object) => object.group === group);
  }

  #ofKind(kind: string): readonly OpenedObject[] {
    return this.#byKind.get(kind) ?? [];
  }

  customKind(group: string, version: string, kind: string): CustomKind | undefined {
    const file = this.objects[0]?.file ?? '';
    return this.#sources.kinds.seenFrom(file, this.#server.minor).findKind(group, version, kind);
  }

  generates(name: string): boolean {
    return this.#facts.generatedNames.has(name);
  }

  isInInput(group: string, kind: string, name: string, namespace?: string): boolean {
    return this.#sources.facts.has(group, kind, name, namespace);
  }

  removed(group: string, kind: string): readonly RemovedObject[] {
    return this.#sources.removed.ofKind(group, kind, this.#server);
  }
}

/** The parts of one installation, each read once. */
class OpenParts {
  readonly sources: InstallationSources;
  readonly #open = new Map<number, OpenDocument | undefined>();

  constructor(sources: InstallationSources) {
    this.sources = sources;
  }

  at(number: number): OpenDocument | undefined {
    if (this.#open.has(number)) return this.#open.get(number);
    const part = this.sources.part(number);
    const open = part && openPart(part.source, part.source.partAgain(part.part));
    const document = open?.kind === 'document' ? open : undefined;
    this.#open.set(number, document);
    return document;
  }
}

/** An object of an installation. */
export class OpenedObject implements InstalledObject {
  readonly #installed: InstalledFacts;
  readonly #parts: OpenParts;
  readonly #server: Server;
  #patches: ObjectPatches | undefined;
  #names: readonly string[] | undefined;
  #fields: OpenedFields | null | undefined;

  constructor(installed: InstalledFacts, parts: OpenParts, server: Server) {
    this.#installed = installed;
    this.#parts = parts;
    this.#server = server;
  }

  get part(): number {
    return this.#installed.facts.part;
  }

  get item(): number | null {
    return this.#installed.facts.item;
  }

  get file(): string {
    return this.#installed.facts.file;
  }

  get line(): number {
    return this.#installed.facts.line;
  }

  get group(): string {
    return this.#installed.facts.group;
  }

  get version(): string {
    return this.#installed.facts.version;
  }

  get kind(): string {
    return this.#installed.facts.kind;
  }

  get names(): readonly string[] {
    this.#names ??= namesOf(this.#installed);
    return this.#names;
  }

  get name(): string {
    return this.names[this.names.length - 1] ?? '';
  }

  get namespaces(): readonly string[] {
    const { facts, kustomizations } = this.#installed;
    if (findKind(facts.kind)?.namespaced === false) return [];
    const { namespace } = facts;
    return [
      ...(namespace === null ? [] : [namespace]),
      ...kustomizations.flatMap((one) => (one.namespace === undefined ? [] : [one.namespace])),
    ];
  }

  get namespace(): string | undefined {
    return this.namespaces[this.namespaces.length - 1];
  }

  get labels(): ReadonlyMap<string, string> {
    const { facts, kustomizations } = this.#installed;
    return kustomizations.length === 0
      ? facts.labels
      : new Map([...facts.labels, ...kustomizations.flatMap(({ labels }) => [...labels])]);
  }

  get value(): Value {
    return this.#found()?.value ?? null;
  }

  mayChange(field: string): boolean {
    const { group, version, kind, namespace, name } = this.#installed.facts;
    const { patches } = this.#parts.sources;
    const source = this.#parts.sources.part(this.part)?.source;
    if (source === undefined) return false;
    if (source.mayHavePlaceholders && isUnrenderedBelow(this.value, field)) return true;
    const { kustomizations } = this.#installed;
    if (field === 'spec.replicas') {
      const isScaled = ({ scaledNames }: Kustomization) =>
        this.names.some((one) => scaledNames.has(one));
      if (kustomizations.some(isScaled)) return true;
    }
    if (patches.isEmpty) return false;
    const apiVersion = group === '' ? version : `${group}/${version}`;
    this.#patches ??= patches.of(
      { apiVersion, kind, namespace, name, value: () => this.value },
      source.surroundings,
    );
    return this.#patches.touch(field);
  }

  /** The object with typed fields; undefined if the server does not serve its version. */
  get fields(): OpenedFields | undefined {
    this.#fields ??= this.#open() ?? null;
    return this.#fields ?? undefined;
  }

  /** Where the object is; undefined where its text has been given up. */
  get origin(): Origin | undefined {
    const document = this.#parts.at(this.part);
    const found = this.#found();
    return document && found && resolveObject(document, found, this.#server).origin;
  }

  /** The object in its document; undefined where its text has been given up. */
  #found(): OpenDocument['objects'][number] | undefined {
    return this.#parts.at(this.part)?.objects.find(({ item }) => item === this.item);
  }

  #open(): OpenedFields | undefined {
    const document = this.#parts.at(this.part);
    const found = this.#found();
    if (document === undefined || found === undefined) return undefined;
    const object = resolveObject(document, found, this.#server);
    return object.resolution?.outcome === 'served'
      ? openFields(object, object.resolution, this.#server)
      : undefined;
  }
}

/** The name in the file, then those that kustomizations give the object. */
function namesOf({ facts, kustomizations }: InstalledFacts): readonly string[] {
  const names = [facts.name];
  for (const { namePrefix, nameSuffix } of kustomizations) {
    names.push(`${namePrefix}${names[names.length - 1]}${nameSuffix}`);
  }
  return names;
}
