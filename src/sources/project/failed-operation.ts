import { firstIndex } from '../../base/bisect.ts';
import { applyJsonPatch } from '../../server/admission/mutation/json-patch.ts';
import type { Mapping, Value } from '../../yaml/index.ts';
import { readOperation } from './apply-change.ts';

/** An operation of a JSON patch that cannot be applied. */
export interface FailedOperation {
  readonly index: number;
  /** The message of kustomize. */
  readonly problem: string;
}

/**
 * Finds the first operation of a JSON patch that kustomize cannot apply to an object, because a path does not exist.
 *
 * @returns undefined if there is none, or if a test finds another value
 */
export function failedOperation(
  object: Mapping,
  operations: readonly Value[],
): FailedOperation | undefined {
  const all = operations.map(readOperation);
  const resultOf = (index: number) => applyJsonPatch(object, all.slice(0, index + 1));
  const index = firstIndex([...all.keys()], (one) => resultOf(one).outcome !== 'patched');
  const result = resultOf(index);
  return result.outcome === 'error' ? { index, problem: result.error } : undefined;
}
