import { parseJson } from '../../../base/json.ts';
import {
  isMapping,
  type Mapping,
  mappingIn,
  type Path,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import { normalizePath } from '../normalize-path.ts';
import { PATH_LISTS } from './kustomization.ts';
import { isUnknownDirective } from './patch-directive.ts';
import { type PatchTarget, readTarget } from './patch-target.ts';

/** A patch that a kustomization lists. Paths are those of its document. */
export interface PatchEntry {
  readonly path: Path;
  /** The objects that the entry selects. Undefined if the patch itself names its object. */
  readonly target: PatchTarget | undefined;
  /** The file with the patch, from the folder of the kustomization, or the path of the text with the patch. */
  readonly content:
    | { readonly kind: 'file'; readonly file: string }
    | { readonly kind: 'text'; readonly path: Path };
  /** True if the object may get another kind, whose fields the patch then has. */
  readonly changesKind: boolean;
  /** True if the object may get another name, which the patch then has. */
  readonly changesName: boolean;
  /** True if it is applied after the kustomization has changed names and namespaces. */
  readonly isLast: boolean;
}

/** The patches that a kustomization lists. Entries without content, or with two, are not included. */
export function patchEntriesOf(kustomization: Mapping): readonly PatchEntry[] {
  const entries: PatchEntry[] = [];
  const add = (path: Path, file: Value | undefined, text: Value | undefined, entry?: Mapping) => {
    const target = isMapping(entry?.target) ? readTarget(entry.target) : undefined;
    const isLast = path[0] === 'patchesJson6902';
    const allows = (option: string) => valueAt(entry ?? {}, ['options', option]) === true;
    const changes = {
      changesKind: allows('allowKindChange'),
      changesName: allows('allowNameChange'),
    };
    if (typeof file === 'string' && text === undefined) {
      const content = { kind: 'file', file: normalizePath(file) } as const;
      entries.push({ path, target, content, ...changes, isLast });
    } else if (typeof text === 'string' && file === undefined) {
      const place = entry === undefined ? path : [...path, 'patch'];
      const content = { kind: 'text', path: place } as const;
      entries.push({ path, target, content, ...changes, isLast });
    }
  };
  for (const [path, entry] of itemsOf(kustomization, 'patchesStrategicMerge')) {
    if (typeof entry !== 'string') continue;
    if (entry.includes('\n')) add(path, undefined, entry);
    else add(path, entry, undefined);
  }
  for (const list of ['patches', 'patchesJson6902']) {
    for (const [path, entry] of itemsOf(kustomization, list)) {
      if (isMapping(entry)) add(path, entry.path, entry.patch, entry);
    }
  }
  return entries;
}

/**
 * Reports whether kustomize can read the text of a patch: what begins with a bracket must be JSON. White space at both
 * ends of a text in `patches` does not count.
 *
 * Source: `jsonPatchFromBytes` in `api/internal/builtins/PatchTransformer.go` of kustomize
 */
export function isReadableText(text: string, { path, content }: PatchEntry): boolean {
  const read = content.kind === 'text' && path[0] === 'patches' ? text.trim() : text;
  return !read.startsWith('[') || parseJson(read) !== undefined;
}

/** The reason why kustomize cannot read an entry whose documents are empty; undefined if it ignores the entry. */
export function problemOfEmpty({ path, target }: PatchEntry): string | undefined {
  return path[0] === 'patches' && target !== undefined ? undefined : 'it is empty';
}

/**
 * The reason why kustomize cannot read a document as a patch of an entry; undefined if it can.
 *
 * @param count the number of the document among those of the entry
 */
export function problemOfPatch(value: Value, entry: PatchEntry, count: number): string | undefined {
  const hasTarget = entry.target !== undefined;
  if (Array.isArray(value)) return hasTarget ? undefined : 'a JSON patch needs a target';
  if (!isMapping(value)) return 'it is neither a mapping nor a list';
  if (entry.path[0] === 'patchesJson6902') return 'a JSON patch is a list';
  if (value.kind === 'List') return undefined;
  if (isBlank(value.kind)) return 'it has no kind';
  if (isBlank(mappingIn(value, 'metadata').name)) return 'it has no metadata.name';
  return hasTarget && count > 1 ? 'an entry with a target can have one object only' : undefined;
}

/**
 * The path of a directive of a strategic merge patch that kustomize does not know, at a place that each object has;
 * undefined if there is none. kustomize ignores the directive of a mapping that the object lacks.
 */
export function unknownDirectiveIn(patch: Value): Path | undefined {
  const places: readonly Path[] = [['$patch'], ['metadata', '$patch']];
  return places.find((path) => isUnknownDirective(valueAt(patch, path)));
}

function isBlank(value: Value | undefined): boolean {
  return (value ?? null) === null || value === '';
}

/** A path in a list of a kustomization. */
export interface PathEntry {
  /** The place of the path in the document of the kustomization. */
  readonly at: Path;
  readonly path: string;
}

/** The paths in the lists of a kustomization, and those of its patches. */
export function pathEntriesOf(kustomization: Mapping): readonly PathEntry[] {
  const listed = PATH_LISTS.flatMap((list) =>
    itemsOf(kustomization, list).flatMap(([at, path]) =>
      typeof path === 'string' && !path.includes('\n') ? [{ at, path }] : [],
    ),
  );
  const patches = ['patches', 'patchesJson6902'].flatMap((list) =>
    itemsOf(kustomization, list).flatMap(([at, entry]) =>
      isMapping(entry) && typeof entry.path === 'string'
        ? [{ at: [...at, 'path'], path: entry.path }]
        : [],
    ),
  );
  return [...listed, ...patches];
}

function itemsOf(kustomization: Mapping, list: string): readonly (readonly [Path, Value])[] {
  const items = kustomization[list];
  return Array.isArray(items) ? items.map((item: Value, index) => [[list, index], item]) : [];
}
