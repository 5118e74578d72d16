import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type {
  NodeSelector,
  PreferredSchedulingTerm,
  Scheduling,
} from '../../server/kubernetes/types.generated.ts';
import { detailsOf, devicesOf, keepsCounters } from '../devices/slices.ts';
import { POD_KINDS, podOf } from './pod-specs.ts';

/** The kinds that select nodes: for pods, or for volumes and devices that only some nodes can use. */
export const NODE_SELECTING_KINDS = [
  ...POD_KINDS,
  'PersistentVolume',
  'RuntimeClass',
  'ResourceSlice',
] as const;

export type NodeSelectingKind = (typeof NODE_SELECTING_KINDS)[number];

/** The ways in which a resource selects nodes. */
interface NodeSelectors {
  readonly labels?: Field<Scheduling['nodeSelector']>;
  readonly required: readonly Field<NodeSelector | undefined>[];
  readonly preferred: readonly Field<PreferredSchedulingTerm>[];
}

/** The selectors of nodes in the pods of a resource, or in an object of another kind that selects nodes. */
export function nodeSelectorsOf(
  resource: Resource<NodeSelectingKind>,
  server: Server,
): NodeSelectors {
  if (isOfKind(resource, 'RuntimeClass')) {
    return {
      labels: resource.root.get('scheduling').get('nodeSelector'),
      required: [],
      preferred: [],
    };
  }
  if (isOfKind(resource, 'PersistentVolume')) {
    const required = resource.root.get('spec').get('nodeAffinity').get('required');
    return { required: [required], preferred: [] };
  }
  if (isOfKind(resource, 'ResourceSlice')) {
    const spec = resource.root.get('spec');
    const choosesNodes = keepsCounters(server) && spec.get('perDeviceNodeSelection').value === true;
    const devices = choosesNodes ? devicesOf(resource, server) : [];
    const selectors = devices.map((device) => detailsOf(device, resource).get('nodeSelector'));
    return { required: [spec.get('nodeSelector'), ...selectors], preferred: [] };
  }
  if (!isOfKind(resource, ...POD_KINDS)) return { required: [], preferred: [] };
  const { spec } = podOf(resource);
  const affinity = spec.get('affinity').get('nodeAffinity');
  return {
    labels: spec.get('nodeSelector'),
    required: [affinity.get('requiredDuringSchedulingIgnoredDuringExecution')],
    preferred: affinity.itemsOf('preferredDuringSchedulingIgnoredDuringExecution'),
  };
}
