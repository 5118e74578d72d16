import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { isMapping, type Mapping, mappingIn, type Value } from '../../yaml/index.ts';
import type { PatchChange } from './apply-change.ts';
import { patchesWithin } from './kustomization.ts';
import { type KustomizePatch, mappingsIn } from './kustomize-patch.ts';

/**
 * The patches that Flux and Argo CD apply to what they build, as an object of theirs states them: `spec.patches` of a Kustomization,
 * `spec.source.kustomize.patches` of an Application. Patches in patches of other Kustomizations count too.
 *
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#patches,
 * https://argo-cd.readthedocs.io/en/stable/user-guide/kustomize/#patches
 */
export function deliveredPatches(object: Value): readonly KustomizePatch[] {
  if (!isMapping(object)) return [];
  const { apiVersion, kind, spec } = object;
  if (typeof apiVersion !== 'string' || !isMapping(spec)) return [];
  const { group } = groupAndVersion(apiVersion);
  if (group === 'kustomize.toolkit.fluxcd.io') return withNested(patchesWithin(spec));
  if (group !== 'argoproj.io') return [];
  const template = kind === 'ApplicationSet' ? mappingIn(spec.template, 'spec') : spec;
  return [...mappingsIn([template.source ?? null]), ...mappingsIn(template.sources)].flatMap(
    (source) => patchesWithin(mappingIn(source, 'kustomize')),
  );
}

/** The patches that the patches of a kustomization give to Kustomizations of Flux. */
export function patchesForFlux(patches: readonly KustomizePatch[]): readonly KustomizePatch[] {
  return patches.flatMap(({ target, change }) =>
    target.kind === 'Kustomization' && change !== undefined
      ? specsIn(change).flatMap((spec) => withNested(patchesWithin(spec)))
      : [],
  );
}

function withNested(patches: readonly KustomizePatch[]): readonly KustomizePatch[] {
  return [...patches, ...patchesForFlux(patches)];
}

/** The parts of specifications of Kustomizations that a patch writes. */
function specsIn(change: PatchChange): readonly Mapping[] {
  if (change.kind === 'merge') return [mappingIn(change.patch, 'spec')];
  return mappingsIn(change.operations).flatMap(({ path, value = null }): readonly Mapping[] => {
    if (path === '/spec/patches') return [{ patches: value }];
    if (typeof path === 'string' && /^\/spec\/patches\/(?:-|\d+)$/.test(path)) {
      return [{ patches: [value] }];
    }
    return [];
  });
}
