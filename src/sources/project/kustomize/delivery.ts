import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { isMapping, type Mapping, mappingIn, mappingsIn, type Value } from '../../../yaml/index.ts';
import { normalizePath } from '../normalize-path.ts';
import { hasPlaceholder } from '../placeholders.ts';
import type { PatchChange } from './apply-change.ts';
import { patchesWithin } from './kustomization.ts';
import type { KustomizePatch } from './kustomize-patch.ts';

/** A patch that Flux or Argo CD applies to the objects that it builds. */
export interface DeliveredPatch extends KustomizePatch {
  /** The folder that it builds, from the root of its repository. Undefined if it is not known: any. */
  readonly below: string | undefined;
}

/** The changes that Flux and Argo CD make when they build a kustomization, as an object of theirs states them. */
export interface Delivery {
  readonly patches: readonly DeliveredPatch[];
  /** The folders, from the root of their repository, to whose kustomizations they add components. */
  readonly extended: readonly string[];
}

const NO_DELIVERY: Delivery = { patches: [], extended: [] };

/**
 * The changes that an object states: a Kustomization of Flux in its `spec`, and an Application or ApplicationSet of
 * Argo CD in `kustomize` of its sources. Patches in patches of other Kustomizations count too.
 *
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/,
 * https://argo-cd.readthedocs.io/en/stable/user-guide/kustomize/
 */
export function deliveryOf(object: Value): Delivery {
  if (!isMapping(object)) return NO_DELIVERY;
  const { apiVersion, kind, spec } = object;
  if (typeof apiVersion !== 'string' || !isMapping(spec)) return NO_DELIVERY;
  const { group } = groupAndVersion(apiVersion);
  if (group === 'kustomize.toolkit.fluxcd.io') {
    return {
      patches: withNested(patchesOf(spec.path, spec)),
      extended: extendedBy(spec.path, spec.components),
    };
  }
  if (group !== 'argoproj.io') return NO_DELIVERY;
  const { source = null, sources } =
    kind === 'ApplicationSet' ? mappingIn(spec.template, 'spec') : spec;
  const all = [...mappingsIn([source]), ...mappingsIn(sources)].map(({ path, kustomize }) => ({
    path,
    options: isMapping(kustomize) ? kustomize : {},
  }));
  return {
    patches: all.flatMap(({ path, options }) => patchesOf(path, options)),
    extended: all.flatMap(({ path, options }) => extendedBy(path, options.components)),
  };
}

function patchesOf(path: Value | undefined, options: Mapping): readonly DeliveredPatch[] {
  const isKnown = typeof path === 'string' && !hasPlaceholder(path);
  const below = (isKnown && normalizePath(path)) || undefined;
  return patchesWithin(options).map((patch) => ({ ...patch, below }));
}

function extendedBy(path: Value | undefined, components: Value | undefined): readonly string[] {
  const hasComponents = Array.isArray(components) && components.length > 0;
  return typeof path === 'string' && hasComponents ? [normalizePath(path)] : [];
}

/** The patches that the patches of a kustomization give to Kustomizations of Flux, for the folders of any. */
export function patchesForFlux(patches: readonly KustomizePatch[]): readonly DeliveredPatch[] {
  return patches.flatMap(({ target, change }) =>
    target.kind === 'Kustomization' && change !== undefined
      ? specsIn(change).flatMap((spec) => withNested(patchesOf(undefined, spec)))
      : [],
  );
}

function withNested(patches: readonly DeliveredPatch[]): readonly DeliveredPatch[] {
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
