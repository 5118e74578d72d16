import { createMapping, isMapping, type Mapping, type Path, type Value } from '../../yaml/tree.ts';

/** The variables of expressions that a test can change. */
export type RequestRoot = 'object' | 'oldObject' | 'request';

/** Where a value is in a request. */
export interface RequestPath {
  readonly root: RequestRoot;
  readonly path: Path;
}

/** A change of one value of a request. */
export interface RequestEdit extends RequestPath {
  /** Undefined to remove it. */
  readonly value: Value | undefined;
}

/** What a test sends. */
export interface RequestDraft {
  readonly object: Mapping;
  /** Undefined for a new object. */
  readonly old: Mapping | undefined;
  readonly user: string | undefined;
  readonly groups: readonly string[] | undefined;
  /** What the authorizer answers to every question; undefined if nothing is asked. */
  readonly authorizer: 'allow' | 'deny' | undefined;
}

/** A request with changes; undefined if a test cannot have one of them. */
export function withEdits(
  draft: RequestDraft,
  edits: readonly RequestEdit[],
): RequestDraft | undefined {
  let changed: RequestDraft | undefined = draft;
  for (const edit of edits) changed = changed && withEdit(changed, edit);
  return changed;
}

function withEdit(
  draft: RequestDraft,
  { root, path, value }: RequestEdit,
): RequestDraft | undefined {
  if (root === 'object') return { ...draft, object: changedObject(draft.object, path, value) };
  if (root === 'oldObject') {
    return { ...draft, old: changedObject(draft.old ?? draft.object, path, value) };
  }
  switch (path.join('.')) {
    case 'userInfo.username':
      return typeof value === 'string' ? { ...draft, user: value } : undefined;
    case 'userInfo.groups':
      return isStrings(value) ? { ...draft, groups: value } : undefined;
    case 'namespace':
      return typeof value === 'string'
        ? { ...draft, object: changedObject(draft.object, ['metadata', 'namespace'], value) }
        : undefined;
    default:
      return undefined;
  }
}

function isStrings(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function changedObject(object: Mapping, path: Path, value: Value | undefined): Mapping {
  const changed = changedValue(object, path, value);
  return isMapping(changed) ? changed : object;
}

/** A value with another value at a path; mappings and lists on the way are made where they are missing. */
function changedValue(container: Value | undefined, path: Path, value: Value | undefined): Value {
  const [segment, ...rest] = path;
  if (segment === undefined) return value ?? null;
  if (typeof segment === 'number') {
    const items = Array.isArray(container) ? [...container] : [];
    items[Math.min(segment, items.length)] = changedValue(items[segment], rest, value);
    return items;
  }
  const copy = Object.assign(createMapping(), isMapping(container) ? container : {});
  if (rest.length === 0 && value === undefined) delete copy[segment];
  else if (value !== undefined || copy[segment] !== undefined) {
    copy[segment] = changedValue(copy[segment], rest, value);
  }
  return copy;
}

/** The value at a path of a request; undefined if there is none. */
export function valueAt(draft: RequestDraft, { root, path }: RequestPath): Value | undefined {
  let value: Value | undefined =
    root === 'object' ? draft.object : root === 'oldObject' ? draft.old : undefined;
  for (const segment of path) {
    if (typeof segment === 'number') value = Array.isArray(value) ? value[segment] : undefined;
    else value = isMapping(value) ? value[segment] : undefined;
  }
  return value;
}
