import { selectorMatches } from '../../kubernetes/label-selector.ts';
import type { LabelSelector } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import type { Installation, InstalledObject, TypedObject } from '../../rule/installation.ts';
import type { Container, PodSpec, PodTemplate } from '../../workspace/related-kinds.ts';
import { onceForEach } from '../once-for-each.ts';

/** Pods, or an object that creates pods. */
export interface Workload {
  readonly object: InstalledObject;
  /** The metadata of the pods: that of the template, or of the Pod itself. */
  readonly metadata: Field<PodTemplate['metadata']>;
  readonly podSpec: Field<PodSpec | undefined>;
  readonly labels: ReadonlyMap<string, string>;
  /** How many pods it creates; undefined where the number of nodes or a schedule decides. */
  readonly replicas: Field<number | undefined> | undefined;
}

/** The pods of an installation, and what creates some. */
export const workloadsIn = onceForEach((installation: Installation): readonly Workload[] => [
  ...installation.ofKind('Deployment', 'StatefulSet', 'ReplicaSet').map(({ object, root }) => {
    const spec = root.get('spec');
    return workload(object, spec.get('template'), spec.get('replicas'));
  }),
  ...installation
    .ofKind('DaemonSet')
    .map(({ object, root }) => workload(object, root.get('spec').get('template'), undefined)),
  ...installation.ofKind('Job').map(({ object, root }) => {
    const spec = root.get('spec');
    return workload(object, spec.get('template'), spec.get('parallelism'));
  }),
  ...installation
    .ofKind('CronJob')
    .map(({ object, root }) =>
      workload(object, root.get('spec').get('jobTemplate').get('spec').get('template'), undefined),
    ),
  ...installation.ofKind('Pod').map(({ object, root }) => workload(object, root, undefined)),
]);

function workload(
  object: InstalledObject,
  pod: Field<PodTemplate | undefined>,
  replicas: Field<number | undefined> | undefined,
): Workload {
  const metadata = pod.get('metadata');
  return {
    object,
    metadata,
    podSpec: pod.get('spec'),
    labels: new Map(Object.entries(metadata.get('labels').value ?? {})),
    replicas,
  };
}

/** Where the labels of a workload's pods are in it. */
export function labelsPath({ object }: Workload): string {
  if (object.kind === 'Pod') return 'metadata.labels';
  return object.kind === 'CronJob'
    ? 'spec.jobTemplate.spec.template.metadata.labels'
    : 'spec.template.metadata.labels';
}

/** The workloads whose pods a Service sends requests to: none for a Service without a selector. */
export function workloadsSelectedBy(
  { object, root }: TypedObject<'Service'>,
  installation: Installation,
): readonly Workload[] {
  const { value: matchLabels = {} } = root.get('spec').get('selector');
  return Object.keys(matchLabels).length === 0
    ? []
    : workloadsWith({ matchLabels }, object, installation);
}

/** The workloads whose pods a selector of an object selects, in the namespace of the object. */
export function workloadsWith(
  selector: LabelSelector,
  object: InstalledObject,
  installation: Installation,
): readonly Workload[] {
  const [pair] = Object.entries(selector.matchLabels ?? {});
  const candidates =
    pair === undefined
      ? workloadsIn(installation)
      : (workloadsByLabel(installation).get(pair.join('=')) ?? []);
  return candidates.filter(
    (one) => selectorMatches(selector, one.labels) && shareNamespace(one.object, object),
  );
}

/** The workloads by each `key=value` of the labels of their pods, so that not all are compared with each selector. */
const workloadsByLabel = onceForEach(
  (installation: Installation): ReadonlyMap<string, readonly Workload[]> => {
    const index = new Map<string, Workload[]>();
    for (const workload of workloadsIn(installation)) {
      for (const pair of workload.labels) {
        const key = pair.join('=');
        const found = index.get(key);
        if (found === undefined) index.set(key, [workload]);
        else found.push(workload);
      }
    }
    return index;
  },
);

/** Whether two objects are, or may be, in the same namespace. */
export function shareNamespace(one: InstalledObject, other: InstalledObject): boolean {
  return (
    one.namespaces.length === 0 ||
    other.namespaces.length === 0 ||
    one.namespaces.some((namespace) => other.namespaces.includes(namespace))
  );
}

/** Whether two objects are certainly in the same namespace: that of both is known, or one file has both without a namespace. */
export function areInSameNamespace(one: InstalledObject, other: InstalledObject): boolean {
  return one.namespace === undefined || other.namespace === undefined
    ? one.namespace === other.namespace && one.file === other.file
    : one.namespace === other.namespace;
}

/** The containers of pods, with the sidecars among the init containers. */
export function containersOf({ podSpec }: Workload): readonly Field<Container>[] {
  return [
    ...podSpec.get('containers').items(),
    ...podSpec
      .get('initContainers')
      .items()
      .filter((container) => container.get('restartPolicy').value === 'Always'),
  ];
}

/** Where the containers of a workload's pods are in it. */
export function podSpecPath({ object }: Workload): string {
  if (object.kind === 'Pod') return 'spec';
  return object.kind === 'CronJob' ? 'spec.jobTemplate.spec.template.spec' : 'spec.template.spec';
}
