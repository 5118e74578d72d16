import type { PatchCandidate, PatchTarget } from '../sources/project/kustomize/patch-target.ts';
import type { Location } from './location.ts';

/** A patch of a kustomization. */
export type PatchInKustomization = TargetOfPatch | RefusedPatch;

/** The target of a patch, and the objects among which kustomize looks for it. All of them are known. */
interface TargetOfPatch {
  readonly kind: 'target';
  readonly target: PatchTarget;
  /** The place that names the target. */
  readonly at: Location;
  /** True if kustomize fails without such an object. */
  readonly isRequired: boolean;
  readonly objects: readonly PatchCandidate[];
}

/**
 * An operation or a replacement that kustomize cannot apply, a source of a replacement that it cannot read, or a
 * document that it cannot read as a patch.
 */
interface RefusedPatch {
  readonly kind: 'operation' | 'replacement' | 'source' | 'unreadable';
  readonly at: Location;
  readonly problem: string;
}
