import type { KindTraits } from './kind-traits.ts';

export interface KindEntry extends KindTraits {
  /**
   * The pack of its rules (`scripts/build/packs.mjs`). The values of a kind without rules are decoded, but not
   * validated.
   */
  readonly rules?: string;
  /** The server validates it by checks that its types declare (`declared-checks.ts`). */
  readonly hasDeclaredChecks?: true;
  /** Its types and defaults are part of the core; those of all other kinds are in packs. */
  readonly isFrequent?: true;
}

/** The built-in kinds that need an entry. Kinds with rules come first, in the order in which users see them. */
export const KIND_TABLE = {
  CustomResourceDefinition: {
    isFrequent: true,
    rules: 'crd',
    acceptsPlainFinalizers: true,
    relations: 'refers',
    hasGeneration: true,
  },
  APIService: {
    isFrequent: true,
    rules: 'apiservice',
    acceptsPlainFinalizers: true,
    relations: 'refers',
    nameFormat: 'whole-segment',
  },
  MutatingWebhookConfiguration: {
    isFrequent: true,
    acceptsPlainFinalizers: true,
    rules: 'admission',
    relations: 'refers',
    acceptedWhenEmpty: true,
  },
  ValidatingWebhookConfiguration: {
    isFrequent: true,
    acceptsPlainFinalizers: true,
    rules: 'admission',
    relations: 'refers',
    acceptedWhenEmpty: true,
  },
  ValidatingAdmissionPolicy: {
    isFrequent: true,
    rules: 'admission',
    acceptsPlainFinalizers: true,
    relations: 'refers',
    hasSameFields: true,
  },
  ValidatingAdmissionPolicyBinding: {
    isFrequent: true,
    rules: 'admission',
    acceptsPlainFinalizers: true,
    relations: 'refers',
    hasSameFields: true,
  },
  MutatingAdmissionPolicy: {
    isFrequent: true,
    rules: 'admission',
    acceptsPlainFinalizers: true,
    relations: 'refers',
  },
  MutatingAdmissionPolicyBinding: {
    isFrequent: true,
    rules: 'admission',
    acceptsPlainFinalizers: true,
    relations: 'refers',
  },
  FlowSchema: {
    isFrequent: true,
    rules: 'flow-control',
    relations: 'refers',
    hasGeneration: true,
    hasSameFields: true,
  },
  PriorityLevelConfiguration: {
    isFrequent: true,
    rules: 'flow-control',
    relations: 'is-referred-to',
    hasGeneration: true,
    hasSameFields: true,
  },
  NetworkPolicy: {
    isFrequent: true,
    rules: 'network-policy',
    relations: 'refers',
    needsOthers: 'for-namespace-names',
    acceptedWhenEmpty: true,
    hasGeneration: true,
  },
  PodDisruptionBudget: {
    isFrequent: true,
    acceptsPlainFinalizers: true,
    rules: 'disruption-budget',
    validatesLast: 'metadata',
    relations: 'refers',
    nameFormat: 'path-segment',
    acceptedWhenEmpty: true,
    hasGeneration: true,
  },
  LimitRange: { rules: 'quota', isFrequent: true, relations: 'refers', acceptedWhenEmpty: true },
  ResourceQuota: {
    rules: 'quota',
    isFrequent: true,
    relations: 'refers',
    needsOthers: 'always',
    acceptedWhenEmpty: true,
  },

  ClusterRole: {
    rules: 'rbac',
    relations: 'is-referred-to',
    nameFormat: 'whole-segment',
    acceptedWhenEmpty: true,
  },
  ClusterRoleBinding: { rules: 'rbac', relations: 'refers', nameFormat: 'whole-segment' },
  Role: {
    rules: 'rbac',
    relations: 'is-referred-to',
    nameFormat: 'whole-segment',
    acceptedWhenEmpty: true,
  },
  RoleBinding: { rules: 'rbac', relations: 'refers', nameFormat: 'whole-segment' },

  Namespace: {
    rules: 'core',
    relations: 'is-referred-to',
    nameFormat: 'dns-label',
    acceptedWhenEmpty: true,
  },
  ServiceAccount: {
    rules: 'core',
    relations: 'is-referred-to',
    acceptedWhenEmpty: true,
    isNeededByPods: true,
  },
  ConfigMap: { rules: 'core', relations: 'is-referred-to', acceptedWhenEmpty: true },
  Secret: { rules: 'core', relations: 'is-referred-to', acceptedWhenEmpty: true },
  PriorityClass: {
    rules: 'scheduling',
    relations: 'is-referred-to',
    acceptedWhenEmpty: true,
    hasGeneration: true,
    isNeededByPods: true,
  },
  Lease: { rules: 'coordination', acceptsPlainFinalizers: true, acceptedWhenEmpty: true },
  LeaseCandidate: {
    rules: 'coordination',
    nameFormat: 'config-map-key',
    acceptsPlainFinalizers: true,
  },
  StorageVersion: { rules: 'coordination', nameFormat: 'group-resource', acceptedWhenEmpty: true },
  IngressClass: { rules: 'networking', relations: 'is-referred-to', hasGeneration: true },
  Service: { rules: 'service', relations: 'refers', nameFormat: 'service-name' },
  Ingress: { rules: 'networking', relations: 'refers', hasGeneration: true },
  Endpoints: { rules: 'networking', acceptedWhenEmpty: true },
  EndpointSlice: { rules: 'networking', hasGeneration: true },
  ServiceCIDR: { rules: 'networking', hasSameFields: true },
  IPAddress: { rules: 'networking', hasSameFields: true, nameFormat: 'ip-address' },
  HorizontalPodAutoscaler: { rules: 'autoscaling', relations: 'refers', hasGeneration: '1.37' },
  PersistentVolumeClaim: { rules: 'storage', relations: 'refers' },
  StorageClass: { rules: 'storage', relations: 'is-referred-to' },
  VolumeAttributesClass: { rules: 'storage' },
  CSIDriver: { rules: 'storage', acceptedWhenEmpty: true },
  CSINode: { rules: 'storage', acceptedWhenEmpty: true },
  CSIStorageCapacity: { rules: 'storage' },

  Event: {
    rules: 'events',
    nameFormat: 'path-segment',
    acceptsPlainFinalizers: true,
    validatesLast: 'metadata',
    strictVersion: 'events.k8s.io/v1',
    acceptedWhenEmpty: true,
  },
  ControllerRevision: { rules: 'revisions' },
  Node: { rules: 'node', acceptedWhenEmpty: true },
  CertificateSigningRequest: {
    rules: 'certificates',
    nameFormat: 'path-segment',
    validatesLast: 'name',
  },
  ClusterTrustBundle: { rules: 'certificates', gate: 'ClusterTrustBundle' },
  PodCertificateRequest: { rules: 'certificates', gate: 'PodCertificateRequest' },
  StorageVersionMigration: { rules: 'migrations', gate: 'StorageVersionMigrator' },

  ResourceClaim: {
    rules: 'devices',
    acceptedWhenEmpty: true,
    decodedVersion: 'resource.k8s.io/v1alpha2',
  },
  ResourceClaimTemplate: {
    rules: 'devices',
    acceptedWhenEmpty: true,
    decodedVersion: 'resource.k8s.io/v1alpha2',
  },
  DeviceClass: {
    rules: 'devices',
    acceptedWhenEmpty: true,
    acceptsAnyNamePrefix: true,
    hasGeneration: true,
  },
  DeviceTaintRule: { rules: 'devices', hasGeneration: true },
  ResourceSlice: {
    rules: 'devices',
    hasGeneration: true,
    decodedVersion: 'resource.k8s.io/v1alpha2',
  },
  PodSchedulingContext: { rules: 'devices', acceptedWhenEmpty: true },

  Pod: { rules: 'pod', relations: 'refers', hasGeneration: '1.33' },
  PodTemplate: { rules: 'pod', relations: 'is-referred-to', hasGeneration: true },
  ReplicationController: {
    rules: 'pod',
    relations: 'refers',
    acceptsAnyNamePrefix: true,
    hasGeneration: true,
  },
  PersistentVolume: { rules: 'pod' },
  VolumeAttachment: { rules: 'pod' },
  RuntimeClass: { rules: 'pod', acceptsPlainFinalizers: true, isNeededByPods: true },
  ReplicaSet: { rules: 'pod', relations: 'refers', hasGeneration: true },
  Deployment: { rules: 'pod', relations: 'refers', hasGeneration: true },
  StatefulSet: { rules: 'pod', nameFormat: 'dns-label', relations: 'refers', hasGeneration: true },
  DaemonSet: { rules: 'pod', relations: 'refers', hasGeneration: true },
  Job: { rules: 'pod', relations: 'refers', hasGeneration: true },
  CronJob: { rules: 'pod', relations: 'refers', hasGeneration: true },

  Binding: { rules: 'requests', isAnswered: true },
  SubjectAccessReview: { rules: 'requests', isAnswered: true },
  LocalSubjectAccessReview: { rules: 'requests', isAnswered: true },
  SelfSubjectAccessReview: { rules: 'requests', isAnswered: true },
  SelfSubjectRulesReview: { rules: 'requests', isAnswered: true },
  TokenReview: { rules: 'requests', isAnswered: true },
  SelfSubjectReview: { rules: 'requests', isAnswered: true, acceptedWhenEmpty: true },

  Eviction: {
    rules: 'declared',
    gate: 'EvictionRequestAPI',
    hasDeclaredChecks: true,
    acceptsAnyNamePrefix: true,
    hasGeneration: true,
  },
  EvictionRequest: {
    rules: 'declared',
    gate: 'EvictionRequestAPI',
    hasDeclaredChecks: true,
    acceptsAnyNamePrefix: true,
    hasGeneration: true,
  },
  ResourcePoolStatusRequest: { rules: 'declared', hasDeclaredChecks: true },
  PodGroup: { rules: 'declared', gate: 'GenericWorkload', hasDeclaredChecks: true },
  CompositePodGroup: { rules: 'declared', gate: 'CompositePodGroup', hasDeclaredChecks: true },
  Workload: { rules: 'declared', gate: 'GenericWorkload', hasDeclaredChecks: true },
} as const satisfies Readonly<Record<string, KindEntry>>;
