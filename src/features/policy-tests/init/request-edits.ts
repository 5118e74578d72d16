import { onceForEach } from '../../../base/once-for-each.ts';
import type { Operation } from '../../../server/kubernetes/operations.ts';
import { type Mapping, type Path, type Value, valueAt } from '../../../yaml/tree.ts';
import { withValueAt } from '../../../yaml/with-value.ts';

/** The variables of expressions that a test can change. */
type RequestRoot = 'object' | 'oldObject' | 'request' | 'namespaceObject' | 'params';

/** The location of a value in a request. */
export interface RequestPath {
  readonly root: RequestRoot;
  readonly path: Path;
}

/** A change of one value of a request. */
export interface RequestEdit extends RequestPath {
  /** Undefined to remove it. */
  readonly value: Value | undefined;
}

/** The request that a test sends. */
export interface RequestDraft {
  readonly object: Mapping;
  /** Undefined for a new object. */
  readonly old: Mapping | undefined;
  readonly user: string | undefined;
  readonly groups: readonly string[] | undefined;
  /** Undefined for the usual operation of the object. */
  readonly operation: Operation | undefined;
  /** The subresource, such as `pods/exec`; undefined for the object itself. */
  readonly resource: string | undefined;
  /** The Namespace of the object. Undefined if no expression depends on it. */
  readonly namespace: Mapping | undefined;
  /** The params of the policy; undefined if it has none. */
  readonly params: Mapping | undefined;
  /** The answer of the authorizer to every question. Undefined if there is no question. */
  readonly authorizer: 'allow' | 'deny' | undefined;
}

/** Equal for equal requests. */
export const textOf = onceForEach((draft: RequestDraft): string =>
  JSON.stringify(draft, (_, one) => (typeof one === 'bigint' ? String(one) : one)),
);

/** A request with changes; undefined if a test cannot have one of them. */
export function withEdits(
  draft: RequestDraft,
  edits: readonly RequestEdit[],
): RequestDraft | undefined {
  let changed: RequestDraft | undefined = draft;
  for (const edit of edits) changed = changed && withEdit(changed, edit);
  return changed;
}

function withEdit(draft: RequestDraft, edit: RequestEdit): RequestDraft | undefined {
  const { root, path, value } = edit;
  switch (root) {
    case 'object':
      return { ...draft, object: withValueAt(draft.object, path, value) };
    case 'oldObject':
      // Expressions see the object of a deletion as the old object.
      return draft.operation === 'DELETE'
        ? { ...draft, object: withValueAt(draft.object, path, value) }
        : { ...draft, old: withValueAt(draft.old ?? draft.object, path, value) };
    case 'params':
      return draft.params && { ...draft, params: withValueAt(draft.params, path, value) };
    case 'namespaceObject':
      return withNamespaceEdit(draft, path, value);
    case 'request':
      return withRequestEdit(draft, path.join('.'), value);
  }
}

function withNamespaceEdit(
  draft: RequestDraft,
  path: Path,
  value: Value | undefined,
): RequestDraft | undefined {
  const named = path.join('.') === 'metadata.name' ? inNamespace(draft, value) : draft;
  return named?.namespace && { ...named, namespace: withValueAt(named.namespace, path, value) };
}

function withRequestEdit(
  draft: RequestDraft,
  field: string,
  value: Value | undefined,
): RequestDraft | undefined {
  switch (field) {
    case 'userInfo.username':
      return typeof value === 'string' ? { ...draft, user: value } : undefined;
    case 'userInfo.groups':
      return isStrings(value) ? { ...draft, groups: value } : undefined;
    case 'namespace':
      return inNamespace(draft, value);
    case 'name':
      return typeof value === 'string'
        ? { ...draft, object: withValueAt(draft.object, ['metadata', 'name'], value) }
        : undefined;
    case 'operation':
      return withOperation(draft, value);
    default:
      return undefined;
  }
}

/** The request for an object in another namespace, whose Namespace has the same fields. */
function inNamespace(draft: RequestDraft, name: Value | undefined): RequestDraft | undefined {
  if (typeof name !== 'string' || name === '') return undefined;
  const moved = (object: Mapping) => withValueAt(object, ['metadata', 'namespace'], name);
  return {
    ...draft,
    object: moved(draft.object),
    old: draft.old && moved(draft.old),
    namespace: draft.namespace && withValueAt(draft.namespace, ['metadata', 'name'], name),
  };
}

function withOperation(draft: RequestDraft, value: Value | undefined): RequestDraft | undefined {
  const { object } = draft;
  switch (value) {
    case 'CREATE':
      return { ...draft, operation: undefined, old: undefined };
    case 'UPDATE':
      return { ...draft, operation: undefined, old: draft.old ?? object };
    case 'DELETE':
      return { ...draft, operation: value, old: undefined };
    default:
      return undefined;
  }
}

function isStrings(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The value at a path of a request; undefined if there is none. */
export function requestValueAt(
  draft: RequestDraft,
  { root, path }: RequestPath,
): Value | undefined {
  return valueAt(rootOf(draft, root), path);
}

function rootOf(
  { object, old: oldObject, params, namespace: namespaceObject }: RequestDraft,
  root: RequestRoot,
): Value | undefined {
  return root === 'request' ? undefined : { object, oldObject, params, namespaceObject }[root];
}
