import { ADMISSION_KINDS } from '../../analysis/admission/policy-kinds.ts';
import { documentKey } from '../../result/document-key.ts';
import type { DocumentIdentity, DocumentReport, SkipReason } from '../../result/verdict.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import { isOfKind, isResource } from '../../rule/resource.ts';
import { draftOf, ensureStruct } from '../../server/admission/objects/draft.ts';
import {
  newObject,
  prepareMetadata,
  storedObject,
  updatedCustomObject,
  updatedObject,
} from '../../server/admission/objects/stored-object.ts';
import { writtenForm } from '../../server/admission/objects/written-form.ts';
import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import { decode } from '../../server/decode/index.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { findDefinition } from '../../server/kubernetes/definitions.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { isMapping } from '../../yaml/tree.ts';
import { isSentAsIs } from '../check/check-each.ts';
import { openCustomResource } from '../custom-kinds/open-custom-resource.ts';
import { definitionIn } from '../memory/custom-kind-definition.ts';
import { CustomKinds } from '../memory/custom-kinds.ts';
import { identifyDocument } from '../open/document-identity.ts';
import { openObject } from '../open/open-object.ts';
import { openPart, type ResourceReference, referenceTo, resolveObject } from '../open/open-part.ts';
import type { Source } from '../read/source.ts';
import { SourceText } from '../read/source-text.ts';
import { type AcceptedPolicyPart, EXEMPT_KINDS, type OpenedObject } from './opened-object.ts';

/** The contents that a run finds in its sources. */
export interface OpenedSources {
  readonly objects: readonly OpenedObject[];
  /** The stored objects, and objects of requests to subresources, such as PodExecOptions. */
  readonly stored: readonly OpenedObject[];
  readonly policies: readonly AcceptedPolicyPart[];
  readonly definitions: readonly CustomDefinition[];
}

/**
 * Opens the objects of sources as the server reads them.
 *
 * @param sources only accepted policies, bindings and CRDs of them have an effect
 * @param old the stored objects
 */
export function openSources(
  sources: LintedSources,
  old: LintedSources,
  server: Server,
): OpenedSources {
  const opener = new SourceOpener(server);
  const objects = opener.open(sources, 'new');
  const stored = opener.open(old, 'stored');
  return { objects, stored, policies: opener.policies, definitions: opener.definitions };
}

/** Sources, and the report of `lint` on them. */
export interface LintedSources {
  readonly sources: readonly Source[];
  readonly documents: readonly DocumentReport[];
}

/** The form of an object: a new object, or an object from the storage. */
type Form = 'new' | 'stored';

interface Found {
  readonly object: ManifestObject;
  readonly document: DocumentIdentity;
}

/** Opens sources one after the other; the policies and CRDs of earlier ones are known to later ones. */
export class SourceOpener {
  readonly #server: Server;
  readonly #kinds = new CustomKinds();
  readonly definitions: CustomDefinition[] = [];
  readonly policies: AcceptedPolicyPart[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  get #minor(): Minor {
    return this.#server.minor;
  }

  open({ sources, documents }: LintedSources, form: Form): readonly OpenedObject[] {
    const byPlace = new Map(documents.map((one) => [documentKey(one), one]));
    const found = sources.flatMap((source) => [...this.#find(source, byPlace, form)]);
    return found.flatMap((one) => this.#open(one, form) ?? []);
  }

  /**
   * Opens objects that have not been checked; undefined if this depends on their verdicts, or if they change how others
   * are opened.
   */
  openUnchecked(sources: readonly Source[], form: Form): readonly OpenedObject[] | undefined {
    const found: Found[] = [];
    for (const source of sources) {
      const text = new SourceText(source);
      for (const part of text.parts()) {
        const open = openPart(text, part);
        if (open.kind === 'refused' || !isSentAsIs(open)) return undefined;
        for (const one of open.objects) {
          const document = identifyDocument(open, one);
          if (document.kind !== null && DEFINING_KINDS.has(document.kind)) return undefined;
          if (isNotSent(document)) continue;
          found.push({ object: resolveObject(open, one, this.#server), document });
        }
      }
    }
    return found.flatMap((one) => this.#open(one, form) ?? []);
  }

  /** Finds the objects of a source; its policies and CRDs are known then. */
  *#find(
    source: Source,
    documents: ReadonlyMap<string, DocumentReport>,
    form: Form,
  ): Iterable<Found> {
    const text = new SourceText(source);
    for (const part of text.parts()) {
      const open = openPart(text, part);
      if (open.kind === 'refused') continue;
      for (const one of open.objects) {
        const document = documents.get(
          documentKey({ file: text.file, index: part.index, item: one.item }),
        );
        if (document === undefined || isNotSent(document)) continue;
        const object = resolveObject(open, one, this.#server);
        if (form === 'new')
          this.#define(object, document, () => ({
            source: text,
            part: referenceTo(part),
            item: one.item,
            server: this.#server,
          }));
        yield { object, document };
      }
    }
  }

  #define(
    object: ManifestObject,
    document: DocumentReport,
    reference: () => ResourceReference,
  ): void {
    const { resolution } = object;
    if (document.verdicts[this.#minor] !== 'accepted' || resolution?.outcome !== 'served') return;
    if (
      !EXEMPT_KINDS.has(resolution.facts.kind) &&
      resolution.facts.kind !== 'CustomResourceDefinition'
    ) {
      return;
    }
    const resource = openObject(object, resolution, this.#server);
    if (!isResource(resource)) return;
    if (isOfKind(resource, 'CustomResourceDefinition')) {
      const definition = definitionIn(resource, reference());
      if (definition === undefined) return;
      this.#kinds.add([definition]);
      const { group, kind } = definition;
      const [known] = this.#kinds.find(document.file, this.#minor, group, kind);
      if (known !== undefined) this.definitions.push(known.crd.definition);
    } else if (isOfKind(resource, ...ADMISSION_KINDS)) {
      this.policies.push({ resource, source: reference().source });
    }
  }

  #open(found: Found, form: Form): OpenedObject | undefined {
    const { object } = found;
    const { resolution, head } = object;
    if (resolution?.outcome === 'served') return this.#openBuiltIn(found, form);
    if (resolution?.outcome === 'uncreatable') {
      return form === 'stored' ? this.#openBody(found) : undefined;
    }
    return head.kind === 'object'
      ? this.#openCustom(found, head.apiVersion, head.objectKind, form)
      : undefined;
  }

  #openBuiltIn({ object, document }: Found, form: Form): OpenedObject | undefined {
    const { resolution, value, origin } = object;
    if (resolution?.outcome !== 'served' || !isMapping(value)) return undefined;
    const { facts, apiVersion } = resolution;
    if (EXEMPT_KINDS.has(facts.kind)) return undefined;
    const decoded = decode(definitionNameOf(apiVersion, facts.kind), value, this.#minor);
    if (decoded.undecodable) return undefined;
    const typed = { ...decoded.value, apiVersion, kind: facts.kind };
    const make = form === 'new' ? newObject : storedObject;
    return {
      identity: document,
      origin,
      kind: { ...groupAndVersion(apiVersion), kind: facts.kind },
      resource: facts.plural,
      isNamespaced: facts.namespaced,
      object: make(facts, apiVersion, typed, this.#server),
      update: (stored) => updatedObject(facts, apiVersion, typed, stored, this.#server),
    };
  }

  /** The object of a request to a subresource; undefined if it cannot be decoded. */
  #openBody({ object, document }: Found): OpenedObject | undefined {
    const { head, value, origin } = object;
    if (head.kind !== 'object' || !isMapping(value)) return undefined;
    const { apiVersion, objectKind: kind } = head;
    const definition = definitionNameOf(apiVersion, kind);
    if (findDefinition(definition) === undefined) return undefined;
    const decoded = decode(definition, value, this.#minor);
    if (decoded.undecodable) return undefined;
    return {
      identity: document,
      origin,
      kind: { ...groupAndVersion(apiVersion), kind },
      resource: '',
      isNamespaced: true,
      object: writtenForm(definition, { ...decoded.value, apiVersion, kind }, this.#minor),
    };
  }

  #openCustom(
    { object, document }: Found,
    apiVersion: string,
    kind: string,
    form: Form,
  ): OpenedObject | undefined {
    const { group, version: versionName } = groupAndVersion(apiVersion);
    const [known] = this.#kinds.find(document.file, this.#minor, group, kind);
    const version = known?.crd.definition.versions.find(({ name }) => name === versionName);
    if (known === undefined || version?.isServed !== true) return undefined;
    const opened = openCustomResource(object, { known, version }, this.#server);
    if (opened.undecodable) return undefined;
    const { plural, isNamespaced } = known.crd.definition;
    const created = draftOf(opened.decoded.value);
    prepareMetadata(created, isNamespaced);
    const metadata = ensureStruct(created, 'metadata');
    if (form === 'new') metadata.generation = 1;
    else metadata.generation ??= 1;
    if (version.hasStatus && form === 'new') delete created.status;
    return {
      identity: document,
      origin: object.origin,
      kind: { group, version: versionName, kind },
      resource: plural,
      isNamespaced,
      object: created,
      update: (stored) => updatedCustomObject(created, stored),
    };
  }
}

/** The kinds whose objects decide about others, or define their kinds. */
const DEFINING_KINDS: ReadonlySet<string> = new Set([
  ...ADMISSION_KINDS,
  'CustomResourceDefinition',
]);

/** Reports whether a document is not an object that is sent to a server, although it looks like one. */
function isNotSent({ skipped }: DocumentIdentity): boolean {
  return skipped !== undefined && NOT_SENT.has(skipped);
}

const NOT_SENT: ReadonlySet<SkipReason> = new Set([
  'template',
  'chart-template',
  'kustomize-patch',
  'test-assertion',
  'nested-list',
]);
