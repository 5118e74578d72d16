import { overlookedInUpdate } from '../../analysis/updates/changes.ts';
import { updateOf } from '../../analysis/updates/kept-values.ts';
import type { ServerError } from '../../analysis/updates/server-error.ts';
import { uncheckedByMinor } from '../../analysis/workloads/stateful-sets.ts';
import { lazy } from '../../base/lazy.ts';
import { inOneGo, LONG_TEXT, type Steps, slicesOf } from '../../base/steps.ts';
import { headLocation } from '../../rule/location.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import {
  type DecodedObject,
  isOfKind,
  isResource,
  type Resource,
  type StoredResource,
} from '../../rule/resource.ts';
import { metadataTraits, type Resolution, servedVersions } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { type CustomKindDefinition, definitionIn } from '../memory/custom-kind-definition.ts';
import { CUSTOM_KINDS_TO_COME, CustomKindNeeded, NO_CUSTOM_KINDS } from '../memory/custom-kinds.ts';
import { nameInStorage } from '../memory/name-in-storage.ts';
import { identifyDocument } from '../open/document-identity.ts';
import { openObject } from '../open/open-object.ts';
import {
  type OpenDocument,
  type ResourceReference,
  referenceTo,
  resolveObject,
} from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import { isAboutDecoding } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import { CheckRunner } from './check-runner.ts';
import { type CheckSubject, subjectOf } from './check-subject.ts';
import { checkText } from './check-text.ts';
import { checkWithCustomKinds } from './check-with-custom-kinds.ts';
import { NO_OBJECTS, type ObjectChecks } from './checked-part.ts';
import { isRefusal } from './draft.ts';

/** The object that an update replaces, with its text. */
interface StoredBefore extends StoredResource {
  readonly source: SourceText;
}

/** Checks the text of a document, and its objects one by one. */
export function checkDocument(open: OpenDocument, run: Run): Steps<ObjectChecks> {
  return new DocumentCheck(open, run).run('with text');
}

/** Checks the objects of a document one by one. */
export function checkObjects(open: OpenDocument, run: Run): ObjectChecks {
  return inOneGo(new DocumentCheck(open, run).run('objects only'));
}

class DocumentCheck {
  readonly #open: OpenDocument;
  readonly #run: Run;
  readonly #runner: CheckRunner;
  readonly #definitions: CustomKindDefinition[] = [];
  readonly #pending: ResourceReference[] = [];
  readonly #updated = new Set<number | null>();

  constructor(open: OpenDocument, run: Run) {
    this.#open = open;
    this.#run = run;
    this.#runner = new CheckRunner(open.source, run);
  }

  *run(extent: 'with text' | 'objects only'): Steps<ObjectChecks> {
    const { objects } = this.#open;
    for (const server of this.#run.servers) {
      const resolved = objects.map((object) => resolveObject(this.#open, object, server));
      const isServed = resolved.some(({ resolution }) => resolution?.outcome === 'served');
      if (isServed && extent === 'with text') {
        checkText(this.#open, resolved, server, this.#runner);
      }
      for (const object of resolved) {
        yield;
        yield* this.#checkObject(object, server);
      }
    }
    return {
      documents: objects.map((object) => identifyDocument(this.#open, object)),
      drafts: this.#runner.drafts,
      definitions: this.#definitions,
      pending: this.#pending,
      updated: this.#updated.size === 0 ? NO_OBJECTS : this.#updated,
    };
  }

  *#checkObject(object: ManifestObject, server: Server): Steps<void> {
    const { head, origin, resolution } = object;
    // A CRD that is still to come may define the kind.
    const isOpen = resolution?.outcome === 'misspelled' && !resolution.isCertain;
    if (head.kind === 'foreign' || isOpen) return;
    const subject = subjectOf(origin, server);
    this.#runner.run(this.#runner.rules.on('head'), object, subject);
    if (resolution?.outcome === 'served') {
      const decoded = openObject(object, resolution, server);
      this.#checkDecoded(decoded, subject);
      if (isResource(decoded)) yield* this.#checkCreatedOrUpdated(decoded, object, subject);
    } else if (resolution?.outcome === 'unserved') {
      this.#checkAsServedVersion(object, resolution, subject);
    }
  }

  *#checkCreatedOrUpdated(
    created: Resource,
    object: ManifestObject,
    subject: CheckSubject,
  ): Steps<void> {
    const stored = this.#storedBefore(created, object);
    if (stored === undefined) {
      const overlooks = uncheckedByMinor(created);
      const validatesLast = lastOf(created);
      const checked = { ...subject, validatesLast, ...(overlooks && { overlooks }) };
      yield* this.#checkResource(created, checked);
      return;
    }
    this.#updated.add(object.origin.item);
    const updated = updateOf(created, stored);
    const storedErrors = lazy(() => this.#errorsOf(stored));
    const overlooks = overlookedInUpdate(stored.resource, updated, storedErrors);
    const changesNothing = stored.source === this.#open.source;
    yield* this.#checkResource(updated, { ...subject, isUpdate: true, overlooks, changesNothing });
  }

  /** The errors and warnings of the server about a stored object, if it was new. */
  #errorsOf({ resource, source }: StoredBefore): readonly ServerError[] {
    const { kind, server, origin } = resource;
    const location = headLocation(origin, null);
    const runner = new CheckRunner(source, this.#run);
    runner.run(this.#runner.rules.ofKind(kind), resource, { server, itemAt: () => null, location });
    return runner.drafts
      .filter((draft) => isRefusal(draft) || draft.cause === 'Warning')
      .flatMap(({ cause, field }) => (cause === null ? [] : [{ cause, field: field ?? '' }]));
  }

  /** The object that a new one replaces; undefined if it is created. */
  #storedBefore(
    { apiVersion, kind, facts, server }: Resource,
    object: ManifestObject,
  ): StoredBefore | undefined {
    // An object that is only answered replaces nothing.
    const name = facts.isAnswered ? undefined : nameInStorage(apiVersion, kind, object.value);
    if (name === undefined) return undefined;
    const found = this.#run.storedBefore(object, this.#open, name, facts.namespaced);
    const resource = found?.resource(server);
    if (found === undefined || resource?.kind !== kind) return undefined;
    const { origin, root } = resource;
    return { origin, root, source: found.source, resource };
  }

  /** Checks an object of a version that the minor does not serve as the version to migrate to, for advice only. */
  #checkAsServedVersion(
    object: ManifestObject,
    { facts, use }: Resolution & { readonly outcome: 'unserved' },
    subject: CheckSubject,
  ): void {
    const { server } = subject;
    if (use === undefined || !servedVersions(facts, server).includes(use.apiVersion)) return;
    const { apiVersion } = use;
    const decoded = openObject(object, { outcome: 'served', facts, apiVersion }, server);
    this.#checkDecoded(decoded, { ...subject, readAs: apiVersion });
    if (!isResource(decoded)) return;
    const { kind, undecodable } = decoded;
    const advised = { ...subject, validatesLast: lastOf(decoded), readAs: apiVersion };
    const rules = this.#runner.rules.ofKind(kind);
    const reached = undecodable ? rules.filter(({ rule }) => isAboutDecoding(rule)) : rules;
    this.#runner.run(reached, decoded, advised);
    if (undecodable) return;
    checkWithCustomKinds(this.#runner, decoded, NO_CUSTOM_KINDS, apiVersion);
  }

  #checkDecoded(decoded: DecodedObject, subject: CheckSubject): void {
    this.#runner.run(this.#runner.rules.on('decoded'), decoded, subject);
  }

  *#checkResource(resource: Resource, subject: CheckSubject): Steps<void> {
    const { kind, server, origin, undecodable } = resource;
    const { source, part } = this.#open;
    const rules = this.#runner.rules.ofKind(kind);
    const isLong = origin.item === null && part.span.end - part.span.start >= LONG_TEXT;
    for (const slice of slicesOf(rules, isLong)) {
      if (isLong) yield;
      this.#runner.run(slice, resource, { ...subject, undecodable });
    }
    const reference = { source, part: referenceTo(part), item: origin.item, server };
    if (!this.#checkAmongBuiltInKinds(resource)) this.#pending.push(reference);
    if (
      isOfKind(resource, 'CustomResourceDefinition') &&
      this.#runner.mayBeAccepted(server.minor, origin.item)
    ) {
      const definition = definitionIn(resource, reference);
      if (definition !== undefined) this.#definitions.push(definition);
    }
  }

  /**
   * Runs the checks that may need custom kinds on an object that names only built-in kinds, as most objects do, so that
   * it need not be opened again when everything has been read.
   *
   * @returns false if a check needs a custom kind, so that nothing is certain yet
   */
  #checkAmongBuiltInKinds(resource: Resource): boolean {
    const runner = new CheckRunner(this.#open.source, this.#run);
    try {
      checkWithCustomKinds(runner, resource, CUSTOM_KINDS_TO_COME);
    } catch (error) {
      if (error instanceof CustomKindNeeded) return false;
      throw error;
    }
    for (const draft of runner.drafts) this.#runner.add(draft);
    return true;
  }
}

/** The part of the metadata that the server validates last. */
function lastOf({ facts, apiVersion }: Resource): CheckSubject['validatesLast'] {
  return metadataTraits(facts, apiVersion).validatesLast;
}
