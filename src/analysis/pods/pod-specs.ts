import { onceForEach } from '../../base/once-for-each.ts';
import { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import type {
  Container,
  KindTypes,
  PodSpec,
  PodTemplateSpec,
} from '../../server/kubernetes/types.generated.ts';
import { hasUnreadableSelector } from '../workloads/selectors.ts';

/** The kinds that have pods: Pods, and the kinds with a template of pods. The rules about pods are for all of them. */
export const POD_KINDS = [
  'Pod',
  'PodTemplate',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
] as const;

export type PodKind = (typeof POD_KINDS)[number];

/** The lists of containers in the spec of a pod. */
type ContainerList = 'containers' | 'initContainers' | 'ephemeralContainers';

export interface PodContainer {
  /** The container. Its segment is the index in the list. */
  readonly field: Field<Container>;
  readonly list: ContainerList;
  /** True for an init container that runs as long as the pod. */
  readonly isSidecar: boolean;
}

/** The pods of a resource: the Pod itself, or the pods that are made from its template. */
export interface PodOfResource {
  readonly kind: PodKind;
  /** True if the pods are made from a template. */
  readonly isTemplate: boolean;
  /** The template, or the Pod itself. */
  readonly pod: Field<PodTemplateSpec | undefined>;
  readonly metadata: Field<PodTemplateSpec['metadata']>;
  readonly spec: Field<PodSpec | undefined>;
  /** The containers of all lists, in the order in which the server validates the lists. */
  readonly containers: readonly PodContainer[];
}

/** The pods of a resource of a kind that has pods, without what the server does not validate. */
export const podOf = onceForEach((resource: Resource<PodKind>): PodOfResource => {
  const { kind, root } = resource;
  const pod = hasUnreadableSelector(resource) ? unchecked(resource) : podTemplateIn(kind, root);
  const spec = pod.get('spec');
  const containers = [
    ...listed('containers', spec.itemsOf('containers')),
    ...listed('initContainers', spec.itemsOf('initContainers')),
    ...listed('ephemeralContainers', spec.itemsOf('ephemeralContainers')),
  ];
  return { kind, isTemplate: kind !== 'Pod', pod, metadata: pod.get('metadata'), spec, containers };
});

/** The containers in the order in which they start, which is the one in which the server gives warnings about them. */
export function containersInOrder({ containers }: PodOfResource): readonly PodContainer[] {
  return [
    ...containers.filter(({ list }) => list === 'initContainers'),
    ...containers.filter(({ list }) => list !== 'initContainers'),
  ];
}

/**
 * The pods of a resource, if the server validates them: a ReplicationController may have no template, and the server
 * does not look at the template of a Deployment, ReplicaSet or StatefulSet whose selector is invalid.
 */
export function validatedPodOf(resource: Resource<PodKind>): PodOfResource | undefined {
  const pod = podOf(resource);
  if (resource.kind === 'ReplicationController' && pod.pod.value === undefined) return undefined;
  return hasUnreadableSelector(resource) ? undefined : pod;
}

/** A template that is not validated, which counts as pruned. */
function unchecked({ origin }: Resource): Field<PodTemplateSpec | undefined> {
  return Field.root<PodTemplateSpec | undefined>({ origin, isPruned: () => true }, undefined);
}

/**
 * The template of the pods in an object, or the object itself if it is a Pod.
 *
 * @param kind of the object
 * @param root the object
 */
export function podTemplateIn<K extends PodKind>(
  kind: K,
  root: Field<KindTypes[K]>,
): Field<PodTemplateSpec | undefined> {
  const path = findKind(kind)?.podTemplate ?? '';
  let field: Field = root;
  for (const segment of path === '' ? [] : path.split('.')) field = field.get(segment as never);
  // The facts of the kind say that there is a template of pods at this path.
  return field as Field<PodTemplateSpec | undefined>;
}

/** Reports whether an init container starts before the others, and runs as long as the pod. */
export function isSidecar(initContainer: Field<Container>): boolean {
  return initContainer.get('restartPolicy').value === 'Always';
}

function listed(list: ContainerList, fields: readonly Field<Container>[]): readonly PodContainer[] {
  return fields.map((field) => ({
    field,
    list,
    isSidecar: list === 'initContainers' && isSidecar(field),
  }));
}
