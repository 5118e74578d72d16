import { getOrCompute } from '../../base/get-or-compute.ts';
import type { ManifestObject } from '../../rule/manifest.ts';
import { type FoundObject, objectAt } from '../../server/decode/index.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { InstallationFacts } from '../../sources/installations/installations.ts';
import type { Patches } from '../../sources/project/kustomize/patches.ts';
import { type OpenedFields, openFields } from '../open/open-object.ts';
import { type OpenDocument, openPart, resolveObject } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import { Memory } from '../read/memory.ts';
import type { Run } from '../run.ts';
import type { RemovedObjects } from './removed-objects.ts';

/** The parts of a run, and the stored objects that none of them has. */
export interface InstallationSources {
  readonly parts: Pick<Parts, 'part' | 'facts'>;
  readonly removed: RemovedObjects;
}

/** The place of an object: the number of its part, and of its item in a List. */
interface PlacedObject {
  readonly part: number;
  readonly item: number | null;
}

/**
 * The length of the texts of an installation that are kept open, in UTF-16 code units. The values in it need ten times
 * as much memory.
 */
const MOST_OPEN = 2 * 1024 * 1024;

/** The length of those that were read last. Each rule goes through the objects in the same order. */
const MOST_RECENT = MOST_OPEN / 8;

/** A part of an installation, with the fields of its objects that have been used, by item. */
interface DocumentWithFields {
  /** The length of its text. */
  readonly length: number;
  readonly document: OpenDocument | undefined;
  readonly fields: Map<number | null, OpenedFields | undefined>;
}

/**
 * The parts of one installation after the other, as one server decodes their objects. Those that were read first and
 * last are kept.
 */
export class DocumentsOfInstallation {
  readonly sources: InstallationSources;
  readonly patches: Patches;
  readonly server: Server;
  readonly #open = new Map<number, DocumentWithFields>();
  /** The outlines by number. They are kept anyway. */
  readonly #outlines = new Map<number, DocumentWithFields>();
  #memory = new Memory(MOST_OPEN, MOST_RECENT);

  constructor(sources: InstallationSources, { patches }: Run, server: Server) {
    this.sources = sources;
    this.patches = patches;
    this.server = server;
  }

  /** Releases the parts that an installation does not have. Overlays of one base share its parts. */
  startWith({ objects }: InstallationFacts): void {
    const parts = new Set(objects.map(({ facts }) => facts.part));
    for (const number of this.#outlines.keys()) {
      if (!parts.has(number)) this.#outlines.delete(number);
    }
    const known = [...this.#open];
    this.#open.clear();
    this.#memory = new Memory(MOST_OPEN, MOST_RECENT);
    for (const [number, opened] of known) {
      if (parts.has(number)) this.#hold(number, opened);
    }
  }

  /** An object as a whole; undefined if its text has been released. */
  at({ part: number, item }: PlacedObject): FoundObject | undefined {
    return objectOf(this.#partAt(number), item);
  }

  /** An object, a CRD without its schemas; undefined if its text has been released. */
  outlineAt({ part: number, item }: PlacedObject): ManifestObject | undefined {
    const part = this.#outlineOf(number);
    const found = objectOf(part, item);
    return part.document && found && resolveObject(part.document, found, this.server);
  }

  /** The fields of an object of a built-in kind; undefined if the server does not serve its version. */
  fieldsOf(one: PlacedObject): OpenedFields | undefined {
    const { item } = one;
    const { fields } = this.#outlineOf(one.part);
    if (fields.has(item)) return fields.get(item);
    const object = this.outlineAt(one);
    const opened =
      object?.resolution?.outcome === 'served'
        ? openFields(object, object.resolution, this.server)
        : undefined;
    fields.set(item, opened);
    return opened;
  }

  #outlineOf(number: number): DocumentWithFields {
    const document = this.sources.parts.part(number)?.outline;
    if (document === undefined || document === 'whole') return this.#partAt(number);
    return getOrCompute(this.#outlines, number, () => ({ length: 0, document, fields: new Map() }));
  }

  #partAt(number: number): DocumentWithFields {
    const known = this.#open.get(number);
    if (known !== undefined) return known;
    const part = this.sources.parts.part(number);
    const open = part && openPart(part.source, part.source.partAgain(part.part));
    const document = open?.kind === 'document' ? open : undefined;
    const length = part === undefined ? 0 : part.part.span.end - part.part.span.start;
    const opened = { length, document, fields: new Map() };
    this.#hold(number, opened);
    return opened;
  }

  #hold(number: number, opened: DocumentWithFields): void {
    this.#open.set(number, opened);
    this.#memory.hold({ length: opened.length, release: () => this.#open.delete(number) });
  }
}

function objectOf({ document }: DocumentWithFields, item: number | null): FoundObject | undefined {
  return document && objectAt(document.document.value, item);
}
