import {
  isMapping,
  type Mapping,
  type Path,
  type Value,
  valueAt,
  withValuesBelow,
} from '../../../yaml/index.ts';
import { createMapping, isList, memberOf } from '../../../yaml/tree.ts';
import { isPatchDirective, isUnknownDirective } from './patch-directive.ts';

/**
 * Applies a strategic merge patch to an object of a built-in kind, as kustomize does.
 *
 * Source: `yaml/merge2` and `yaml/walk` of sigs.k8s.io/kustomize/kyaml
 *
 * @returns undefined if the result is not known: the patch does not fit the object, or has a directive or a list that
 *   is not supported
 */
export function mergeStrategically(object: Mapping, patch: Mapping): MergeResult | undefined {
  const merge = new StrategicMerge();
  const merged = merge.values(object, patch);
  if (merge.unknownDirective !== undefined) return { kind: 'refused', at: merge.unknownDirective };
  if (!merge.isExact) return undefined;
  if (merged === REMOVED) return { kind: 'removed' };
  return isMapping(merged) ? { kind: 'merged', value: merged } : undefined;
}

type MergeResult =
  | { readonly kind: 'merged'; readonly value: Mapping }
  /** The patch removes the object. */
  | { readonly kind: 'removed' }
  /** kustomize does not know the directive at a path of the patch. */
  | { readonly kind: 'refused'; readonly at: Path };

/** The keys that identify the items of a list: several ports may have one number, with other protocols. */
type MergeKeys = readonly [key: string, second?: string];

/**
 * The lists whose items are merged, by the keys that identify an item. In all others, a patch replaces the list.
 * Source: `x-kubernetes-patch-merge-key` and `x-kubernetes-list-map-keys` in the OpenAPI document that kustomize has
 * built in
 */
const MERGE_KEYS: ReadonlyMap<string, MergeKeys> = new Map<string, MergeKeys>([
  ['containers', ['name']],
  ['env', ['name']],
  ['ephemeralContainers', ['name']],
  ['hostAliases', ['ip']],
  ['initContainers', ['name']],
  ['ownerReferences', ['uid']],
  ['secrets', ['name']],
  ['topologySpreadConstraints', ['topologyKey', 'whenUnsatisfiable']],
  ['volumeDevices', ['devicePath']],
  ['volumeMounts', ['mountPath']],
  ['volumes', ['name']],
  ['webhooks', ['name']],
]);

const CONTAINERS: ReadonlySet<Step | undefined> = new Set([
  'containers',
  'ephemeralContainers',
  'initContainers',
]);

type Step = string | number;

/**
 * The keys that identify the items of a list of a built-in kind; undefined if a patch replaces the list.
 *
 * @param path of the list in the object
 */
export function mergeKeysOf(path: readonly Step[]): MergeKeys | undefined {
  const list = path.at(-1);
  if (list === 'ports') {
    if (path.length === 2 && path[0] === 'spec') return ['port', 'protocol'];
    // Ports of network policies and endpoints are replaced.
    return CONTAINERS.has(path.at(-3)) ? ['containerPort', 'protocol'] : undefined;
  }
  // A patch replaces those of a ServiceAccount.
  if (list === 'imagePullSecrets') return path.length === 1 ? undefined : ['name'];
  return MERGE_KEYS.get(String(list));
}

/** The lists without keys, and those that are merged in some kinds only. */
const UNSUPPORTED: ReadonlySet<Step> = new Set([
  'addresses',
  'conditions',
  'drivers',
  'finalizers',
  'podCIDRs',
  'podIPs',
]);

/** No object of a built-in kind is deeper. */
export const DEEPEST = 100;

/** The result for a value that the patch removes. */
const REMOVED = Symbol('removed');

type Merged = Value | typeof REMOVED;

class StrategicMerge {
  /** False as soon as something is found whose result is not known. */
  isExact = true;

  /** The path of a directive in the patch that kustomize refuses. */
  unknownDirective: Path | undefined;

  /** The path of the values in the patch that are merged. */
  readonly #path: Step[] = [];

  values(own: Value | undefined, patch: Value): Merged {
    if (patch === null) return REMOVED;
    if (this.#path.length > DEEPEST) this.isExact = false;
    if (!this.isExact) return patch;
    if (own === undefined || own === null) return this.#added(patch);
    if (isMapping(own) && isMapping(patch)) return this.#mappings(own, patch);
    if (Array.isArray(own) && Array.isArray(patch)) return this.#lists(own, patch);
    // kustomize fails if a patch has another kind of value.
    if (typeof own === 'object' || typeof patch === 'object') this.isExact = false;
    return patch;
  }

  #below(step: Step, own: Value | undefined, patch: Value): Merged {
    this.#path.push(step);
    const merged = this.values(own, patch);
    this.#path.pop();
    return merged;
  }

  /** A value that the object does not have yet. A directive of it that kustomize does not know stays in it. */
  #added(patch: Value): Merged {
    if (isMapping(patch) && patch.$patch === 'delete') return REMOVED;
    this.#checkAdded(patch);
    const isKept = isMapping(patch) && isUnknownDirective(patch.$patch);
    if (!isPlain(isKept ? withoutDirective(patch) : patch)) this.isExact = false;
    return patch;
  }

  /** Checks the directives in a value that the object does not have. kustomize ignores the one of the value itself. */
  #checkAdded(added: Value): void {
    const open: { readonly value: Value; readonly at: readonly Step[] }[] = [
      { value: added, at: this.#path },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, at } = next;
      if (isMapping(value)) {
        if (value !== added && isUnknownDirective(value.$patch)) this.#refuse(...at, '$patch');
        if (value.$patch === 'delete') continue;
        for (const [key, one] of Object.entries(value)) open.push({ value: one, at: [...at, key] });
      } else if (isList(value)) {
        const keys = mergeKeysOf(at);
        if (keys === undefined) continue;
        // kustomize keeps one of the items with the same keys, and ignores directives of those without them.
        if (!areUnique(value, keys)) this.isExact = false;
        else
          for (const [index, item] of value.entries())
            open.push({ value: item, at: [...at, index] });
      }
    }
  }

  #mappings(own: Mapping, patch: Mapping): Merged {
    const directive = patch.$patch;
    const fields = directive === undefined ? patch : withoutDirective(patch);
    if (directive === 'delete') return REMOVED;
    if (directive === 'replace') return this.#added(fields);
    if (isUnknownDirective(directive)) this.#refuse(...this.#path, '$patch');
    if (Object.keys(fields).some(isPatchDirective)) this.isExact = false;
    const merged = createMapping();
    Object.assign(merged, own);
    for (const [key, value] of Object.entries(fields)) {
      const result = this.#below(key, own[key], value);
      if (result === REMOVED) delete merged[key];
      else merged[key] = result;
    }
    return merged;
  }

  #lists(own: readonly Value[], patch: readonly Value[]): Merged {
    const list = this.#path.at(-1);
    if (list !== undefined && UNSUPPORTED.has(list)) this.isExact = false;
    const keys = mergeKeysOf(this.#path);
    if (keys === undefined) return this.#added(patch);
    const alone = patch.findIndex(isOnlyDirective);
    if (isUnknownDirective(valueAt(patch, [alone, '$patch']))) {
      this.#refuse(...this.#path, alone, '$patch');
    }
    const items = patch.filter((item) => !isReplaceDirective(item));
    if (items.length < patch.length) return this.#added(items);
    const [key, second] = keys;
    const isPair =
      second !== undefined && [...own, ...patch].some((item) => valueAt(item, [second]));
    const all = isPair ? this.#byPairs(own, patch, [key, second]) : this.#byKey(own, patch, key);
    if (all.length === 0) this.isExact = false;
    return all;
  }

  #refuse(...path: readonly Step[]): void {
    if (this.isExact) this.unknownDirective = path;
    this.isExact = false;
  }

  /** The items of the patch come first. */
  #byKey(own: readonly Value[], patch: readonly Value[], key: string): readonly Value[] {
    const ownItems = this.#itemsBy([key], own);
    const patchItems = this.#itemsBy([key], patch);
    const merged = [...patchItems].map(([id, { item, index }]) =>
      this.#below(index, ownItems.get(id)?.item, item),
    );
    const kept = [...ownItems].filter(([id]) => !patchItems.has(id)).map(([, { item }]) => item);
    return [...merged.filter((item) => item !== REMOVED), ...kept];
  }

  /** The items of two keys stay in their places; the new items of the patch come first. */
  #byPairs(
    own: readonly Value[],
    patch: readonly Value[],
    keys: readonly [string, string],
  ): readonly Value[] {
    const ownItems = this.#itemsBy(keys, own);
    const patchItems = this.#itemsBy(keys, patch);
    // If only some items have the second key, kustomize ignores changes of the others.
    const has = (item: Value) => valueAt(item, [keys[1]]) !== undefined;
    if (![...own, ...patch].every(has)) this.isExact = false;
    const added = [...patchItems]
      .filter(([id]) => !ownItems.has(id))
      .map(([, { item, index }]) => this.#below(index, undefined, item));
    const kept = [...ownItems].map(([id, { item }]) => {
      const change = patchItems.get(id);
      return change === undefined ? item : this.#below(change.index, item, change.item);
    });
    return [...added, ...kept].filter((item) => item !== REMOVED);
  }

  #itemsBy(keys: readonly string[], items: readonly Value[]): ReadonlyMap<string, ListItem> {
    const byId = new Map<string, ListItem>();
    for (const [index, item] of items.entries()) {
      const parts = keys.map((key) => (isMapping(item) ? item[key] : undefined));
      const id = parts.join('\n');
      const isKeyed = parts.every((part) => typeof part === 'string' || typeof part === 'number');
      if (!isKeyed || byId.has(id)) this.isExact = false;
      byId.set(id, { item, index });
    }
    return byId;
  }
}

interface ListItem {
  readonly item: Value;
  readonly index: number;
}

/** Reports whether each item of a list has the first key, and no two have the same keys. */
function areUnique(items: readonly Value[], [first, second = first]: MergeKeys): boolean {
  const ids = items.map((item) =>
    JSON.stringify([first, second].map((key) => memberOf(item, key))),
  );
  const areKeyed = items.every((item) => memberOf(item, first) !== undefined);
  return areKeyed && new Set(ids).size === items.length;
}

function withoutDirective(patch: Mapping): Mapping {
  const fields = createMapping();
  Object.assign(fields, patch);
  delete fields.$patch;
  return fields;
}

/** Reports whether an item of a list only says that the others replace the list. */
function isReplaceDirective(item: Value): boolean {
  return isOnlyDirective(item) && valueAt(item, ['$patch']) === 'replace';
}

/** Reports whether an item of a list has nothing but a directive, which is about the list. */
function isOnlyDirective(item: Value): boolean {
  return isMapping(item) && item.$patch !== undefined && Object.keys(item).length === 1;
}

/** Reports whether a value has no directives and no null. Not recursive, so values of any depth are supported. */
function isPlain(value: Value): boolean {
  for (const one of withValuesBelow([value])) {
    if (one === null || (isMapping(one) && Object.keys(one).some(isPatchDirective))) return false;
  }
  return true;
}
