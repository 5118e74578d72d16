import { isMapping, type Mapping, type Value } from '../../yaml/index.ts';
import { createMapping } from '../../yaml/tree.ts';
import { isPatchDirective } from './patch-directive.ts';

/**
 * Applies a strategic merge patch to an object of a built-in kind, as kustomize does.
 *
 * Source: `yaml/merge2` and `yaml/walk` of sigs.k8s.io/kustomize/kyaml
 *
 * @returns `removed` if the patch removes the object; undefined if the result is not known: the patch does not fit the object, or has
 * a directive or a list that is not supported
 */
export function mergeStrategically(
  object: Mapping,
  patch: Mapping,
): Mapping | 'removed' | undefined {
  const merge = new StrategicMerge();
  const merged = merge.values(object, patch, undefined);
  if (!merge.isExact) return undefined;
  return merged === REMOVED ? 'removed' : isMapping(merged) ? merged : undefined;
}

/**
 * The lists whose items are merged, by the key that identifies an item. In all others, a patch replaces the list. Source:
 * `x-kubernetes-patch-merge-key` in the OpenAPI document that kustomize has built in
 */
const MERGE_KEYS: ReadonlyMap<string, string> = new Map([
  ['containers', 'name'],
  ['env', 'name'],
  ['ephemeralContainers', 'name'],
  ['hostAliases', 'ip'],
  ['initContainers', 'name'],
  ['volumeDevices', 'devicePath'],
  ['volumeMounts', 'mountPath'],
  ['volumes', 'name'],
  ['webhooks', 'name'],
]);

/** The key that identifies the items of a list of a built-in kind; undefined if a patch replaces the list. */
export function mergeKeyOf(list: string | number | undefined): string | undefined {
  return MERGE_KEYS.get(String(list));
}

/** The lists that have several keys or none, or are merged in some kinds only. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'addresses',
  'conditions',
  'drivers',
  'finalizers',
  'imagePullSecrets',
  'ownerReferences',
  'podCIDRs',
  'podIPs',
  'ports',
  'secrets',
  'topologySpreadConstraints',
]);

/** No object of a built-in kind is deeper. */
const DEEPEST = 100;

/** The result for a value that the patch removes. */
const REMOVED = Symbol('removed');

type Merged = Value | typeof REMOVED;

class StrategicMerge {
  /** False as soon as something is found whose result is not known. */
  isExact = true;

  #depth = 0;

  /** @param key of the values in the mapping around them */
  values(own: Value | undefined, patch: Value, key: string | undefined): Merged {
    if (patch === null) return REMOVED;
    if (this.#depth > DEEPEST) this.isExact = false;
    if (!this.isExact) return patch;
    this.#depth++;
    const merged = this.#merged(own, patch, key);
    this.#depth--;
    return merged;
  }

  #merged(own: Value | undefined, patch: Value, key: string | undefined): Merged {
    if (own === undefined || own === null) return this.#added(patch);
    if (isMapping(own) && isMapping(patch)) return this.#mappings(own, patch);
    if (Array.isArray(own) && Array.isArray(patch)) return this.#lists(own, patch, key);
    // kustomize fails if a patch has another kind of value.
    if (typeof own === 'object' || typeof patch === 'object') this.isExact = false;
    return patch;
  }

  /** A value that the object does not have yet. */
  #added(patch: Value): Merged {
    if (isMapping(patch) && patch.$patch === 'delete') return REMOVED;
    if (!isPlain(patch)) this.isExact = false;
    return patch;
  }

  #mappings(own: Mapping, patch: Mapping): Merged {
    const directive = patch.$patch;
    const fields = directive === undefined ? patch : withoutDirective(patch);
    if (directive === 'delete') return REMOVED;
    if (directive === 'replace') return this.#added(fields);
    if (directive !== undefined || Object.keys(fields).some(isPatchDirective)) this.isExact = false;
    const merged = createMapping();
    Object.assign(merged, own);
    for (const [key, value] of Object.entries(fields)) {
      const result = this.values(own[key], value, key);
      if (result === REMOVED) delete merged[key];
      else merged[key] = result;
    }
    return merged;
  }

  #lists(own: readonly Value[], patch: readonly Value[], name: string | undefined): Merged {
    if (name !== undefined && UNSUPPORTED.has(name)) this.isExact = false;
    const key = mergeKeyOf(name);
    if (key === undefined) return this.#added(patch);
    const items = patch.filter((item) => !isReplaceDirective(item));
    if (items.length < patch.length) return this.#added(items);
    const ownByKey = this.#byKey(own, key);
    const patchByKey = this.#byKey(patch, key);
    // The items of the patch come first.
    const merged = [...patchByKey].map(([id, item]) => this.values(ownByKey.get(id), item, key));
    const kept = [...ownByKey].filter(([id]) => !patchByKey.has(id)).map(([, item]) => item);
    const all = [...merged.filter((item) => item !== REMOVED), ...kept];
    if (all.length === 0) this.isExact = false;
    return all;
  }

  #byKey(items: readonly Value[], key: string): ReadonlyMap<string, Value> {
    const byKey = new Map<string, Value>();
    for (const item of items) {
      const id = isMapping(item) ? item[key] : undefined;
      if (typeof id !== 'string' || byKey.has(id)) this.isExact = false;
      byKey.set(String(id), item);
    }
    return byKey;
  }
}

function withoutDirective(patch: Mapping): Mapping {
  const fields = createMapping();
  Object.assign(fields, patch);
  delete fields.$patch;
  return fields;
}

/** Reports whether an item of a list only says that the others replace the list. */
function isReplaceDirective(item: Value): boolean {
  return isMapping(item) && item.$patch === 'replace' && Object.keys(item).length === 1;
}

/** Reports whether a value has no directives and no null. Not recursive, so values of any depth are supported. */
function isPlain(value: Value): boolean {
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === null || (isMapping(one) && Object.keys(one).some(isPatchDirective))) return false;
    if (typeof one !== 'object') continue;
    for (const member of Object.values(one)) open.push(member);
  }
  return true;
}
