import type {
  KindTypes,
  LabelSelector,
  LimitRangeItem,
  ObjectMeta,
} from '../../server/kubernetes/types.generated.ts';

/**
 * The fields of objects that relations depend on. These kinds are decoded, which settles their types, but not
 * validated, so everything is optional.
 */
export interface DecodedKindTypes {
  readonly CronJob: Workload<{ readonly jobTemplate?: { readonly spec?: WorkloadSpec } }>;
  readonly DaemonSet: Workload<WorkloadSpec>;
  readonly Deployment: Workload<WorkloadSpec>;
  readonly HorizontalPodAutoscaler: Workload<AutoscalerSpec>;
  readonly Job: Workload<WorkloadSpec>;
  readonly Namespace: { readonly metadata?: ObjectMeta };
  readonly Pod: Workload<PodSpec>;
  readonly ReplicaSet: Workload<WorkloadSpec>;
  readonly Service: Workload<ServiceSpec>;
  readonly ServiceAccount: { readonly metadata?: ObjectMeta };
  readonly StatefulSet: Workload<WorkloadSpec>;
}

/** The types of the kinds whose fields relations depend on, by name. */
export type RelatedKindTypes = KindTypes & DecodedKindTypes;

/** The name of such a kind. */
export type RelatedKind = keyof RelatedKindTypes;

interface Workload<Spec> {
  readonly metadata?: ObjectMeta;
  readonly spec?: Spec;
}

/** The fields that a Deployment, StatefulSet, DaemonSet, ReplicaSet and Job share. */
export interface WorkloadSpec {
  readonly replicas?: number;
  readonly parallelism?: number;
  readonly selector?: LabelSelector;
  readonly template?: PodTemplate;
}

export interface PodTemplate {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

export interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly serviceAccountName?: string;
  readonly priorityClassName?: string;
  readonly runtimeClassName?: string;
  readonly hostNetwork?: boolean;
}

export interface Container {
  readonly name?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name?: string; readonly value?: string }[];
  readonly ports?: readonly ContainerPort[];
  readonly resources?: {
    readonly limits?: LimitRangeItem['max'];
    readonly requests?: LimitRangeItem['max'];
  };
  /** `Always` makes an init container a sidecar. */
  readonly restartPolicy?: string;
}

export interface ContainerPort {
  readonly name?: string;
  readonly containerPort?: number;
  readonly protocol?: string;
}

export interface ServiceSpec {
  readonly type?: string;
  readonly selector?: ObjectMeta['labels'];
  readonly ports?: readonly ServicePort[];
}

export interface ServicePort {
  readonly name?: string;
  readonly port?: number;
  readonly targetPort?: number | string;
  readonly protocol?: string;
}

export interface AutoscalerSpec {
  readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
}
