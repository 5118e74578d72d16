import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type {
  NodeSelector,
  PreferredSchedulingTerm,
  Scheduling,
} from '../../server/kubernetes/types.generated.ts';
import { POD_KINDS, type PodKind, podOf } from './pod-specs.ts';

/** The kinds that select nodes: for pods, or for volumes that only some nodes can use. */
export const NODE_SELECTING_KINDS = [...POD_KINDS, 'PersistentVolume', 'RuntimeClass'] as const;

/** A kind that selects nodes. */
export type NodeSelectingKind = PodKind | 'PersistentVolume' | 'RuntimeClass';

/** The ways in which a resource selects nodes. */
interface NodeSelectors {
  /** Labels that a node must have. */
  readonly labels?: Field<Scheduling['nodeSelector']>;
  readonly required?: Field<NodeSelector | undefined>;
  readonly preferred: readonly Field<PreferredSchedulingTerm>[];
}

/** The selectors of nodes in the pods of a resource, a PersistentVolume or a RuntimeClass. */
export function nodeSelectorsOf(resource: Resource<NodeSelectingKind>): NodeSelectors {
  if (isOfKind(resource, 'RuntimeClass')) {
    return { labels: resource.root.get('scheduling').get('nodeSelector'), preferred: [] };
  }
  if (isOfKind(resource, 'PersistentVolume')) {
    const required = resource.root.get('spec').get('nodeAffinity').get('required');
    return { required, preferred: [] };
  }
  if (!isOfKind(resource, ...POD_KINDS)) return { preferred: [] };
  const { spec } = podOf(resource);
  const affinity = spec.get('affinity').get('nodeAffinity');
  return {
    labels: spec.get('nodeSelector'),
    required: affinity.get('requiredDuringSchedulingIgnoredDuringExecution'),
    preferred: affinity.get('preferredDuringSchedulingIgnoredDuringExecution').items(),
  };
}
