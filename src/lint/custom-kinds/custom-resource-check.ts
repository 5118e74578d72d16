import { overlookedInMetadata } from '../../analysis/updates/metadata.ts';
import type { CustomResource } from '../../rule/custom-resource.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { compareVersionPriority } from '../../server/kubernetes/version-priority.ts';
import { isCopy } from '../../sources/project/completed-fields.ts';
import {
  areOfDifferentLessons,
  isInTests,
  isInUnitTests,
  isNamedAsExample,
  isNamedAsTest,
  isOfRelease,
  isUnmaintained,
} from '../../sources/project/file-location.ts';
import type { Patches } from '../../sources/project/kustomize/patches.ts';
import { nameOfExtension } from '../../sources/project/made-crds.ts';
import { isMapping, type Value } from '../../yaml/index.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { subjectOf } from '../check/check-subject.ts';
import { checkText } from '../check/check-text.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { objectKey } from '../check/draft.ts';
import type { KnownKind } from '../memory/known-kind.ts';
import { nameInStorage } from '../memory/name-in-storage.ts';
import type { StoredObject } from '../memory/stored-objects.ts';
import { type OpenDocument, openPart, resolveObject } from '../open/open-part.ts';
import type { UnresolvedObject } from '../open/unresolved-objects.ts';
import type { Run } from '../run.ts';
import { openCustomResource } from './open-custom-resource.ts';

/** The CRDs that define the kind of an object, by minor, the nearest first. */
export type Definitions = ReadonlyMap<Minor, Iterable<KnownKind>>;

/** The state of checking the custom resources of one part. */
export class CustomResourceCheck {
  readonly #part: CheckedPart;
  readonly #open: OpenDocument;
  readonly #objects: ReadonlyMap<
    number | null,
    UnresolvedObject & { readonly definitions: Definitions }
  >;
  readonly #run: Run;
  readonly #runner: CheckRunner;
  readonly #updated = new Set<number | null>();
  /** The objects, by minor and item, of kinds that are known by schemas of a catalogue only. */
  readonly #bySchemaOnly = new Set<string>();

  constructor(
    part: CheckedPart,
    objects: readonly (UnresolvedObject & { readonly definitions: Definitions })[],
    run: Run,
  ) {
    const { source } = part;
    const open = openPart(source, source.partAgain(part.part));
    if (open.kind === 'refused') throw new Error('a document has become unreadable');
    this.#part = part;
    this.#open = open;
    this.#objects = new Map(objects.map((object) => [object.item, object]));
    this.#run = run;
    this.#runner = new CheckRunner(source, run);
  }

  run(): CheckedPart {
    const { drafts, documents } = this.#part;
    for (const server of this.#run.servers) this.#checkIn(server);
    const unjudged = new Set<string>();
    for (const [item, { definitions }] of this.#objects) {
      for (const { minor } of this.#run.servers) {
        if (!definitions.has(minor)) unjudged.add(objectKey(minor, item));
      }
    }
    const isJudged = (item: number | null) => (this.#objects.get(item)?.definitions.size ?? 0) > 0;
    return {
      ...this.#part,
      documents: documents.map((document) =>
        isJudged(document.item) ? { ...document, skipped: undefined } : document,
      ),
      drafts: [...drafts, ...this.#runner.drafts],
      updated: new Set([...this.#part.updated, ...this.#updated]),
      unjudged,
      bySchemaOnly: this.#bySchemaOnly,
    };
  }

  #checkIn(server: Server): void {
    const open = this.#open;
    const opened = open.objects.flatMap((found) => {
      const object = this.#objects.get(found.item);
      return object === undefined
        ? []
        : [this.#openObject(resolveObject(open, found, server), object, server)];
    });
    if (opened.some(({ resource }) => resource !== undefined)) {
      const resolved = opened.map(({ object }) => object);
      checkText(open, resolved, server, this.#runner);
    }
    for (const one of opened) this.#check(one, server);
  }

  /**
   * Opens an object by the nearest CRD that accepts it, else by the one that serves its version and finds the fewest
   * errors, else by the nearest one: repositories contain several states of a CRD, and which of them is installed is
   * not known. Overlays that patch a CRD add such states. The errors by an old release are only reported where no other
   * state serves the version.
   */
  #openObject(
    object: ManifestObject,
    { group, version, definitions }: UnresolvedObject & { readonly definitions: Definitions },
    server: Server,
  ): OpenObject {
    let best: OpenObject | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let age = 0;
    // Without a group, the object cannot be decoded, whatever the CRD says.
    const defined = (group !== undefined && definitions.get(server.minor)) || [];
    for (const known of statesOf(defined, version, this.#run.patches)) {
      const opened = this.#openBy(known, object, version, server);
      best ??= opened;
      if (opened.resource === undefined) continue;
      const count = errorCountOf(opened.resource);
      if (count === 0) return opened;
      const own = this.#isOldState(known) ? 1 : 0;
      if (best.resource !== undefined && (own - age || count - fewest) >= 0) continue;
      [best, fewest, age] = [opened, count, own];
    }
    return best ?? { object, resource: undefined, isUncertain: false, isSchemaOnly: false };
  }

  /** Opens an object by a CRD, which need not serve its version. */
  #openBy(known: KnownKind, object: ManifestObject, version: string, server: Server): OpenObject {
    const { crd, isSchemaOnly } = known;
    const found = crd.definition.versions.find(({ name }) => name === version);
    const resolution = { outcome: 'custom', crd, version: found } as const;
    const resource =
      found?.isServed === true
        ? openCustomResource(
            object,
            { known, version: found },
            server,
            this.#storedBefore(object, known),
          )
        : undefined;
    const isUncertain =
      this.#isOtherState(known) ||
      this.#isOfOtherCluster(known) ||
      this.#isForRelease(known) ||
      this.#isUnitTestOfCopy(known) ||
      this.#isExtension(known, version) ||
      this.#isRecorded(object.value) ||
      this.#mayBeOtherCrd(known, found === undefined ? version : undefined) ||
      (resource !== undefined && known.isPatched(version, this.#run.patches));
    return { object: { ...object, resolution }, resource, isUncertain, isSchemaOnly };
  }

  /** Reports whether an example was read from a cluster, which may have had another state of the CRD. */
  #isRecorded(value: Value): boolean {
    return isMapping(value) && isCopy(value) && isNamedAsExample(this.#part.source);
  }

  /** Reports whether an extension server of the input serves a version, and not the CRD. */
  #isExtension(known: KnownKind, version: string): boolean {
    const name = nameOfExtension(known.crd.definition.group, version);
    return this.#run.kinds.isMade(name, known, this.#part.source.file);
  }

  /**
   * Reports whether another CRD than a known one may define the kind.
   *
   * @param lacking the version of the object, if the known CRD does not have it
   */
  #mayBeOtherCrd(known: KnownKind, lacking: string | undefined): boolean {
    const { kinds } = this.#run;
    const { file } = this.#part.source;
    const { plural, group } = known.crd.definition;
    const name = `${plural}.${group}`;
    if (kinds.isMade(name, known, file)) return true;
    return (
      lacking !== undefined &&
      (kinds.isMade(`${name}/${lacking}`, known, file) ||
        this.#isOlder(known, lacking) ||
        this.#isForOldState(known))
    );
  }

  /** Reports whether a CRD is in a file that nobody changes, such as one of an old release, unlike the objects. */
  #isOldState(known: KnownKind): boolean {
    return isUnmaintained(known) && !isUnmaintained(this.#part.source);
  }

  /** Reports whether nobody changes the file, unlike the CRD, which may have had other versions. */
  #isForOldState(known: KnownKind): boolean {
    return isUnmaintained(this.#part.source) && !isUnmaintained(known);
  }

  /** Reports whether the file is of a release, or of its documentation, and the CRD of another state. */
  #isForRelease(known: KnownKind): boolean {
    return isOfRelease(this.#part.source) && !isOfRelease(known);
  }

  /**
   * Reports whether a CRD lacks a version that was added to it later: it is a copy of another project, or of another
   * module.
   */
  #isOlder(known: KnownKind, version: string): boolean {
    const { versions } = known.crd.definition;
    const { surroundings } = this.#part.source;
    return (
      versions.every(({ name }) => compareVersionPriority(version, name) < 0) &&
      (known.isCopied || known.isOfOtherModule(surroundings))
    );
  }

  /**
   * Reports whether a CRD is in a test or lesson that the file does not belong to, so that another release may be
   * installed.
   */
  #isOtherState(known: KnownKind): boolean {
    const { source } = this.#part;
    return areOfDifferentLessons(known, source) || (isNamedAsTest(known) && !isInTests(source));
  }

  /**
   * Reports whether a CRD is a copy in another folder of a repository without a module of Go, unless the folder is one
   * of CRDs. Such folders are those of clusters and tools, which have releases of their own.
   */
  #isOfOtherCluster(known: KnownKind): boolean {
    const [folder = '', ...below] = known.location.split('/');
    const { location, surroundings } = this.#part.source;
    const isElsewhere =
      below.length > 0 && location.includes('/') && !location.startsWith(`${folder}/`);
    return (
      isElsewhere &&
      !/crds?|schemas?/i.test(folder) &&
      surroundings.every((one) => one.folder.goModule === undefined) &&
      known.isCopied
    );
  }

  /**
   * Reports whether the file has data of a test without a server, which may be of another release of another project
   * than its CRD.
   */
  #isUnitTestOfCopy(known: KnownKind): boolean {
    const isInTest = isInUnitTests(this.#part.source) && !isInUnitTests(known);
    return isInTest && known.isCopied;
  }

  /** The object that a new one replaces; undefined if it is created. */
  #storedBefore(object: ManifestObject, { crd }: KnownKind): StoredObject | undefined {
    const { origin, head, value } = object;
    if (head.kind !== 'object') return undefined;
    const name = nameInStorage(head.apiVersion, head.objectKind, value);
    if (name === undefined) return undefined;
    const { isNamespaced } = crd.definition;
    const found = this.#run.storedBefore(object, this.#open, name, isNamespaced);
    if (found !== undefined) this.#updated.add(origin.item);
    return found;
  }

  /** Reports whether an object without a required field may be a patch, as its file shows. */
  #mayBePatch({ errors: { values } }: CustomResource): boolean {
    const { role } = this.#open.source;
    const mayLack = role.kind === 'manifests' && role.mayLack !== 'nothing';
    return mayLack && values.some(({ fault }) => fault.kind === 'required');
  }

  #check({ object, resource, isUncertain, isSchemaOnly }: OpenObject, server: Server): void {
    const { origin } = object;
    if (isSchemaOnly) this.#bySchemaOnly.add(objectKey(server.minor, origin.item));
    const subject = subjectOf(origin, server);
    const head = { ...subject, isProvisional: isUncertain };
    this.#runner.run(this.#runner.rules.on('head'), object, head);
    if (resource === undefined) return;
    this.#runner.run(this.#runner.rules.on('decoded'), resource, subject);
    const metadata = resource.root.get('metadata').value ?? {};
    const overlooks = resource.stored && overlookedInMetadata(metadata);
    const changesNothing = resource.stored?.source === this.#open.source;
    const whole =
      overlooks === undefined ? subject : { ...subject, isUpdate: true, overlooks, changesNothing };
    const { undecodable } = resource;
    this.#runner.run(this.#runner.rules.on('metadata'), resource, { ...whole, undecodable });
    const isProvisional = isUncertain || this.#mayBePatch(resource);
    const { plural, group } = resource.crd.definition;
    const isMutated = this.#run.kinds.isMutated(plural, group);
    const bySchema = { ...whole, undecodable, isProvisional, isMutated, isSchemaOnly };
    this.#runner.run(this.#runner.rules.on('custom-resource'), resource, bySchema);
  }
}

/** The CRDs that define a kind, in the states in which they are applied. */
function* statesOf(
  definitions: Iterable<KnownKind>,
  version: string,
  patches: Patches,
): Iterable<KnownKind> {
  for (const known of definitions) yield* known.states(version, patches);
}

/** An object, and its form as a custom resource, if a CRD serves its version. */
interface OpenObject {
  readonly object: ManifestObject;
  readonly resource: CustomResource | undefined;
  /** True if the CRD is applied with another schema, or another CRD may define the kind. */
  readonly isUncertain: boolean;
  /** True if the kind is known by schemas of a catalogue only. */
  readonly isSchemaOnly: boolean;
}

/**
 * The number of errors that the server finds in a custom resource, apart from its metadata. It finds none if it accepts
 * the object.
 */
function errorCountOf({ undecodable, decoded, errors }: CustomResource): number {
  const { values, scale, embedded, lists, rules } = errors;
  const all = [decoded.unknownFields, values, scale, embedded, lists, rules];
  return all.reduce((sum, { length }) => sum + length, undecodable ? 1 : 0);
}
