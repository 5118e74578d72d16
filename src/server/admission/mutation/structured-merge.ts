import { createMapping, isMapping } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { copyOf } from '../objects/draft.ts';
import { type ForeignValues, NIL_LIST } from './configuration-value.ts';
import type { MergeType, ObjectMergeType } from './merge-type.ts';
import { identityOf, type ListType, validateTyped } from './typed-validation.ts';

type Merged =
  | { readonly ok: true; readonly object: Mapping }
  /** `error` is the server's message. */
  | { readonly ok: false; readonly error: string };

const UNTYPED: MergeType = { is: 'untyped' };

const NONE: ForeignValues = new Map();

/**
 * Merges an apply configuration into an object by its schema.
 *
 * Source: `ApplyStructuredMergeDiff` in `pkg/admission/plugin/policy/mutating/patch/smd.go` of the API server, and
 * `typed/merge.go` of structured-merge-diff.
 *
 * @param foreign the parts of the patch that represent values that JSON does not have
 */
export function applyConfiguration(
  { root: type, isTyped }: ObjectMergeType,
  object: Mapping,
  patch: Mapping,
  foreign: ForeignValues,
): Merged {
  const errors = validateTyped(type, patch, foreign, 'refused');
  if (errors.length > 0) {
    return fail(`failed to convert patch object to typed object: ${validationText(errors)}`);
  }
  const atomics = findAtomics(type, patch, '');
  if (atomics.length > 0) {
    const paths = atomics.join(', ');
    return fail(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${paths}`,
    );
  }
  // Custom resources are validated after admission only.
  const stored = isTyped ? [] : validateTyped(type, object, NONE, 'allowed');
  if (stored.length > 0) {
    return fail(`failed to convert original object to typed object: ${validationText(stored)}`);
  }
  const merged = merge(type, object, patch);
  return isMapping(merged) ? { ok: true, object: merged } : { ok: true, object };
}

function fail(error: string): Merged {
  return { ok: false, error: `error applying patch: ${error}` };
}

function validationText(errors: readonly string[]): string {
  const [first = '', ...others] = errors;
  return others.length === 0 ? first : ['errors:', ...errors.map((one) => `  ${one}`)].join('\n');
}

function findAtomics(type: MergeType, value: Value, path: string): readonly string[] {
  if (isMapping(value) && (type.is === 'map' || type.is === 'untyped')) {
    const own = type.is === 'map' && type.isAtomic ? [path] : [];
    const inner = Object.entries(value).flatMap(([key, member]) => {
      const field = type.is === 'map' ? type.field(key) : UNTYPED;
      // The server does not read the values of maps and values without a schema.
      return field === undefined || type.is === 'untyped'
        ? []
        : findAtomics(field, member, `${path}.${key}`);
    });
    return [...own, ...inner];
  }
  if (Array.isArray(value) && (type.is === 'list' || type.is === 'untyped')) {
    const isAtomic = type.is === 'untyped' || type.relation === 'atomic';
    const item = type.is === 'list' ? type.item : UNTYPED;
    const inner = value.flatMap((one, index) => findAtomics(item, one, `${path}[${index}]`));
    return [...(isAtomic ? [path] : []), ...inner];
  }
  return [];
}

/** A copy of a part of a patch that replaces the value of the object. */
function written(value: Value): Value {
  if (value === NIL_LIST) return null;
  if (Array.isArray(value)) return value.map(written);
  if (!isMapping(value)) return value;
  const copy = createMapping();
  for (const [key, member] of Object.entries(value)) copy[key] = written(member);
  return copy;
}

/** The merged value. Undefined if no value is left. */
function merge(
  type: MergeType,
  left: Value | undefined,
  right: Value | undefined,
): Value | undefined {
  if (right === undefined) return left === undefined ? undefined : copyOf(left);
  if (left === undefined || left === null) return written(right);
  if (isMapping(left) && isMapping(right) && (type.is === 'untyped' || type.is === 'map')) {
    if (type.is === 'map' && type.isAtomic) return written(right);
    return mergeMaps(type, left, right);
  }
  if (Array.isArray(left) && Array.isArray(right) && type.is === 'list') {
    if (type.relation === 'atomic') return written(right);
    if (left.length === 0 && right.length === 0) return written(right);
    return mergeLists(type, left, right);
  }
  if (right === null && typeof left === 'object') return copyOf(left);
  return written(right);
}

function mergeMaps(type: MergeType, left: Mapping, right: Mapping): Value {
  const merged = createMapping();
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const field = (type.is === 'map' ? type.field(key) : undefined) ?? UNTYPED;
    const value = merge(field, left[key], right[key]);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

interface Item {
  readonly key: string;
  readonly value: Value;
}

/** Merges the items of two lists; their order follows both, as far as possible. */
function mergeLists(type: ListType, left: readonly Value[], right: readonly Value[]): Value {
  const lefts = left.map((value) => itemOf(type, value));
  const rights = right.map((value) => itemOf(type, value));
  const ofLeft = new Map(lefts.map((item) => [item.key, item.value]));
  const ofRight = new Map(rights.map((item) => [item.key, item.value]));
  const shared = rights.filter(({ key }) => ofLeft.has(key)).map(({ key }) => key);
  const done = new Set<string>();
  const merged: Value[] = [];
  const push = (value: Value | undefined) => {
    if (value !== undefined) merged.push(value);
  };
  let next = shared.shift();
  let l = 0;
  let r = 0;
  while (l < lefts.length || r < rights.length) {
    const one = lefts[l];
    const other = rights[r];
    if (one !== undefined && other !== undefined) {
      if (one.key === other.key) {
        done.add(one.key);
        push(merge(type.item, ofLeft.get(one.key), ofRight.get(one.key)));
        l++;
        r++;
        next = shared.shift();
        continue;
      }
      if (ofRight.has(one.key) && next !== undefined && next !== one.key) {
        l++;
        continue;
      }
    }
    if (one !== undefined) {
      if (!ofRight.has(one.key)) {
        push(merge(type.item, one.value, undefined));
        l++;
        continue;
      }
      if (done.has(one.key)) l++;
    }
    if (other !== undefined) {
      done.add(other.key);
      push(merge(type.item, ofLeft.get(other.key), other.value));
      r++;
      if (next === other.key) next = shared.shift();
    }
  }
  return merged;
}

function itemOf(type: ListType, value: Value): Item {
  const identity = identityOf(type, value, NONE);
  return { key: 'text' in identity ? identity.text : '', value };
}
