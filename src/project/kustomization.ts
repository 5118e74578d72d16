import { isMapping, type Mapping, readParts, type Value } from '../yaml/index.ts';
import { type KustomizePatch, type PatchTarget, patchesIn, targetOf } from './kustomize-patch.ts';

/** What a kustomization says of other files, and of the objects that it changes. */
export interface Kustomization {
  /**
   * The files that are not objects by themselves, from the folder of the kustomization: patches, transformers,
   * replacements and configurations, with what a patch is applied to where the kustomization says it.
   */
  readonly parts: ReadonlyMap<string, PatchTarget | undefined>;
  /** The files with objects, from the folder of the kustomization. */
  readonly resources: ReadonlySet<string>;
  /** The patches that are written in the kustomization itself, replacements among them. */
  readonly patches: readonly KustomizePatch[];
}

/** The fields with files that are not objects by themselves. */
const LISTS_OF_FILES = [
  'patchesStrategicMerge',
  'transformers',
  'replacements',
  'configurations',
] as const;

/**
 * Reads a kustomization; what cannot be read names nothing. Entries that are commented out count too: the files that
 * they name are still patches, which somebody may turn on.
 * Source: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
 */
export function readKustomization(text: string): Kustomization {
  const [part] = readParts(text);
  const value = part?.content.kind === 'value' ? part.content.document.value : null;
  const kustomization = isMapping(value) ? value : {};
  const parts = new Map<string, PatchTarget | undefined>();
  const patches: KustomizePatch[] = [];
  for (const path of commentedFiles(text)) parts.set(normalized(path), undefined);
  for (const name of LISTS_OF_FILES) {
    for (const entry of listOf(kustomization[name])) {
      if (typeof entry === 'string') addEntry(entry, undefined, parts, patches);
      else if (isMapping(entry)) addReplacement(entry, parts, patches);
    }
  }
  for (const name of ['patches', 'patchesJson6902']) {
    for (const entry of listOf(kustomization[name])) {
      // A string is from the time before `path`.
      if (typeof entry === 'string') addEntry(entry, undefined, parts, patches);
      if (!isMapping(entry)) continue;
      const target = isMapping(entry.target) ? targetOf(entry.target) : undefined;
      if (typeof entry.path === 'string') parts.set(normalized(entry.path), target);
      if (typeof entry.patch === 'string') patches.push(...patchesIn(entry.patch, target));
    }
  }
  const resources = [...listOf(kustomization.resources), ...listOf(kustomization.crds)].flatMap(
    (entry) => (typeof entry === 'string' ? [normalized(entry)] : []),
  );
  return { parts, resources: new Set(resources), patches };
}

/** An entry of a list of files may also be the text itself. */
function addEntry(
  entry: string,
  target: PatchTarget | undefined,
  parts: Map<string, PatchTarget | undefined>,
  patches: KustomizePatch[],
): void {
  if (entry.includes('\n')) patches.push(...patchesIn(entry, target));
  else parts.set(normalized(entry), target);
}

/** A replacement copies a value into fields of the objects that it selects. */
function addReplacement(
  entry: Mapping,
  parts: Map<string, PatchTarget | undefined>,
  patches: KustomizePatch[],
): void {
  if (typeof entry.path === 'string') parts.set(normalized(entry.path), undefined);
  for (const target of listOf(entry.targets)) {
    if (!isMapping(target) || !isMapping(target.select)) continue;
    const paths = listOf(target.fieldPaths).flatMap((path) =>
      typeof path === 'string' ? [pathOfReplacement(path)] : [],
    );
    patches.push({ target: targetOf(target.select), paths });
  }
}

/** `webhooks.[name=a].clientConfig.caBundle` and `metadata.annotations.[a.b/c]`, without list items. */
function pathOfReplacement(path: string): readonly string[] {
  const segments = path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  return segments
    .map((segment) => segment.replace(/^\[(.*)\]$/, '$1'))
    .filter(
      (segment) => segment !== '' && !/^(?:\d+|\*|-)$/.test(segment) && !segment.includes('='),
    );
}

/** What comments name as an entry of a list: `#- path: patches/a.yaml`, `# - patches/a.yaml`. */
function commentedFiles(text: string): readonly string[] {
  return [
    ...text.matchAll(/^[ \t]*#[ \t]*-[ \t]+(?:path:[ \t]*)?([\w./-]+\.ya?ml)[ \t]*$/gm),
  ].flatMap(([, path = '']) => (/patch/i.test(path) ? [path] : []));
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** A path as the file below the folder is named: without `./`. */
function normalized(path: string): string {
  return path.replace(/^(?:\.\/)+/, '').replaceAll('/./', '/');
}
