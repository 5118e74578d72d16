/**
 * What kubeadmit has to know of a built-in kind and the API facts do not say. A run reads it from the table of kinds
 * (`kinds.generated.ts`), with the facts of the kind.
 */
export interface KindTraits {
  /** The feature gate that its resource needs beside its entry in `--runtime-config`. Source: the folders `rest` in `pkg/registry` of Kubernetes. */
  readonly gate?: string;
  /** Names are only a segment of a URL path, and what `generateName` makes too if it is `whole`; those of other kinds are DNS subdomains. */
  readonly pathSegmentName?: 'given' | 'whole';
  /** The server accepts an object with nothing but metadata. */
  readonly acceptedWhenEmpty?: true;
  /** Admission sees `metadata.generation`, in which the server counts the changes of the spec. */
  readonly hasGeneration?: true;
  /** The `status.phase` of a new object. */
  readonly firstPhase?: string;
  /** How objects of one input are related: they refer to others or decide about them, or others refer to them. */
  readonly relations?: 'refers' | 'is-referred-to';
  /** The server refuses a Pod that names an object of the kind before it exists. */
  readonly isNeededByPods?: true;
}

/** An entry of the table. */
export interface KindEntry extends KindTraits {
  /** The pack of its rules (`scripts/build/command.mjs`). The values of a kind without rules are decoded, but not validated. */
  readonly rules?: string;
}

/**
 * The built-in kinds of which more is to say than the API facts do. Kinds with rules come first, in the order in which
 * they are listed to users.
 */
export const KIND_TABLE = {
  CustomResourceDefinition: { rules: 'crd', relations: 'refers', hasGeneration: true },
  APIService: { rules: 'apiservice', relations: 'refers', pathSegmentName: 'whole' },
  MutatingWebhookConfiguration: {
    rules: 'admission',
    relations: 'refers',
    acceptedWhenEmpty: true,
  },
  ValidatingWebhookConfiguration: {
    rules: 'admission',
    relations: 'refers',
    acceptedWhenEmpty: true,
  },
  ValidatingAdmissionPolicy: { rules: 'admission', relations: 'refers' },
  ValidatingAdmissionPolicyBinding: { rules: 'admission', relations: 'refers' },
  MutatingAdmissionPolicy: { rules: 'admission', relations: 'refers' },
  MutatingAdmissionPolicyBinding: { rules: 'admission', relations: 'refers' },
  FlowSchema: { rules: 'flow-control', relations: 'refers', hasGeneration: true },
  PriorityLevelConfiguration: {
    rules: 'flow-control',
    relations: 'is-referred-to',
    hasGeneration: true,
  },
  NetworkPolicy: {
    rules: 'network-policy',
    relations: 'refers',
    acceptedWhenEmpty: true,
    hasGeneration: true,
  },
  PodDisruptionBudget: {
    rules: 'disruption-budget',
    relations: 'refers',
    pathSegmentName: 'given',
    acceptedWhenEmpty: true,
    hasGeneration: true,
  },
  LimitRange: { rules: 'quota', relations: 'refers', acceptedWhenEmpty: true },
  ResourceQuota: { rules: 'quota', relations: 'refers', acceptedWhenEmpty: true },

  ClusterTrustBundle: { gate: 'ClusterTrustBundle' },
  CronJob: { relations: 'is-referred-to' },
  DaemonSet: { relations: 'is-referred-to' },
  Deployment: { relations: 'is-referred-to' },
  HorizontalPodAutoscaler: { relations: 'is-referred-to' },
  Ingress: { relations: 'is-referred-to' },
  Job: { relations: 'is-referred-to' },
  Namespace: { relations: 'is-referred-to', firstPhase: 'Active' },
  PersistentVolume: { firstPhase: 'Pending' },
  PersistentVolumeClaim: { firstPhase: 'Pending' },
  Pod: { relations: 'is-referred-to', firstPhase: 'Pending' },
  PodCertificateRequest: { gate: 'PodCertificateRequest' },
  PodGroup: { gate: 'GenericWorkload' },
  PriorityClass: { isNeededByPods: true },
  ReplicaSet: { relations: 'is-referred-to' },
  RuntimeClass: { isNeededByPods: true },
  Service: { relations: 'is-referred-to' },
  ServiceAccount: { relations: 'is-referred-to', isNeededByPods: true },
  StatefulSet: { relations: 'is-referred-to' },
  StorageVersionMigration: { gate: 'StorageVersionMigrator' },
  Workload: { gate: 'GenericWorkload' },
} as const satisfies Readonly<Record<string, KindEntry>>;
