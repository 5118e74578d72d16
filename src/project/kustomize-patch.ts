import { isMapping, type Mapping, readParts, type Value } from '../yaml/index.ts';

/** Which objects a patch is applied to; what is undefined matches everything. */
export interface PatchTarget {
  readonly group: string | undefined;
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** Whether the texts are regular expressions for the whole of a name, as in `target` and `select`. */
  readonly isPattern: boolean;
}

/** A patch of kustomize, as far as it tells what the objects of a base lack. */
export interface KustomizePatch {
  readonly target: PatchTarget;
  /** The fields that it sets or removes, without the positions of list items. */
  readonly paths: readonly (readonly string[])[];
}

/** Reads the `target` of a patch, or the `select` of a replacement. */
export function targetOf(target: Mapping): PatchTarget {
  const text = (value: Value | undefined) => (typeof value === 'string' ? value : undefined);
  return {
    group: text(target.group),
    kind: text(target.kind),
    name: text(target.name),
    isPattern: true,
  };
}

/**
 * The patches in the text of a patch file.
 *
 * @param target that the kustomization names; a strategic merge patch names one itself
 */
export function patchesIn(
  text: string,
  target: PatchTarget | undefined,
): readonly KustomizePatch[] {
  const patches: KustomizePatch[] = [];
  for (const { content } of readParts(text)) {
    const patch = content.kind === 'value' ? patchOf(content.document.value, target) : undefined;
    if (patch !== undefined) patches.push(patch);
  }
  return patches;
}

/** The patch that a document is: a strategic merge patch, or a list of JSON Patch operations (RFC 6902). */
export function patchOf(
  document: Value,
  target: PatchTarget | undefined,
): KustomizePatch | undefined {
  if (Array.isArray(document)) {
    const paths = document.flatMap((operation) =>
      isMapping(operation) && operation.op !== 'test' && typeof operation.path === 'string'
        ? [pathOfPointer(operation.path)]
        : [],
    );
    return target === undefined ? undefined : { target, paths };
  }
  if (!isMapping(document)) return undefined;
  const { apiVersion, kind, metadata, ...rest } = document;
  const { name, namespace, ...changed } = isMapping(metadata) ? metadata : ({} as Mapping);
  const own = typeof apiVersion === 'string' && typeof kind === 'string';
  const named = own ? ownTarget(apiVersion, kind, name) : undefined;
  const chosen = target ?? named;
  if (chosen === undefined) return undefined;
  return { target: chosen, paths: [...leavesOf(rest, []), ...leavesOf(changed, ['metadata'])] };
}

function ownTarget(apiVersion: string, kind: string, name: Value | undefined): PatchTarget {
  const slash = apiVersion.indexOf('/');
  return {
    group: slash === -1 ? '' : apiVersion.slice(0, slash),
    kind,
    name: typeof name === 'string' ? name : undefined,
    isPattern: false,
  };
}

/** `/webhooks/0/clientConfig/caBundle` without the position. */
function pathOfPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((token) => !/^(?:\d+|-)$/.test(token));
}

/** The paths of all that is not a mapping or list; directives such as `$patch` are for the whole mapping. */
function leavesOf(value: Value, path: readonly string[]): readonly (readonly string[])[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, path));
  if (!isMapping(value)) return [path];
  const entries = Object.entries(value);
  if (entries.length === 0) return [path];
  return entries.flatMap(([key, member]) =>
    key.startsWith('$') ? [path] : leavesOf(member, [...path, key]),
  );
}

/** Whether a document has directives of strategic merge patches, so that it is no object by itself. */
export function hasPatchDirective(value: Value): boolean {
  if (Array.isArray(value)) return value.some(hasPatchDirective);
  if (!isMapping(value)) return false;
  return Object.entries(value).some(
    ([key, member]) => isPatchDirective(key) || hasPatchDirective(member),
  );
}

/** Source: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ */
export function isPatchDirective(key: string): boolean {
  return (
    key === '$patch' ||
    key === '$retainKeys' ||
    key.startsWith('$setElementOrder/') ||
    key.startsWith('$deleteFromPrimitiveList/')
  );
}
