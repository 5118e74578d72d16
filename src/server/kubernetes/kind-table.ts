/**
 * The facts about a built-in kind that its types do not show. A run reads them from the table of kinds
 * (`kinds.generated.ts`), together with the facts of the API.
 */
export interface KindTraits {
  /**
   * The feature gate that its resource needs in addition to its entry in `--runtime-config`. Source: the folders `rest` in
   * `pkg/registry` of Kubernetes.
   */
  readonly gate?: string;
  /**
   * Names are path segments of a URL, and not DNS subdomains as those of other kinds. If it is `whole`, a generated name is
   * validated as a path segment too; otherwise only its characters are.
   */
  readonly pathSegmentName?: 'given' | 'whole';
  /** The server accepts an object that has only metadata. */
  readonly acceptedWhenEmpty?: true;
  /** Policies see `metadata.generation`, in which the server counts the changes of the spec. */
  readonly hasGeneration?: true;
  /** The served versions have the same fields, so the server converts an object by its `apiVersion` only. */
  readonly hasSameFields?: true;
  /** The `status.phase` of a new object. */
  readonly firstPhase?: string;
  /** The relation to other objects of the input: `refers` also for objects that decide about others. */
  readonly relations?: 'refers' | 'is-referred-to';
  /** The server refuses a Pod that names an object of this kind before the object exists. */
  readonly isNeededByPods?: true;
}

/** An entry of the table. */
export interface KindEntry extends KindTraits {
  /** The pack of its rules (`scripts/build/packs.mjs`). The values of a kind without rules are decoded, but not validated. */
  readonly rules?: string;
}

/** The built-in kinds that need an entry. Kinds with rules come first, in the order in which users see them. */
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
  ValidatingAdmissionPolicy: { rules: 'admission', relations: 'refers', hasSameFields: true },
  ValidatingAdmissionPolicyBinding: {
    rules: 'admission',
    relations: 'refers',
    hasSameFields: true,
  },
  MutatingAdmissionPolicy: { rules: 'admission', relations: 'refers' },
  MutatingAdmissionPolicyBinding: { rules: 'admission', relations: 'refers' },
  FlowSchema: {
    rules: 'flow-control',
    relations: 'refers',
    hasGeneration: true,
    hasSameFields: true,
  },
  PriorityLevelConfiguration: {
    rules: 'flow-control',
    relations: 'is-referred-to',
    hasGeneration: true,
    hasSameFields: true,
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

  ClusterRole: { rules: 'rbac' },
  ClusterRoleBinding: { rules: 'rbac' },
  Role: { rules: 'rbac' },
  RoleBinding: { rules: 'rbac' },

  ClusterTrustBundle: { gate: 'ClusterTrustBundle' },
  CronJob: { relations: 'is-referred-to' },
  DaemonSet: { relations: 'is-referred-to' },
  Deployment: { relations: 'is-referred-to' },
  HorizontalPodAutoscaler: { relations: 'is-referred-to' },
  IPAddress: { hasSameFields: true },
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
  ServiceCIDR: { hasSameFields: true },
  StatefulSet: { relations: 'is-referred-to' },
  StorageVersionMigration: { gate: 'StorageVersionMigrator' },
  Workload: { gate: 'GenericWorkload' },
} as const satisfies Readonly<Record<string, KindEntry>>;
