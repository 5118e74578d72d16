import { isBlank } from '../../../base/go/white-space.ts';
import { isMapping, type Mapping, type Path, type Value } from '../../../yaml/index.ts';
import { itemsOf, mappingFrom } from '../../../yaml/tree.ts';
import { hasPlaceholder } from '../placeholders.ts';
import { GENERATORS } from './kustomization.ts';
import { isReadablePattern, isReadableSelector, PATTERNS } from './selector-syntax.ts';
import { readVariable } from './variable.ts';

/** An entry of a kustomization that lacks something or has too much, or a field with a value that is not allowed. */
export interface IncompleteEntry {
  readonly path: Path;
  readonly problem: string;
}

/** The lists whose items are read in the same way, and the problem of such an item. */
const CHECKS: readonly (readonly [readonly string[], (item: Value) => string | undefined])[] = [
  [['patches'], problemOfPatch],
  [['patchesJson6902'], (item) => problemOfPatch(item) ?? problemOfTarget(item)],
  [['resources', 'bases'], problemOfText],
  [['replacements'], problemOfReplacement],
  [['replicas'], problemOfReplicas],
  [['vars'], problemOfVariable],
  [GENERATORS, problemOfGenerator],
];

/**
 * The entries of a kustomization for which `kustomize build` fails, whatever the objects are.
 *
 * @param document of the kustomization; null for an empty one
 */
export function incompleteEntriesOf(document: Value): readonly IncompleteEntry[] {
  if (document !== null && !isMapping(document)) {
    return [{ path: [], problem: 'a kustomization must be a mapping' }];
  }
  const kustomization = mappingFrom(document);
  return [
    ...problemsOfHead(kustomization),
    ...problemsOfOrder(kustomization.sortOptions),
    ...GENERATORS.flatMap((list) => repeatedIn(list, kustomization)),
    ...incompleteItemsOf(kustomization),
    ...withoutPatches(kustomization),
    ...repeatedVariables(kustomization),
    ...selectorProblemsOf(kustomization),
    ...patternProblemsOf(kustomization),
  ];
}

/**
 * Source: `EnforceFields` and `CheckEmpty` in `api/types/kustomization.go` of kustomize, which does not tell an absent
 * field from an empty one
 */
function problemsOfHead({ apiVersion, kind, ...fields }: Mapping): readonly IncompleteEntry[] {
  const isEmpty = Object.entries(fields).every(
    ([name, value]) => isAbsent(value) || (name === 'bases' && itemsOf(value).length === 0),
  );
  if (isEmpty) return [{ path: [], problem: 'the kustomization has no fields' }];
  const known = isAbsent(kind) ? 'Kustomization' : kind;
  if (typeof known !== 'string' || hasPlaceholder(known)) return [];
  const version = VERSIONS.get(known);
  if (version === undefined) {
    return [{ path: ['kind'], problem: 'the kind must be Kustomization or Component' }];
  }
  const isOther = !isAbsent(apiVersion) && !hasPlaceholder(String(apiVersion));
  return isOther && apiVersion !== version
    ? [{ path: ['apiVersion'], problem: `the apiVersion of a ${known} must be ${version}` }]
    : [];
}

/** The apiVersion of each kind of kustomization. */
const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['Kustomization', 'kustomize.config.k8s.io/v1beta1'],
  ['Component', 'kustomize.config.k8s.io/v1alpha1'],
]);

/** Source: `validate` in `api/internal/builtins/SortOrderTransformer.go` of kustomize */
function problemsOfOrder(options: Value | undefined): readonly IncompleteEntry[] {
  if (!isMapping(options)) return [];
  const { order = '', legacySortOptions } = options;
  if (typeof order !== 'string' || hasPlaceholder(order)) return [];
  if (order !== 'fifo' && order !== 'legacy') {
    return [{ path: ['sortOptions', 'order'], problem: 'the order must be fifo or legacy' }];
  }
  return order === 'fifo' && !isAbsent(legacySortOptions)
    ? [
        {
          path: ['sortOptions', 'legacySortOptions'],
          problem: 'legacySortOptions is only allowed with order: legacy',
        },
      ]
    : [];
}

/** The generators that make an object which an earlier one of the same list makes. */
function repeatedIn(list: string, kustomization: Mapping): readonly IncompleteEntry[] {
  const made = new Set<string>();
  return itemsOf(kustomization[list]).flatMap((item, index) => {
    const { name, namespace, behavior } = mappingFrom(item);
    if (typeof name !== 'string' || hasPlaceholder(`${name} ${namespace} ${behavior}`)) return [];
    const object = `${isAbsent(namespace) ? 'default' : namespace}/${name}`;
    const isRepeated = made.has(object) && behavior !== 'merge' && behavior !== 'replace';
    made.add(object);
    const problem = `another generator makes '${name}' too, and behavior is not merge or replace`;
    return isRepeated ? [{ path: [list, index, 'name'], problem }] : [];
  });
}

function incompleteItemsOf(kustomization: Mapping): readonly IncompleteEntry[] {
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

/**
 * The first of some empty entries, if all are empty. kustomize refuses a list of patches without any patch.
 * Source: `Config` in `api/internal/builtins/PatchStrategicMergeTransformer.go` of kustomize
 */
function withoutPatches({ patchesStrategicMerge }: Mapping): readonly IncompleteEntry[] {
  const entries = itemsOf(patchesStrategicMerge);
  return entries.length > 0 && entries.every(isAbsent)
    ? [{ path: ['patchesStrategicMerge', 0], problem: EMPTY }]
    : [];
}

/** A target of a patch or a replacement, and its place in the kustomization. */
interface WrittenTarget {
  readonly target: Value | undefined;
  readonly path: Path;
}

function targetsOfPatches(kustomization: Mapping): readonly WrittenTarget[] {
  return ['patches', 'patchesJson6902'].flatMap((list) =>
    itemsOf(kustomization[list]).map((patch, index) => ({
      target: mappingFrom(patch).target,
      path: [list, index, 'target'],
    })),
  );
}

/**
 * The patterns in targets of patches that cannot be compiled. kustomize compiles all of them before it looks for
 * objects. Source: `NewSelectorRegex` in `api/types/selector.go` of kustomize
 */
function patternProblemsOf(kustomization: Mapping): readonly IncompleteEntry[] {
  return targetsOfPatches(kustomization).flatMap(({ target, path }) =>
    PATTERNS.flatMap((field) => {
      const pattern = mappingFrom(target)[field];
      if (typeof pattern !== 'string' || hasPlaceholder(pattern)) return [];
      const problem = `the ${field} '${pattern}' is not a valid regular expression`;
      return isReadablePattern(pattern) ? [] : [{ path: [...path, field], problem }];
    }),
  );
}

/** The selectors of targets that kustomize cannot read. */
function selectorProblemsOf(kustomization: Mapping): readonly IncompleteEntry[] {
  const targets = [
    ...targetsOfPatches(kustomization),
    ...itemsOf(kustomization.replacements).flatMap((replacement, index) =>
      itemsOf(mappingFrom(replacement).targets).flatMap((target, position) => {
        const { select, reject } = mappingFrom(target);
        const path = ['replacements', index, 'targets', position];
        const rejected = itemsOf(reject).map((one, number) => ({
          target: one,
          path: [...path, 'reject', number],
        }));
        return [{ target: select, path: [...path, 'select'] }, ...rejected];
      }),
    ),
  ];
  return targets.flatMap(({ target, path }) =>
    ['labelSelector', 'annotationSelector'].flatMap((field) => {
      const selector = mappingFrom(target)[field];
      if (typeof selector !== 'string' || hasPlaceholder(selector)) return [];
      const problem = `the selector '${selector}' cannot be read`;
      return isReadableSelector(selector) ? [] : [{ path: [...path, field], problem }];
    }),
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

function problemOfReplicas(item: Value): string | undefined {
  return isAbsent(mappingFrom(item).name) ? 'the entry has no name' : undefined;
}

/** Source: `MergeVars` in `api/internal/accumulator/resaccumulator.go` of kustomize */
function problemOfVariable(item: Value): string | undefined {
  const { apiversion, version, kind, name } = readVariable(item).objref;
  if (isAbsent(apiversion) && isAbsent(version)) return 'the variable has no objref.apiVersion';
  if (isAbsent(kind)) return 'the variable has no objref.kind';
  return isAbsent(name) ? 'the variable has no objref.name' : undefined;
}

/** The variables with the name of an earlier one. */
function repeatedVariables({ vars }: Mapping): readonly IncompleteEntry[] {
  const known = new Set<string>();
  return itemsOf(vars).flatMap((item, index) => {
    const { name } = readVariable(item);
    if (typeof name !== 'string' || hasPlaceholder(name)) return [];
    const isRepeated = known.has(name);
    known.add(name);
    const problem = `another variable is named '${name}' too`;
    return isRepeated ? [{ path: ['vars', index], problem }] : [];
  });
}

const EMPTY = 'the entry is empty';

function problemOfText(item: Value): string | undefined {
  return isAbsent(item) ? EMPTY : undefined;
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
