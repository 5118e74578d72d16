import type { BoundPolicy } from '../../../src/analysis/installations/bindings.ts';
import { findReferenced, isIn } from '../../../src/analysis/installations/expected-objects.ts';
import type { Field } from '../../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../../src/rule/installation.ts';
import { groupAndVersion } from '../../../src/server/kubernetes/api-version.ts';
import { selectorMatches } from '../../../src/server/kubernetes/label-selector.ts';

/** The kind of parameters, and the place where they are looked up. */
interface ParamLookup {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for a cluster-scoped kind. */
  readonly namespace: string | undefined;
}

/** A part of a paramRef that selects no object. */
type MissingParams =
  | { readonly is: 'missing'; readonly at: Field }
  | { readonly is: 'not selected'; readonly at: Field }
  | { readonly is: 'in other namespace'; readonly at: Field; readonly object: InstalledObject };

/** The name or selector of a paramRef that leads to no object, although the input evidently should have it. */
export function missingParams(
  { binding }: BoundPolicy,
  { apiVersion, kind, namespace }: ParamLookup,
  installation: Installation,
): MissingParams | undefined {
  const { group } = groupAndVersion(apiVersion);
  const paramRef = binding.resource.root.get('spec').get('paramRef');
  const name = paramRef.get('name');
  if (name.value !== undefined) {
    if (installation.generates(name.value)) return undefined;
    const reference = { from: binding.object, group, kind, namespace, name: name.value };
    const target = findReferenced(installation, reference, 'siblings');
    if (target.is === 'missing') return { is: 'missing', at: name };
    if (target.is !== 'in other namespace') return undefined;
    return { is: target.is, at: paramRef.get('namespace'), object: target.object };
  }
  const selector = paramRef.get('selector');
  if (selector.value === undefined || !installation.isComplete) return undefined;
  const { value } = selector;
  const candidates = installation
    .find(group, kind)
    .filter((object) => isIn(object, namespace) && !object.mayChange('metadata.labels'))
    .filter((object) => installation.areTogether(binding.object, object));
  const isFound = candidates.some(({ labels }) => selectorMatches(value, labels));
  return candidates.length === 0 || isFound ? undefined : { is: 'not selected', at: selector };
}
