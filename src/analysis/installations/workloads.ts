import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type { Installation, InstalledObject, TypedObject } from '../../rule/installation.ts';
import { podFieldPath } from '../../server/kubernetes/kinds.ts';
import { selectorMatches } from '../../server/kubernetes/label-selector.ts';
import type {
  Container,
  LabelSelector,
  PodSpec,
  PodTemplateSpec,
} from '../../server/kubernetes/types.generated.ts';
import { isSidecar } from '../pods/pod-specs.ts';
import { NamespaceIndex } from './namespace-index.ts';

/** Pods, or an object that creates pods. */
export interface Workload {
  readonly object: InstalledObject;
  /** The metadata of the pods: that of the template, or of the Pod itself. */
  readonly metadata: Field<PodTemplateSpec['metadata']>;
  readonly podSpec: Field<PodSpec | undefined>;
  readonly labels: ReadonlyMap<string, string>;
  /** The number of pods that it creates. Undefined if the number of nodes or a schedule decides. */
  readonly replicas: Field<number | undefined> | undefined;
}

/** The pods of an installation, and the objects that create pods. */
export const workloadsIn = onceForEach((installation: Installation): readonly Workload[] => [
  ...installation.ofKind('Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController').map(
    (typed) =>
      new InstalledWorkload(typed.object, () => {
        const spec = typed.root.get('spec');
        return { pod: spec.get('template'), replicas: spec.get('replicas') };
      }),
  ),
  ...installation.ofKind('DaemonSet').map(
    (typed) =>
      new InstalledWorkload(typed.object, () => ({
        pod: typed.root.get('spec').get('template'),
      })),
  ),
  ...installation.ofKind('Job').map(
    (typed) =>
      new InstalledWorkload(typed.object, () => {
        const spec = typed.root.get('spec');
        return { pod: spec.get('template'), replicas: spec.get('parallelism') };
      }),
  ),
  ...installation.ofKind('CronJob').map(
    (typed) =>
      new InstalledWorkload(typed.object, () => {
        const job = typed.root.get('spec').get('jobTemplate');
        return { pod: job.get('spec').get('template') };
      }),
  ),
  ...installation
    .ofKind('Pod')
    .map((typed) => new InstalledWorkload(typed.object, () => ({ pod: typed.root }))),
]);

/** The fields of a workload that decide about its pods. */
interface WorkloadFields {
  readonly pod: Field<PodTemplateSpec | undefined>;
  readonly replicas?: Workload['replicas'];
}

/** A workload that does not keep its fields: an installation may have too many for that. */
class InstalledWorkload implements Workload {
  readonly object: InstalledObject;
  readonly labels: ReadonlyMap<string, string>;
  readonly #read: () => WorkloadFields;

  /** @param read the fields, which may be read again for it */
  constructor(object: InstalledObject, read: () => WorkloadFields) {
    this.object = object;
    this.#read = read;
    this.labels = new Map(Object.entries(this.metadata.get('labels').value ?? {}));
  }

  get metadata(): Workload['metadata'] {
    return this.#read().pod.get('metadata');
  }

  get podSpec(): Workload['podSpec'] {
    return this.#read().pod.get('spec');
  }

  get replicas(): Workload['replicas'] {
    return this.#read().replicas;
  }
}

/** The path of the pod labels in a workload. */
export function labelsPath({ object }: Workload): string {
  return podFieldPath(object.kind, 'metadata.labels') ?? '';
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
  const known = selectedWorkloads(installation);
  const key = JSON.stringify([selector, object.namespaces]);
  return getOrCompute(known, key, () => selectWorkloads(selector, object, installation));
}

/** The workloads by selector and namespaces: many objects may select the same pods, and several rules ask for them. */
const selectedWorkloads = onceForEach((_: Installation) => new Map<string, readonly Workload[]>());

function selectWorkloads(
  selector: LabelSelector,
  object: InstalledObject,
  installation: Installation,
): readonly Workload[] {
  return candidatesFor(selector, installation).filter(
    (one) => selectorMatches(selector, one.labels) && shareNamespace(one.object, object),
  );
}

/** The workloads with the label of a selector that the fewest of them have. */
function candidatesFor(
  { matchLabels = {} }: LabelSelector,
  installation: Installation,
): readonly Workload[] {
  const known = workloadsByLabel(installation);
  const lists = Object.entries(matchLabels).map((pair) => known.get(pair.join('=')) ?? []);
  return lists.reduce(
    (least, one) => (one.length < least.length ? one : least),
    workloadsIn(installation),
  );
}

/** The workloads by each `key=value` of the labels of their pods, so that not all are compared with each selector. */
const workloadsByLabel = onceForEach(
  (installation: Installation): ReadonlyMap<string, readonly Workload[]> =>
    indexBy(workloadsIn(installation), ({ labels }) => [...labels].map((pair) => pair.join('='))),
);

/** The workloads of a name that are, or may be, in the namespace of an object. */
export function workloadsNamed(
  name: string,
  object: InstalledObject,
  installation: Installation,
): readonly Workload[] {
  return workloadsByName(installation).get(name)?.near(object) ?? [];
}

const workloadsByName = onceForEach((installation: Installation) => {
  const named = indexBy(workloadsIn(installation), ({ object }) => new Set(object.names));
  return new Map([...named].map(([name, workloads]) => [name, byNamespace(workloads)]));
});

/** The workloads that are, or may be, in the namespace of an object. */
export function workloadsNear(
  object: InstalledObject,
  installation: Installation,
): readonly Workload[] {
  return allByNamespace(installation).near(object);
}

const allByNamespace = onceForEach((installation: Installation) =>
  byNamespace(workloadsIn(installation)),
);

function byNamespace(workloads: readonly Workload[]): NamespaceIndex<Workload> {
  return new NamespaceIndex(workloads, ({ object }) => object);
}

/**
 * The workloads that are certainly in the namespace of an object. The files of a folder are applied together if their
 * objects name one namespace.
 */
export function workloadsInNamespaceOf(
  object: InstalledObject,
  installation: Installation,
): readonly Workload[] {
  return workloadsByNamespace(installation).get(namespaceKey(object)) ?? [];
}

const workloadsByNamespace = onceForEach(
  (installation: Installation): ReadonlyMap<string, readonly Workload[]> =>
    indexBy(workloadsIn(installation), ({ object }) => [namespaceKey(object)]),
);

/** Reports whether two objects are, or may be, in the same namespace. */
export function shareNamespace(one: InstalledObject, other: InstalledObject): boolean {
  return (
    one.namespaces.length === 0 ||
    other.namespaces.length === 0 ||
    one.namespaces.some((namespace) => other.namespaces.includes(namespace))
  );
}

/**
 * A key that is equal for objects that are certainly in one namespace: that of both is known, or one file has both
 * without a namespace.
 */
export function namespaceKey({ namespace, file }: InstalledObject): string {
  return namespace === undefined ? `file ${file}` : `namespace ${namespace}`;
}

/** The containers of pods, with the sidecars among the init containers. */
export function containersOf({ podSpec }: Workload): readonly Field<Container>[] {
  return [...podSpec.itemsOf('containers'), ...podSpec.itemsOf('initContainers').filter(isSidecar)];
}

/** The path of the pod spec in a workload. */
export function podSpecPath({ object }: Workload): string {
  return podFieldPath(object.kind, 'spec') ?? '';
}
