import { findKind } from '../../server/kubernetes/kinds.ts';
import type { FileFacts } from '../../sources/installations/file-facts.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import { type PatchEntry, patchEntriesOf } from '../../sources/project/kustomize/patch-entries.ts';
import { type Replacement, readReplacement } from '../../sources/project/kustomize/replacement.ts';
import { pathIn } from '../../sources/project/normalize-path.ts';
import { isKustomizationFile, type ProjectFolder } from '../../sources/project/project-folder.ts';
import {
  isMapping,
  type Mapping,
  mappingAt,
  type Path,
  type Value,
  valueAt,
} from '../../yaml/index.ts';
import { mappingFrom } from '../../yaml/tree.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import { type OpenDocument, type OpenPart, openPart } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';

/** A document of the input, and the number of its part. */
export interface NumberedDocument {
  readonly open: OpenDocument;
  readonly part: number;
}

/** The file of a kustomization, and its patches with their documents. */
export interface OpenKustomization {
  readonly document: NumberedDocument;
  readonly value: Mapping;
  readonly folder: ProjectFolder;
  readonly patches: readonly OpenPatch[];
  /** Undefined if they cannot all be read. */
  readonly replacements: readonly OpenReplacement[] | undefined;
  /** True if its configurations only say which fields have names and namespaces of other objects. */
  readonly onlyConfiguresNames: boolean;
}

/** A replacement that a kustomization lists, with the document that it is in. */
export interface OpenReplacement {
  readonly document: NumberedDocument;
  /** The place in the document. */
  readonly path: Path;
  readonly replacement: Replacement;
}

/** A patch that a kustomization lists. */
export interface OpenPatch {
  readonly entry: PatchEntry;
  /** The documents of the patch that can be read. */
  readonly documents: readonly NumberedDocument[];
}

/** The limit of the patches that are read of a kustomization, whose entries can repeat a long text or file. */
class PatchLimit {
  #documents = 20_000;
  #characters = 4_000_000;

  /** Reports whether so much is still read, and counts it. */
  take(documents: number, characters: number): boolean {
    this.#documents -= documents;
    this.#characters -= characters;
    return this.#documents >= 0 && this.#characters >= 0;
  }
}

/** Opens the kustomizations of a run and their patches. */
export class KustomizationDocuments {
  readonly #parts: Pick<Parts, 'part'>;
  readonly #files: ReadonlyMap<string, FileFacts>;

  /** @param files the files of the run by their paths */
  constructor(parts: Pick<Parts, 'part'>, files: ReadonlyMap<string, FileFacts>) {
    this.#parts = parts;
    this.#files = files;
  }

  /** The kustomization in a file; undefined if it is none, or cannot be read. */
  open(file: FileFacts): OpenKustomization | undefined {
    const [own] = file.surroundings;
    if (own === undefined || !isKustomizationFile(own.path)) return undefined;
    // A comment before a line with `---` is a part without a value.
    const document = this.#documentsIn(file).find(({ open }) => open.document.value !== null);
    const value = document?.open.document.value;
    if (document === undefined || !isMapping(value)) return undefined;
    const { folder } = own;
    const limit = new PatchLimit();
    const patches = patchEntriesOf(value).map((entry) => ({
      entry,
      documents: this.#documentsOf(entry, document, folder, limit),
    }));
    const replacements = this.#replacementsOf(document, value, folder);
    const onlyConfiguresNames = this.#onlyConfiguresNames(value, folder);
    return { document, value, folder, patches, replacements, onlyConfiguresNames };
  }

  /** The document of a kustomization that is empty or no mapping; undefined if it can be read, or is not YAML. */
  unreadable(file: FileFacts): NumberedDocument | undefined {
    const [own] = file.surroundings;
    if (own === undefined || !isKustomizationFile(own.path)) return undefined;
    const documents = this.#documentsIn(file);
    const [first] = documents;
    const written = documents.find(({ open }) => open.document.value !== null) ?? first;
    return written === undefined || isMapping(written.open.document.value) ? undefined : written;
  }

  /**
   * Reports whether an object lacks a name, for which kustomize refuses its file, and nothing else is reported about
   * that. The API server generates a name if the object says so, and does not know whether custom resources need one.
   *
   * Source: `GetValidatedMetadata` in `kyaml/yaml/rnode.go` of kustomize
   */
  isUnnamed({ part, item, kind, name }: ObjectFacts): boolean {
    if (name !== '' || kind.endsWith('List')) return false;
    const open = openNumbered(this.#parts, part);
    if (open?.kind !== 'document') return false;
    const path = item === null ? [] : ['items', item];
    const metadata = mappingAt(open.document.value, ...path, 'metadata');
    // Kustomizations name Namespaces, so that nothing is reported about their own names.
    const isReported =
      kind !== 'Namespace' && findKind(kind) !== undefined && metadata.generateName === undefined;
    // A name of another type is written as a string.
    return !isReported && (metadata.name ?? '') === '';
  }

  #onlyConfiguresNames({ configurations = [] }: Mapping, folder: ProjectFolder): boolean {
    const limit = new PatchLimit();
    return listOf(configurations).every((path) => {
      const documents = this.#documentsOfFile(String(path), folder, limit);
      return documents.length > 0 && documents.every(onlyConfiguresNames);
    });
  }

  /** An entry is a replacement, or names a file with one or with a list of them. */
  #replacementsOf(
    document: NumberedDocument,
    { replacements = [] }: Mapping,
    folder: ProjectFolder,
  ): readonly OpenReplacement[] | undefined {
    const limit = new PatchLimit();
    const read = listOf(replacements).flatMap((entry, index) => {
      const { path } = mappingFrom(entry);
      if (typeof path !== 'string') return [openReplacement(document, ['replacements', index])];
      const documents = this.#documentsOfFile(path, folder, limit);
      return documents.length === 0 ? [undefined] : documents.flatMap(replacementsIn);
    });
    const known = read.filter((one) => one !== undefined);
    return known.length === read.length ? known : undefined;
  }

  #documentsOf(
    { content }: PatchEntry,
    { open, part }: NumberedDocument,
    folder: ProjectFolder,
    limit: PatchLimit,
  ): readonly NumberedDocument[] {
    if (content.kind === 'file') return this.#documentsOfFile(content.file, folder, limit);
    const text = valueAt(open.document.value, content.path);
    if (typeof text !== 'string' || !limit.take(1, text.length)) return [];
    return embeddedIn(open, content.path).map((embedded) => ({ open: embedded, part }));
  }

  #documentsOfFile(
    path: string,
    folder: ProjectFolder,
    limit: PatchLimit,
  ): readonly NumberedDocument[] {
    const file = this.#files.get(pathIn(folder.path, path));
    const count = file === undefined ? 0 : file.lastPart - file.firstPart + 1;
    return file === undefined || !limit.take(count, 0) ? [] : this.#documentsIn(file);
  }

  #documentsIn({ firstPart, lastPart }: FileFacts): readonly NumberedDocument[] {
    const documents: NumberedDocument[] = [];
    for (let part = firstPart; part <= lastPart; part++) {
      const open = openNumbered(this.#parts, part);
      if (open?.kind === 'document') documents.push({ open, part });
    }
    return documents;
  }
}

/** The text of an entry with a patch: that of its file, or the one in the kustomization. */
export function textOf(
  { content }: PatchEntry,
  { open }: NumberedDocument,
  kustomization: NumberedDocument,
): string {
  if (content.kind === 'file') return open.source.text;
  const text = valueAt(kustomization.open.document.value, content.path);
  return typeof text === 'string' ? text : '';
}

/** Opens a part of the input again by its number. Undefined for a part that is not needed again. */
export function openNumbered(parts: Pick<Parts, 'part'>, part: number): OpenPart | undefined {
  const found = parts.part(part);
  return found && openPart(found.source, found.source.partAgain(found.part));
}

/** The replacements in a file: one, or a list of them. */
function replacementsIn(document: NumberedDocument): readonly (OpenReplacement | undefined)[] {
  const { value } = document.open.document;
  return Array.isArray(value)
    ? value.map((_, index) => openReplacement(document, [index]))
    : [openReplacement(document, [])];
}

function openReplacement(document: NumberedDocument, path: Path): OpenReplacement | undefined {
  const value = valueAt(document.open.document.value, path);
  const replacement = isMapping(value) ? readReplacement(value, path) : undefined;
  return replacement && { document, path, replacement };
}

/** The fields of a configuration with the places of names and namespaces. */
const NAMES_IN_CONFIGURATION = ['nameReference', 'namespace', 'varReference'];

function onlyConfiguresNames({ open }: NumberedDocument): boolean {
  const { value } = open.document;
  if (!isMapping(value)) return false;
  const namespaces = listOf(value.namespace ?? []);
  return (
    Object.keys(value).every((field) => NAMES_IN_CONFIGURATION.includes(field)) &&
    namespaces.every((one) => /namespace/i.test(String(valueAt(one, ['path']))))
  );
}

/** The items of a list; what is not a list is one item, which kustomize refuses. */
function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [value];
}
