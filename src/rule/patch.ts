import type { PatchCandidate, PatchTarget } from '../sources/project/patch-target.ts';
import type { Location } from './location.ts';

/** A patch of a kustomization, and the objects among which kustomize looks for its target. All of them are known. */
export interface PatchInKustomization {
  /** The path of the kustomization's folder. */
  readonly kustomization: string;
  readonly target: PatchTarget;
  /** The place that names the target, or the operation. */
  readonly at: Location;
  /** True if kustomize fails without such an object. */
  readonly isRequired: boolean;
  readonly objects: readonly PatchCandidate[];
  /**
   * The message of kustomize about an operation that it cannot apply to an object; undefined for a patch as a whole.
   */
  readonly problem: string | undefined;
}
