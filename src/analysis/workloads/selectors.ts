import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';
import { hasSelectorError } from '../metadata/selector-errors.ts';

/**
 * The label selector of a workload: undefined if the kind has none. A ReplicationController has a map of labels
 * instead.
 */
export function workloadSelector(
  resource: Resource<KindName>,
): Field<LabelSelector | undefined> | undefined {
  if (isOfKind(resource, 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet')) {
    return resource.root.get('spec').get('selector');
  }
  return isOfKind(resource, 'Job') ? resource.root.get('spec').get('selector') : undefined;
}

/** Reports whether the server validates the claims of a StatefulSet. */
export function validatesClaimTemplates({ minor }: Resource<KindName>): boolean {
  return serverHas('validated-claim-templates', minor);
}

/**
 * The kinds whose template the server only validates if it can read the selector. A DaemonSet and a Job are validated
 * in any case.
 */
const SELECTOR_FIRST: readonly KindName[] = ['ReplicaSet', 'Deployment', 'StatefulSet'];

/** Reports whether the server cannot read the selector of a workload, so that it does not validate the template. */
export function hasUnreadableSelector(resource: Resource<KindName>): boolean {
  const selector = workloadSelector(resource);
  return (
    SELECTOR_FIRST.includes(resource.kind) && selector !== undefined && hasSelectorError(selector)
  );
}
