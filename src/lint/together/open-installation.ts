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
import type { ManifestObject } from '../../rule/manifest.ts';
import type { Origin, Resource } from '../../rule/resource.ts';
import { type FoundObject, objectAt } from '../../server/decode/index.ts';
import { apiVersionOf } from '../../server/kubernetes/api-version.ts';
import {
  findKind,
  type KindName,
  type RelatedKind,
  resolveKind,
} from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type {
  InstallationFacts,
  InstalledFacts,
} from '../../sources/installations/installations.ts';
import type { Kustomization } from '../../sources/project/kustomization.ts';
import { kustomizedName } from '../../sources/project/kustomized-name.ts';
import type { ObjectPatches, Patches } from '../../sources/project/patches.ts';
import { isUnrenderedBelow } from '../../sources/project/placeholders.ts';
import type { Value } from '../../yaml/index.ts';
import { type OpenedFields, openFields } from '../open/open-object.ts';
import { type OpenDocument, openPart, resolveObject } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import { Memory } from '../read/memory.ts';
import type { Run } from '../run.ts';
import type { InputLookups } from './input-lookups.ts';
import type { RemovedObjects } from './removed-objects.ts';

/** The parts of a run, and the stored objects that none of them has. */
export interface InstallationSources {
  readonly parts: Pick<Parts, 'part' | 'facts'>;
  readonly removed: RemovedObjects;
}

/**
 * An installation, as one server decodes its objects. They are read when they are needed, and each part is read once.
 */
export class OpenInstallation implements Installation {
  readonly objects: readonly ObjectOfInstallation[];
  readonly #facts: InstallationFacts;
  readonly #sources: InstallationSources;
  readonly #run: Run;
  readonly #server: Server;
  readonly #byKind: ReadonlyMap<string, readonly ObjectOfInstallation[]>;
  /** The objects by group and kind, then by name. */
  readonly #byName = new Map<string, ReadonlyMap<string, readonly ObjectOfInstallation[]>>();
  readonly #servedByKind = new Map<string, readonly ServedObject[]>();
  readonly #lookups: InputLookups;

  constructor(
    facts: InstallationFacts,
    sources: InstallationSources,
    run: Run,
    server: Server,
    lookups: InputLookups,
  ) {
    this.#facts = facts;
    this.#sources = sources;
    this.#run = run;
    this.#server = server;
    this.#lookups = lookups;
    const parts = new DocumentsOfInstallation(sources, run, server);
    this.objects = facts.objects.map(
      (one, position) => new ObjectOfInstallation(one, position, parts, server),
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
    const { kind } = this.#facts;
    return kind === 'file' || kind === 'folder';
  }

  get isComplete(): boolean {
    return this.#facts.isComplete && !this.#run.isPartial;
  }

  ofKind<K extends RelatedKind>(...kinds: readonly K[]): readonly TypedObject<K>[] {
    return kinds.flatMap((kind) => this.#served<TypedObject<K>>(kind));
  }

  resources<K extends KindName>(...kinds: readonly K[]): readonly InstalledResource<K>[] {
    return kinds.flatMap((kind) => this.#served<InstalledResource<K>>(kind));
  }

  /** The objects of a built-in kind that the server serves. They are kept, because several rules need them. */
  #served<T extends TypedObject | InstalledResource>(kind: string): readonly T[] {
    let served = this.#servedByKind.get(kind);
    if (served === undefined) {
      served = this.#ofKind(kind).flatMap((object) =>
        object.isServed ? [new ServedObject(object)] : [],
      );
      this.#servedByKind.set(kind, served);
    }
    // The decoder has settled the types of a built-in kind.
    return served as readonly unknown[] as readonly T[];
  }

  find(group: string, kind: string): readonly InstalledObject[] {
    return this.#ofKind(kind).filter((object) => object.group === group);
  }

  named(group: string, kind: string, name: string): readonly InstalledObject[] {
    const key = `${group}\n${kind}`;
    let byName = this.#byName.get(key);
    if (byName === undefined) {
      byName = indexBy(
        this.#ofKind(kind).filter((object) => object.group === group),
        ({ names }) => new Set(names),
      );
      this.#byName.set(key, byName);
    }
    return byName.get(name) ?? [];
  }

  #ofKind(kind: string): readonly ObjectOfInstallation[] {
    return this.#byKind.get(kind) ?? [];
  }

  customKind(group: string, version: string, kind: string): NamedKind | undefined {
    const file = this.objects[0]?.file ?? '';
    return this.#lookups.customKind(file, this.#server.minor, group, version, kind);
  }

  generates(name: string): boolean {
    return this.#facts.generatedNames.has(name);
  }

  isInInput(group: string, kind: string, name: string, namespace?: string): boolean {
    return this.#lookups.hasObject(group, kind, name, namespace);
  }

  removed(group: string, kind: string): readonly RemovedObject[] {
    return this.#sources.removed.ofKind(group, kind, this.#server);
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

/**
 * The length of the texts of an installation that are kept open, in UTF-16 code units. The values in it need ten times
 * as much memory.
 */
const MOST_OPEN = 2 * 1024 * 1024;

/** A part of an installation, with the fields of its objects that have been used, by item. */
interface DocumentWithFields {
  readonly document: OpenDocument | undefined;
  readonly fields: Map<number | null, OpenedFields | undefined>;
}

/** The parts of one installation. The parts that were read last are kept. */
class DocumentsOfInstallation {
  readonly sources: InstallationSources;
  readonly patches: Patches;
  readonly #server: Server;
  /** The documents by number. */
  readonly #open = new Map<number, DocumentWithFields>();
  /** The outlines by number. They are kept anyway. */
  readonly #outlines = new Map<number, DocumentWithFields>();
  readonly #memory = new Memory(MOST_OPEN);

  constructor(sources: InstallationSources, { patches }: Run, server: Server) {
    this.sources = sources;
    this.patches = patches;
    this.#server = server;
  }

  /** An object as a whole; undefined if its text has been released. */
  at({ part: number, item }: ObjectOfInstallation): FoundObject | undefined {
    return objectOf(this.#partAt(number), item);
  }

  /** An object, a CRD without its schemas; undefined if its text has been released. */
  relatedAt({ part: number, item }: ObjectOfInstallation): ManifestObject | undefined {
    const part = this.#relatedPart(number);
    const found = objectOf(part, item);
    return part.document && found && resolveObject(part.document, found, this.#server);
  }

  /** The fields of an object of a built-in kind; undefined if the server does not serve its version. */
  fieldsOf(one: ObjectOfInstallation): OpenedFields | undefined {
    const { item } = one;
    const { fields } = this.#relatedPart(one.part);
    if (fields.has(item)) return fields.get(item);
    const object = this.relatedAt(one);
    const opened =
      object?.resolution?.outcome === 'served'
        ? openFields(object, object.resolution, this.#server)
        : undefined;
    fields.set(item, opened);
    return opened;
  }

  #relatedPart(number: number): DocumentWithFields {
    const related = this.sources.parts.part(number)?.related;
    if (related === undefined || related === 'whole') return this.#partAt(number);
    let outline = this.#outlines.get(number);
    if (outline === undefined) {
      outline = { document: related, fields: new Map() };
      this.#outlines.set(number, outline);
    }
    return outline;
  }

  #partAt(number: number): DocumentWithFields {
    const known = this.#open.get(number);
    if (known !== undefined) return known;
    const part = this.sources.parts.part(number);
    const open = part && openPart(part.source, part.source.partAgain(part.part));
    const document = open?.kind === 'document' ? open : undefined;
    const length = part === undefined ? 0 : part.part.span.end - part.part.span.start;
    const opened = { document, fields: new Map() };
    this.#open.set(number, opened);
    this.#memory.hold({ length, release: () => this.#open.delete(number) });
    return opened;
  }
}

function objectOf({ document }: DocumentWithFields, item: number | null): FoundObject | undefined {
  return document && objectAt(document.document.value, item);
}

/** An object of an installation. */
export class ObjectOfInstallation implements InstalledObject {
  /** Its number among the objects of the installation, from 0. */
  readonly position: number;
  readonly #installed: InstalledFacts;
  readonly #parts: DocumentsOfInstallation;
  readonly #server: Server;
  #patches: ObjectPatches | undefined;
  #names: readonly string[] | undefined;

  constructor(
    installed: InstalledFacts,
    position: number,
    parts: DocumentsOfInstallation,
    server: Server,
  ) {
    this.#installed = installed;
    this.position = position;
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
    const { facts, kustomizations } = this.#installed;
    // Not kept: there may be a million objects.
    if (kustomizations.length === 0) return [facts.name];
    this.#names ??= namesOf(this.#installed);
    return this.#names;
  }

  get name(): string {
    const { facts, kustomizations } = this.#installed;
    return kustomizations.length === 0 ? facts.name : (this.names[this.names.length - 1] ?? '');
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
    const { facts, kustomizations } = this.#installed;
    if (kustomizations.length > 0) return this.namespaces[this.namespaces.length - 1];
    // Without a list, because rules compare the namespaces of many objects.
    return findKind(facts.kind)?.namespaced === false ? undefined : (facts.namespace ?? undefined);
  }

  get labels(): ReadonlyMap<string, string> {
    const { facts, kustomizations } = this.#installed;
    return kustomizations.length === 0
      ? facts.labels
      : new Map([...facts.labels, ...kustomizations.flatMap(({ labels }) => [...labels])]);
  }

  get value(): Value {
    return this.#parts.at(this)?.value ?? null;
  }

  mayChange(field: string): boolean {
    const { kind, namespace, name } = this.#installed.facts;
    const { patches } = this.#parts;
    const source = this.#parts.sources.parts.part(this.part)?.source;
    if (source === undefined) return false;
    if (source.mayHavePlaceholders && isUnrenderedBelow(this.value, field)) return true;
    const { kustomizations } = this.#installed;
    if (field === 'spec.replicas') {
      const isScaled = ({ scaledNames }: Kustomization) =>
        this.names.some((one) => scaledNames.has(one));
      if (kustomizations.some(isScaled)) return true;
    }
    if (patches.isEmpty) return false;
    this.#patches ??= patches.of(
      { apiVersion: this.#apiVersion, kind, namespace, name, value: () => this.value },
      source.surroundings,
    );
    return this.#patches.touch(field);
  }

  /** The object with typed fields, a CRD without its schemas; undefined if the server does not serve its version. */
  get fields(): OpenedFields | undefined {
    return this.#parts.fieldsOf(this);
  }

  /**
   * Reports whether rules about several objects read the object, and it has a built-in kind and version that the server
   * serves. Most CRDs have no conversion, and no other part of them is related to other objects.
   */
  get isServed(): boolean {
    return (
      this.#parts.sources.parts.part(this.part)?.related !== undefined &&
      // The decoder refuses an apiVersion with more than one slash.
      !this.version.includes('/') &&
      resolveKind(this.#apiVersion, this.kind, this.#server).outcome === 'served'
    );
  }

  get #apiVersion(): string {
    return apiVersionOf(this);
  }

  /** The location of the object. Undefined if its text has been released. */
  get origin(): Origin | undefined {
    return this.#parts.relatedAt(this)?.origin;
  }
}

/** The name in the file, then the names that kustomizations give the object. */
function namesOf({ facts, kustomizations }: InstalledFacts): readonly string[] {
  const names = [facts.name];
  for (const kustomization of kustomizations) {
    names.push(kustomizedName(facts.kind, names[names.length - 1] ?? '', kustomization));
  }
  return names;
}
