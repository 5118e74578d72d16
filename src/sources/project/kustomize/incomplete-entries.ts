import { isBlank } from '../../../base/go/white-space.ts';
import type { Mapping, Path, Value } from '../../../yaml/index.ts';
import { itemsOf, mappingFrom } from '../../../yaml/tree.ts';
import { hasPlaceholder } from '../placeholders.ts';
import { GENERATORS } from './kustomization.ts';

/** An entry of a list of a kustomization that lacks something, or has too much. */
export interface IncompleteEntry {
  readonly path: Path;
  readonly problem: string;
}

/** The lists whose items are read in the same way, and the problem of such an item. */
const CHECKS: readonly (readonly [readonly string[], (item: Value) => string | undefined])[] = [
  [['patches'], problemOfPatch],
  [['patchesJson6902'], (item) => problemOfPatch(item) ?? problemOfTarget(item)],
  [['resources', 'bases', 'patchesStrategicMerge'], problemOfText],
  [['replacements'], problemOfReplacement],
  [GENERATORS, problemOfGenerator],
];

/** The entries of a kustomization for which `kustomize build` fails, whatever the objects are. */
export function incompleteEntriesOf(kustomization: Mapping): readonly IncompleteEntry[] {
  return CHECKS.flatMap(([lists, problemOf]) =>
    lists.flatMap((list) =>
      itemsOf(kustomization[list]).flatMap((item, index) => {
        // Another type is a fault of its own.
        const isText = typeof item === 'string' && problemOf !== problemOfText;
        const problem = isText ? undefined : problemOf(item);
        return problem === undefined ? [] : [{ path: [list, index], problem }];
      }),
    ),
  );
}

/** Source: `Config` in `api/internal/builtins/PatchTransformer.go` of kustomize */
function problemOfPatch(item: Value): string | undefined {
  const { path, patch } = mappingFrom(item);
  if (isAbsent(path) === isAbsent(patch)) {
    return isAbsent(path)
      ? 'the patch has neither a path nor a patch'
      : 'the patch has a path and also a patch';
  }
  return undefined;
}

function problemOfTarget(item: Value): string | undefined {
  return isAbsent(mappingFrom(item).target) ? 'the patch has no target' : undefined;
}

function problemOfText(item: Value): string | undefined {
  return isAbsent(item) ? 'the entry is empty' : undefined;
}

/** Source: `api/internal/builtins/ReplacementTransformer.go` and `api/filters/replacement` of kustomize */
function problemOfReplacement(item: Value): string | undefined {
  const { path, source, sourceValue = null, targets } = mappingFrom(item);
  const hasTargets = itemsOf(targets).length > 0;
  if (!isAbsent(path)) {
    const isBoth = !isAbsent(source) || hasTargets;
    return isBoth ? 'the replacement has a path and also a source or targets' : undefined;
  }
  if (isAbsent(source) && sourceValue === null) return 'the replacement has no source';
  if (!isAbsent(source) && sourceValue !== null) return 'the replacement has two sources';
  if (!hasTargets) return 'the replacement has no targets';
  const isSelected = itemsOf(targets).every((target) => !isAbsent(mappingFrom(target).select));
  return isSelected ? undefined : 'a target of the replacement has no select';
}

/**
 * Source: `ParseLiteralSource` and `ParseFileSource` in `api/kv/kv.go`, and `api/internal/generators/utils.go` of
 * kustomize
 */
function problemOfGenerator(item: Value): string | undefined {
  const { name, literals, files } = mappingFrom(item);
  if (isAbsent(name)) return 'the generator has no name';
  const given = [...itemsOf(literals), ...itemsOf(files)];
  if (!given.every((one) => typeof one === 'string' && !hasPlaceholder(one))) return undefined;
  const keys: string[] = [];
  for (const literal of itemsOf(literals).map(String)) {
    const end = literal.indexOf('=');
    if (end <= 0) return `the literal '${literal}' is not of the form key=value`;
    keys.push(literal.slice(0, end));
  }
  for (const file of itemsOf(files).map(String)) {
    const [first = '', path, ...more] = file.split('=');
    if (first === '' || path === '' || more.length > 0) {
      return `the file '${file}' is not of the form key=path`;
    }
    keys.push(path === undefined ? first.slice(first.lastIndexOf('/') + 1) : first);
  }
  const repeated = keys.find((key, index) => keys.indexOf(key) < index);
  return repeated === undefined ? undefined : `the generator has the key '${repeated}' twice`;
}

function isAbsent(value: Value | undefined): boolean {
  return (value ?? null) === null || (typeof value === 'string' && isBlank(value));
}
