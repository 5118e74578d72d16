import type { ManifestObject } from '../../rule/manifest.ts';
import type { Origin } from '../../rule/origin.ts';
import { isResource, type Resource } from '../../rule/resource.ts';
import { type FoundObject, objectAt, objectsOf } from '../../server/decode/index.ts';
import { resolveKind } from '../../server/kubernetes/kinds.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { Document, Mapping, Part, PartReference, Value } from '../../yaml/index.ts';
import type { SourceText } from '../read/source-text.ts';
import { openObject } from './open-object.ts';

/** A part of a text that can be read, with the objects that are found in it. */
export interface OpenDocument {
  readonly kind: 'document';
  readonly source: SourceText;
  readonly part: Part;
  readonly document: Document;
  /** The document itself, or the items of a List. */
  readonly objects: readonly FoundObject[];
}

/** A part of a text that cannot be read. */
export interface RefusedPart {
  readonly kind: 'refused';
  readonly source: SourceText;
  readonly part: Part;
}

/** A part of a text, opened as far as it can be read. */
export type OpenPart = OpenDocument | RefusedPart;

/** Finds the objects in a part of a text. */
export function openPart(source: SourceText, part: Part): OpenPart {
  if (part.content.kind === 'refused') return { kind: 'refused', source, part };
  const { document } = part.content;
  return { kind: 'document', source, part, document, objects: objectsOf(document.value) };
}

/** The place of a whole document. */
export function originOfDocument({ source, part, document }: OpenDocument): Origin {
  return { file: source.file, index: part.index, item: null, document, path: [] };
}

interface ObjectPlace {
  readonly source: SourceText;
  readonly part: Pick<Part, 'index'>;
  readonly document: Document;
}

/** An object as one server resolves its apiVersion and kind. */
export function resolveObject(
  { source, part, document }: ObjectPlace,
  { head, item, path, value }: FoundObject,
  server: Server,
): ManifestObject {
  return {
    head,
    value,
    origin: { file: source.file, index: part.index, item, document, path },
    resolution:
      head.kind === 'object' ? resolveKind(head.apiVersion, head.objectKind, server) : undefined,
  };
}

/** The position of a part, without its content. */
export function referenceTo({ index, span, format }: Part): PartReference {
  return { index, span, format };
}

/** The identity of an object of the input, as one server decodes it. */
export interface ResourceReference {
  readonly source: SourceText;
  readonly part: PartReference;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly server: Server;
}

/**
 * Reads and decodes an object of a validated kind again, so that it is not kept in memory between stages.
 *
 * @param changed the value that the object has instead of that in its file
 */
export function openAgain(
  { source, part, item, server }: ResourceReference,
  changed?: Mapping,
): Resource {
  const inFile = objectAgain(source, part, item, server);
  const object = changed === undefined ? inFile : { ...inFile, value: changed };
  if (object.resolution?.outcome !== 'served') throw new Error('an object has lost its kind');
  const resource = openObject(object, object.resolution, server);
  if (!isResource(resource)) throw new Error('an object has lost its kind');
  return resource;
}

/** Reads an object again, and resolves its apiVersion and kind. */
export function objectAgain(
  source: SourceText,
  part: PartReference,
  item: number | null,
  server: Server,
): ManifestObject {
  const { content } = source.partAgain(part);
  if (content.kind === 'refused') throw new Error('a document has become unreadable');
  const { document } = content;
  return resolveObject({ source, part, document }, foundIn(document, item), server);
}

/** Reads the value of an object again; null if its part cannot be read. */
export function valueAgain(source: SourceText, part: PartReference, item: number | null): Value {
  const { content } = source.partAgain(part);
  return content.kind === 'refused' ? null : foundIn(content.document, item).value;
}

function foundIn({ value }: Document, item: number | null): FoundObject {
  const found = objectAt(value, item);
  if (found === undefined) throw new Error('an object has disappeared');
  return found;
}
