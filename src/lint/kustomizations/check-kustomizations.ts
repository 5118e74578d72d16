import { addTo, indexBy } from '../../base/index-by.ts';
import { lazy } from '../../base/lazy.ts';
import { locationAt } from '../../rule/location.ts';
import type { PatchInKustomization } from '../../rule/patch.ts';
import {
  buildOf,
  type KustomizationBuild,
} from '../../sources/installations/kustomization-build.ts';
import { type FileIndex, indexFiles } from '../../sources/installations/kustomization-walk.ts';
import { isNamedAsTest } from '../../sources/project/file-location.ts';
import type { IncompleteEntry } from '../../sources/project/kustomize/incomplete-entries.ts';
import {
  GENERATED_KINDS,
  type Kustomization,
} from '../../sources/project/kustomize/kustomization.ts';
import { UNKNOWN_DIRECTIVE } from '../../sources/project/kustomize/patch-directive.ts';
import {
  isReadableText,
  type PatchEntry,
  pathEntriesOf,
  problemOfEmpty,
  problemOfPatch,
  unknownDirectiveIn,
} from '../../sources/project/kustomize/patch-entries.ts';
import {
  matchesTarget,
  ownTarget,
  type PatchTarget,
} from '../../sources/project/kustomize/patch-target.ts';
import { isReadablePattern, PATTERNS } from '../../sources/project/kustomize/selector-syntax.ts';
import { targetOfVariable } from '../../sources/project/kustomize/variable.ts';
import { normalizePath, pathIn } from '../../sources/project/normalize-path.ts';
import { hasPlaceholder } from '../../sources/project/placeholders.ts';
import type { ProjectFolder } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, type Path } from '../../yaml/index.ts';
import { itemsOf, mappingFrom } from '../../yaml/tree.ts';
import { CheckRunner } from '../check/check-runner.ts';
import type { Draft } from '../check/draft.ts';
import type { DraftsByPart } from '../installations/check-installations.ts';
import { originOfDocument } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import type { Run } from '../run.ts';
import { keyOf } from './base-object.ts';
import { type BuiltObjects, checkBuiltObjects } from './check-built-objects.ts';
import { checkPatchContent } from './check-patch-content.ts';
import {
  KustomizationDocuments,
  type NumberedDocument,
  type OpenKustomization,
  type OpenPatch,
  type OpenReplacement,
  textOf,
} from './kustomization-documents.ts';
import { refusedEntriesOf } from './refused-entries.ts';

/** Checks the patches of each kustomization of the input, and the objects that it builds with them. */
export function checkKustomizations(
  parts: Pick<Parts, 'part' | 'facts'>,
  run: Run,
): { readonly drafts: DraftsByPart } & Pick<BuiltObjects, 'unbuilt'> {
  const { files } = parts.facts;
  const index = indexFiles(files);
  const check = new KustomizationsCheck(run);
  const documents = new KustomizationDocuments(parts, index.byPath);
  const opened = new Map<Kustomization, OpenKustomization>();
  const kustomizations: OpenKustomization[] = [];
  for (const file of files) {
    const kustomization = documents.open(file);
    const unreadable = kustomization === undefined ? documents.unreadable(file) : undefined;
    if (unreadable !== undefined) check.checkFields(unreadable, []);
    if (kustomization === undefined) continue;
    kustomizations.push(kustomization);
    const { folder } = kustomization;
    if (folder.kustomization !== undefined) opened.set(folder.kustomization, kustomization);
  }
  const refused = refusedEntriesOf(index, opened, (facts) => documents.isUnnamed(facts));
  for (const kustomization of kustomizations) {
    const { document, folder, patches, replacements = [] } = kustomization;
    const build = lazy(() => buildOf(folder, index));
    const unscaled = check.unscaledEntries(kustomization, build);
    check.checkFields(document, [...(refused.get(kustomization) ?? []), ...unscaled]);
    check.checkMissing(document, folder, index);
    for (const patch of patches) check.checkPatch(patch, document, build());
    for (const replacement of replacements) check.checkSource(replacement, build());
    check.checkVariables(kustomization, build);
  }
  const { placed, unbuilt } = checkBuiltObjects(parts, index, opened, run);
  for (const { part, draft } of placed) check.keep([draft], part);
  return { drafts: check.drafts, unbuilt };
}

/** The state of checking the kustomizations of a run. */
class KustomizationsCheck {
  readonly drafts = new Map<number, Draft[]>();
  readonly #run: Run;
  /** The findings that were reported. A patch may be in several kustomizations. */
  readonly #known = new Set<string>();
  #byFolder: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Checks the fields of a kustomization; other objects in a file of this name are those of other programs. */
  checkFields({ open, part }: NumberedDocument, refused: readonly IncompleteEntry[]): void {
    const { value } = open.document;
    if (isMapping(value) && !isOfKustomize(value)) return;
    const origin = originOfDocument(open);
    const location = locationAt(origin, [], null);
    const runner = new CheckRunner(open.source, this.#run);
    runner.runInAllMinors(runner.rules.on('kustomization'), { origin, value, refused }, location);
    this.keep(runner.drafts, part);
  }

  /**
   * The entries of `replicas` that name no workload of a kustomization.
   * Source: `ReplicaCountTransformer.go` in `api/internal/builtins` of kustomize
   */
  unscaledEntries(
    { value }: OpenKustomization,
    build: () => KustomizationBuild,
  ): readonly IncompleteEntry[] {
    const entries = itemsOf(value.replicas);
    if (entries.length === 0 || !this.#isKnown(build())) return [];
    const workloads = [...build().candidates(true), ...build().turnedOff()];
    const names = new Set(
      workloads.flatMap((one) => (SCALED_KINDS.includes(one.kind) ? one.names : [])),
    );
    if ([...names].some((name) => name === '' || hasPlaceholder(name))) return [];
    return entries.flatMap((entry, index) => {
      const { name } = mappingFrom(entry);
      if (typeof name !== 'string' || name === '' || names.has(name)) return [];
      if (hasPlaceholder(name)) return [];
      const problem = `no workload that has replicas is named '${name}'`;
      return [{ path: ['replicas', index, 'name'], problem }];
    });
  }

  /** Checks the files that a kustomization lists and that do not exist. */
  checkMissing({ open, part }: NumberedDocument, folder: ProjectFolder, index: FileIndex): void {
    const { missing = new Set() } = folder.kustomization ?? {};
    const { value } = open.document;
    // Tests make files for their kustomizations.
    if (missing.size === 0 || !isMapping(value) || isNamedAsTest(open.source)) return;
    const entries = pathEntriesOf(value);
    const listed = new Set(entries.map(({ path }) => pathIn(folder.path, path)));
    const runner = new CheckRunner(open.source, this.#run);
    for (const { at, path } of entries) {
      if (!missing.has(normalizePath(path))) continue;
      const around = this.#pathsIn(folderPrefixOf(pathIn(folder.path, path)), index);
      const file = {
        path,
        at: locationAt(originOfDocument(open), at, null),
        others: around.filter((other) => !listed.has(other)),
      };
      runner.runInAllMinors(runner.rules.on('listed-file'), file, file.at);
    }
    this.keep(runner.drafts, part);
  }

  /** The files and folders of the input in a folder. */
  #pathsIn(folder: string, { byPath, folders }: FileIndex): readonly string[] {
    this.#byFolder ??= indexBy([...byPath.keys(), ...folders.keys()], (path) => [
      folderPrefixOf(path),
    ]);
    return this.#byFolder.get(folder) ?? [];
  }

  checkPatch(
    { entry, documents }: OpenPatch,
    kustomization: NumberedDocument,
    build: KustomizationBuild,
  ): void {
    const { target, changesKind, isLast } = entry;
    // kustomize refuses other patterns.
    if (target !== undefined && PATTERNS.every((field) => isReadablePattern(target[field] ?? ''))) {
      const path = [...entry.path, 'target', 'name'];
      const use = { isLast, isRequired: false };
      this.#checkTarget({ target, content: kustomization, path }, use, build);
    }
    this.#checkReadable(documents, entry, kustomization);
    for (const content of documents) {
      const { value } = content.open.document;
      const own = isMapping(value) ? ownTarget(value) : undefined;
      const wanted = target ?? own;
      if (wanted === undefined) continue;
      if (target === undefined) {
        const path = ['metadata', 'name'];
        this.#checkTarget({ target: wanted, content, path }, { isLast, isRequired: true }, build);
      }
      if (changesKind) continue;
      const found = build.candidates(isLast).filter((one) => matchesTarget(wanted, one));
      // kustomize does not read a patch whose target selects nothing.
      if (found.length > 0) this.#checkDirectives(content);
      const isFile = entry.content.kind === 'file';
      this.keep(
        checkPatchContent(content.open, { target, found, isFile }, this.#run),
        content.part,
      );
    }
  }

  /** Reports a replacement whose source the kustomization does not have. */
  checkSource({ document, path, replacement }: OpenReplacement, build: KustomizationBuild): void {
    const { source: target } = replacement;
    if (target === undefined) return;
    const at = [...path, 'source', 'name'];
    const use = { isLast: true, isRequired: true };
    this.#checkTarget({ target, content: document, path: at }, use, build);
  }

  /** Reports the variables whose objects a kustomization does not have. */
  checkVariables({ document, value }: OpenKustomization, build: () => KustomizationBuild): void {
    for (const [index, variable] of itemsOf(value.vars).entries()) {
      const target = targetOfVariable(variable);
      if (target.kind === undefined) continue;
      const use = { isLast: true, isRequired: true };
      this.#checkTarget({ target, content: document, path: ['vars', index] }, use, build());
    }
  }

  /** Reports the documents that kustomize cannot read as patches, and entries without a patch. */
  #checkReadable(
    documents: readonly NumberedDocument[],
    entry: PatchEntry,
    kustomization: NumberedDocument,
  ): void {
    const report = (document: NumberedDocument, path: Path, problem: string | undefined) => {
      if (problem === undefined) return;
      const at = locationAt(originOfDocument(document.open), path, null);
      this.#checkPatchRules({ kind: 'unreadable', at, problem }, document);
    };
    const written = documents.filter(({ open }) => open.document.value !== null);
    for (const [index, document] of written.entries()) {
      const { value } = document.open.document;
      report(document, [], problemOfPatch(value, entry, index + 1));
      const isList = Array.isArray(value) && value.length > 0 && index === 0;
      if (isList && !isReadableText(textOf(entry, document, kustomization), entry)) {
        report(document, [], 'it begins with a bracket, but is not valid JSON');
      }
    }
    const isEmpty = written.length === 0 && documents.length > 0;
    if (isEmpty) report(kustomization, entry.path, problemOfEmpty(entry));
  }

  /** Reports a directive of a strategic merge patch that kustomize does not know. */
  #checkDirectives(document: NumberedDocument): void {
    const path = unknownDirectiveIn(document.open.document.value);
    if (path === undefined) return;
    const at = locationAt(originOfDocument(document.open), path, null);
    this.#checkPatchRules({ kind: 'unreadable', at, problem: UNKNOWN_DIRECTIVE }, document);
  }

  /** Reports a target that no object of a kustomization matches. */
  #checkTarget(
    { target, content, path }: WrittenTarget,
    { isLast, isRequired }: TargetUse,
    build: KustomizationBuild,
  ): void {
    if (!this.#isKnown(build)) return;
    const mayBeGenerated =
      build.generates &&
      GENERATED_KINDS.some((kind) => target.kind === undefined || kind === target.kind);
    if (mayBeGenerated || build.turnedOff().some((one) => matchesTarget(target, one))) return;
    const at = locationAt(originOfDocument(content.open), path, null);
    const objects = build.candidates(isLast);
    this.#checkPatchRules({ kind: 'target', target, at, isRequired, objects }, content);
  }

  /** Reports whether the input shows all objects of a build. */
  #isKnown({ isComplete, path }: KustomizationBuild): boolean {
    return isComplete && !this.#run.patches.areExtended(path);
  }

  #checkPatchRules(patch: PatchInKustomization, { open, part }: NumberedDocument): void {
    const runner = new CheckRunner(open.source, this.#run);
    runner.runInAllMinors(runner.rules.on('patch'), patch, patch.at);
    this.keep(runner.drafts, part);
  }

  /** Keeps the findings in a part that are not known yet. */
  keep(drafts: readonly Draft[], part: number): void {
    for (const draft of drafts) {
      const key = keyOf(part, draft);
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      addTo(this.drafts, part, draft);
    }
  }
}

/** The kinds whose number of replicas kustomize sets. */
const SCALED_KINDS = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'];

/** The result of kustomize for the objects that a target selects. */
interface TargetUse {
  /** True if it looks for them after it has set names, namespaces and labels. */
  readonly isLast: boolean;
  /** True if it fails without one. */
  readonly isRequired: boolean;
}

/** The target of a patch or replacement, and the document and path that name it. */
interface WrittenTarget {
  readonly target: PatchTarget;
  readonly content: NumberedDocument;
  readonly path: Path;
}

/** Reports whether an object is a kustomization: its apiVersion and kind can be left out. */
function isOfKustomize({ apiVersion = '', kind = '' }: Mapping): boolean {
  // In the files of other programs, both are strings, so this is a mistake.
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return true;
  return apiVersion === ''
    ? ['', 'Kustomization', 'Component'].includes(kind)
    : apiVersion.startsWith('kustomize.config.k8s.io/');
}

/** The beginning of a path up to the last slash; empty for a name alone. */
function folderPrefixOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
