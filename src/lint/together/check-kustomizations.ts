import { addTo, indexBy } from '../../base/index-by.ts';
import { parametersKey } from '../../result/message-text.ts';
import { locationAt } from '../../rule/location.ts';
import type { PatchInKustomization } from '../../rule/patch.ts';
import type { Origin } from '../../rule/resource.ts';
import {
  buildOf,
  type KustomizationBuild,
} from '../../sources/installations/kustomization-build.ts';
import { type FileIndex, indexFiles } from '../../sources/installations/kustomization-walk.ts';
import type { WorkspaceFile } from '../../sources/installations/workspace-file.ts';
import { isInTests } from '../../sources/project/file-role.ts';
import { GENERATED_KINDS } from '../../sources/project/kustomization.ts';
import { normalizePath } from '../../sources/project/normalize-path.ts';
import {
  type PatchEntry,
  patchEntriesOf,
  pathEntriesOf,
} from '../../sources/project/patch-entries.ts';
import { matchesTarget, ownTarget, type PatchTarget } from '../../sources/project/patch-target.ts';
import { isKustomizationFile, type ProjectFolder } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, valueAt } from '../../yaml/index.ts';
import { CheckRunner } from '../check/check-runner.ts';
import type { Draft } from '../check/draft.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import { type OpenDocument, openPart } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import type { Run } from '../run.ts';
import type { DraftsByPart } from './check-installations.ts';
import { checkPatchContent } from './check-patch-content.ts';

/** Checks the patches of each kustomization of the input against the objects that it builds. */
export function checkKustomizations(parts: Pick<Parts, 'part' | 'facts'>, run: Run): DraftsByPart {
  const { files } = parts.facts;
  const index = indexFiles(files);
  const check = new KustomizationsCheck(parts, run);
  for (const file of files) {
    const [own] = file.surroundings;
    if (own === undefined || !isKustomizationFile(own.path)) continue;
    const document = check.documentsIn(file)[0];
    if (document === undefined || !isMapping(document.open.document.value)) continue;
    check.addFields(document);
    check.addMissing(document, own.folder, index);
    const entries = patchEntriesOf(document.open.document.value);
    if (entries.length === 0) continue;
    const build = buildOf(own.folder, index);
    const kustomization = { document, build, folder: own.folder, left: new PatchLimit() };
    for (const entry of entries) check.add(entry, kustomization, index.byPath);
  }
  return check.drafts;
}

/** A document of the input, and the number of its part. */
interface NumberedDocument {
  readonly open: OpenDocument;
  readonly part: number;
}

/** A kustomization, and the objects that it builds. */
interface CheckedKustomization {
  readonly document: NumberedDocument;
  readonly build: KustomizationBuild;
  readonly folder: ProjectFolder;
  readonly left: PatchLimit;
}

/** The limit of the patches that are checked in a kustomization, whose entries can repeat a long text or file. */
class PatchLimit {
  #documents = 20_000;
  #characters = 4_000_000;

  /** Reports whether so much is still checked, and counts it. */
  take(documents: number, characters: number): boolean {
    this.#documents -= documents;
    this.#characters -= characters;
    return this.#documents >= 0 && this.#characters >= 0;
  }
}

/** The state of checking the kustomizations of a run. */
class KustomizationsCheck {
  readonly drafts = new Map<number, Draft[]>();
  readonly #parts: Pick<Parts, 'part' | 'facts'>;
  readonly #run: Run;
  /** The findings that were reported. A patch may be in several kustomizations. */
  readonly #known = new Set<string>();
  #byFolder: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(parts: Pick<Parts, 'part' | 'facts'>, run: Run) {
    this.#parts = parts;
    this.#run = run;
  }

  /** The documents of a file that can be read. */
  documentsIn({ firstPart, lastPart }: WorkspaceFile): readonly NumberedDocument[] {
    const documents: NumberedDocument[] = [];
    for (let part = firstPart; part <= lastPart; part++) {
      const found = this.#parts.part(part);
      if (found === undefined) continue;
      const open = openPart(found.source, found.source.partAgain(found.part));
      if (open.kind === 'document') documents.push({ open, part });
    }
    return documents;
  }

  /** Checks the fields of a kustomization; other objects in a file of this name are those of other programs. */
  addFields({ open, part }: NumberedDocument): void {
    const { value } = open.document;
    if (!isMapping(value) || !isOfKustomize(value)) return;
    const origin = originOf(open);
    const location = locationAt(origin, [], null);
    const runner = new CheckRunner(open.source, this.#run.now);
    const rules = this.#run.rulesFor(open.source).on('kustomization');
    for (const server of this.#run.servers) {
      runner.run(rules, { origin, value }, { server, itemAt: () => null, location });
    }
    this.#keep(runner.drafts, part);
  }

  /** Checks the files that a kustomization lists and that do not exist. */
  addMissing({ open, part }: NumberedDocument, folder: ProjectFolder, index: FileIndex): void {
    const { missing = new Set() } = folder.kustomization ?? {};
    const { value } = open.document;
    // Tests make files for their kustomizations.
    if (missing.size === 0 || !isMapping(value) || isInTests(open.source.location, [])) return;
    const entries = pathEntriesOf(value);
    const listed = new Set(entries.map(({ path }) => normalizePath(`${folder.path}/${path}`)));
    const runner = new CheckRunner(open.source, this.#run.now);
    const rules = this.#run.rulesFor(open.source).on('listed-file');
    for (const { at, path } of entries) {
      if (!missing.has(normalizePath(path))) continue;
      const around = this.#pathsIn(folderOf(normalizePath(`${folder.path}/${path}`)), index);
      const file = {
        path,
        at: locationAt(originOf(open), at, null),
        others: around.filter((other) => !listed.has(other)),
      };
      for (const server of this.#run.servers) {
        runner.run(rules, file, { server, itemAt: () => null, location: file.at });
      }
    }
    this.#keep(runner.drafts, part);
  }

  /** The files and folders of the input in a folder. */
  #pathsIn(folder: string, { byPath, folders }: FileIndex): readonly string[] {
    this.#byFolder ??= indexBy([...byPath.keys(), ...folders.keys()], (path) => [folderOf(path)]);
    return this.#byFolder.get(folder) ?? [];
  }

  /** Checks a patch of a kustomization. */
  add(
    entry: PatchEntry,
    kustomization: CheckedKustomization,
    files: ReadonlyMap<string, WorkspaceFile>,
  ): void {
    const { target, changesKind, isLast } = entry;
    const { document, build } = kustomization;
    const contents = this.#contentsOf(entry, kustomization, files);
    if (target !== undefined) {
      const path = [...entry.path, 'target', 'name'];
      this.#checkTarget(document, path, target, entry, build);
    }
    for (const content of contents) {
      const { value } = content.open.document;
      const own = isMapping(value) ? ownTarget(value) : undefined;
      const wanted = target ?? own;
      if (wanted === undefined) continue;
      if (target === undefined) {
        this.#checkTarget(content, ['metadata', 'name'], wanted, entry, build);
      }
      if (changesKind) continue;
      const found = build.candidates(isLast).filter((one) => matchesTarget(wanted, one));
      const isFile = entry.content.kind === 'file';
      this.#keep(
        checkPatchContent(content.open, { target, found, isFile }, this.#run),
        content.part,
      );
    }
  }

  /** The documents with the patch of an entry. */
  #contentsOf(
    { content }: PatchEntry,
    { document, folder, left }: CheckedKustomization,
    files: ReadonlyMap<string, WorkspaceFile>,
  ): readonly NumberedDocument[] {
    if (content.kind === 'file') {
      const file = files.get(normalizePath(`${folder.path}/${content.file}`));
      const count = file === undefined ? 0 : file.lastPart - file.firstPart + 1;
      return file === undefined || !left.take(count, 0) ? [] : this.documentsIn(file);
    }
    const { open, part } = document;
    const text = valueAt(open.document.value, content.path);
    if (typeof text !== 'string' || !left.take(1, text.length)) return [];
    return embeddedIn(open, content.path).map((embedded) => ({ open: embedded, part }));
  }

  #checkTarget(
    { open, part }: NumberedDocument,
    path: readonly (string | number)[],
    target: PatchTarget,
    entry: PatchEntry,
    build: KustomizationBuild,
  ): void {
    if (!build.isComplete) return;
    const mayBeGenerated =
      build.generates &&
      GENERATED_KINDS.some((kind) => target.kind === undefined || kind === target.kind);
    if (mayBeGenerated) return;
    const patch: PatchInKustomization = {
      kustomization: build.path,
      target,
      at: locationAt(originOf(open), path, null),
      isRequired: entry.target === undefined,
      objects: build.candidates(entry.isLast),
    };
    const runner = new CheckRunner(open.source, this.#run.now);
    const rules = this.#run.rulesFor(open.source).on('patch');
    for (const server of this.#run.servers) {
      runner.run(rules, patch, { server, itemAt: () => null, location: patch.at });
    }
    this.#keep(runner.drafts, part);
  }

  #keep(drafts: readonly Draft[], part: number): void {
    for (const draft of drafts) {
      const { rule, messageId, minor, line, column, values } = draft;
      const key = JSON.stringify([
        part,
        rule,
        messageId,
        minor,
        line,
        column,
        parametersKey(values),
      ]);
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      addTo(this.drafts, part, draft);
    }
  }
}

/** Reports whether an object is a kustomization: its apiVersion and kind can be left out. */
function isOfKustomize({ apiVersion = '', kind = '' }: Mapping): boolean {
  const isOfGroup = apiVersion === '' || String(apiVersion).startsWith('kustomize.config.k8s.io/');
  return isOfGroup && ['', 'Kustomization', 'Component'].includes(String(kind));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function originOf({ source, part, document }: OpenDocument): Origin {
  return { file: source.file, index: part.index, item: null, document, path: [] };
}
