import {
  applyJsonPatch,
  type Patched,
  type PatchOperation,
} from '../../../server/admission/mutation/json-patch.ts';
import { isMapping, type Mapping, type Value } from '../../../yaml/index.ts';
import { mergePatch } from '../../../yaml/merge-patch.ts';
import { mappingFrom } from '../../../yaml/tree.ts';
import { hasPatchDirective } from './patch-directive.ts';

export type PatchChange =
  /** The operations of a JSON Patch (RFC 6902). */
  | { readonly kind: 'operations'; readonly operations: readonly Value[] }
  /** A strategic merge patch. Without merge keys and directives, it is a JSON Merge Patch. */
  | { readonly kind: 'merge'; readonly patch: Mapping };

/**
 * Applies a patch to an object of a kind whose lists have no merge keys, such as a CRD. Strategic merge patches replace
 * all of its lists.
 *
 * @returns undefined if kustomize cannot apply the patch, or if a strategic merge patch has directives, which are not
 * implemented
 */
export function applyChange(object: Mapping, change: PatchChange): Mapping | undefined {
  if (change.kind === 'merge') {
    return hasPatchDirective(change.patch) ? undefined : mergePatch(object, change.patch);
  }
  const patched = applyOperations(object, change.operations);
  return patched.outcome === 'patched' && isMapping(patched.result) ? patched.result : undefined;
}

/** Applies the operations of a JSON patch to an object. */
export function applyOperations(object: Mapping, operations: readonly Value[]): Patched {
  const patched = applyJsonPatch(object, operations.map(readOperation));
  if (patched.outcome !== 'error') return patched;
  const problem = problemOf(operations[patched.index] ?? null);
  return problem === undefined ? patched : { ...patched, error: problem };
}

/** The reason why the library of kustomize cannot read an operation; undefined if it can. */
function problemOf(operation: Value): string | undefined {
  if (!isMapping(operation)) return 'it is not a mapping';
  const { path = null } = operation;
  if (path === null) return 'it has no path';
  return typeof path === 'string' ? undefined : 'its path is not a string';
}

/** An operation as the library of kustomize reads it. One that is not valid has no `op`, so that it does not apply. */
function readOperation(operation: Value): PatchOperation {
  const { op, path, from, value } = mappingFrom(operation);
  const text = (one: Value | undefined) => (typeof one === 'string' ? one : '');
  const isReadable = problemOf(operation) === undefined;
  return { op: isReadable ? text(op) : '', path: text(path), from: text(from), value };
}
