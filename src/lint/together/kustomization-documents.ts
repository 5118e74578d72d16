import type { WorkspaceFile } from '../../sources/installations/workspace-file.ts';
import { normalizePath } from '../../sources/project/normalize-path.ts';
import { type PatchEntry, patchEntriesOf } from '../../sources/project/patch-entries.ts';
import { isKustomizationFile, type ProjectFolder } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, valueAt } from '../../yaml/index.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import { type OpenDocument, openPart } from '../open/open-part.ts';
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
  readonly #files: ReadonlyMap<string, WorkspaceFile>;

  /** @param files the files of the run by their paths */
  constructor(parts: Pick<Parts, 'part'>, files: ReadonlyMap<string, WorkspaceFile>) {
    this.#parts = parts;
    this.#files = files;
  }

  /** The kustomization in a file; undefined if it is none, or cannot be read. */
  open(file: WorkspaceFile): OpenKustomization | undefined {
    const [own] = file.surroundings;
    if (own === undefined || !isKustomizationFile(own.path)) return undefined;
    const [document] = this.#documentsIn(file);
    const value = document?.open.document.value;
    if (document === undefined || !isMapping(value)) return undefined;
    const { folder } = own;
    const limit = new PatchLimit();
    const patches = patchEntriesOf(value).map((entry) => ({
      entry,
      documents: this.#documentsOf(entry, document, folder, limit),
    }));
    return { document, value, folder, patches };
  }

  #documentsOf(
    { content }: PatchEntry,
    { open, part }: NumberedDocument,
    folder: ProjectFolder,
    limit: PatchLimit,
  ): readonly NumberedDocument[] {
    if (content.kind === 'file') {
      const file = this.#files.get(normalizePath(`${folder.path}/${content.file}`));
      const count = file === undefined ? 0 : file.lastPart - file.firstPart + 1;
      return file === undefined || !limit.take(count, 0) ? [] : this.#documentsIn(file);
    }
    const text = valueAt(open.document.value, content.path);
    if (typeof text !== 'string' || !limit.take(1, text.length)) return [];
    return embeddedIn(open, content.path).map((embedded) => ({ open: embedded, part }));
  }

  /** The documents of a file that can be read. */
  #documentsIn({ firstPart, lastPart }: WorkspaceFile): readonly NumberedDocument[] {
    const documents: NumberedDocument[] = [];
    for (let part = firstPart; part <= lastPart; part++) {
      const found = this.#parts.part(part);
      if (found === undefined) continue;
      const open = openPart(found.source, found.source.partAgain(found.part));
      if (open.kind === 'document') documents.push({ open, part });
    }
    return documents;
  }
}
