import { isBlank } from '../../../base/go/white-space.ts';
import type { Mapping, Path, Value } from '../../../yaml/index.ts';
import { itemsOf, mappingFrom } from '../../../yaml/tree.ts';
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
  [
    GENERATORS,
    (item) => (isAbsent(mappingFrom(item).name) ? 'the generator has no name' : undefined),
  ],
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

function isAbsent(value: Value | undefined): boolean {
  return (value ?? null) === null || (typeof value === 'string' && isBlank(value));
}
