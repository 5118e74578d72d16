// Made by scripts/generate/kubernetes-modules.ts; do not edit.
import type { Value } from './value.ts';

/** A value as it is written; a text may be a percentage. */
export type IntOrString = number | string;

/** A value as it is written: a number, or a text with a suffix. */
export type Quantity = string | number | bigint;

/** A bigint where a double cannot hold it. */
export type Int64 = number | bigint;

export type Double = number | bigint;

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[];

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[];

/** The type of each kind whose values are validated, which covers all its versions that a supported minor serves. */
export interface KindTypes {
  readonly CustomResourceDefinition: CustomResourceDefinition;
  readonly APIService: APIService;
  readonly MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  readonly ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
  readonly ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  readonly ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding;
  readonly MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  readonly MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding;
  readonly FlowSchema: FlowSchema;
  readonly PriorityLevelConfiguration: PriorityLevelConfiguration;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly LimitRange: LimitRange;
  readonly ResourceQuota: ResourceQuota;
  readonly ClusterRole: ClusterRole;
  readonly ClusterRoleBinding: ClusterRoleBinding;
  readonly Role: Role;
  readonly RoleBinding: RoleBinding;
  readonly Namespace: Namespace;
  readonly ServiceAccount: ServiceAccount;
  readonly ConfigMap: ConfigMap;
  readonly Secret: Secret;
  readonly PriorityClass: PriorityClass;
  readonly Lease: Lease;
  readonly LeaseCandidate: LeaseCandidate;
  readonly StorageVersion: StorageVersion;
  readonly IngressClass: IngressClass;
  readonly Service: Service;
  readonly Ingress: Ingress;
  readonly Endpoints: Endpoints;
  readonly EndpointSlice: EndpointSlice;
  readonly ServiceCIDR: ServiceCIDR;
  readonly IPAddress: IPAddress;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly PersistentVolumeClaim: PersistentVolumeClaim;
  readonly StorageClass: StorageClass;
  readonly VolumeAttributesClass: VolumeAttributesClass;
  readonly CSIDriver: CSIDriver;
  readonly CSINode: CSINode;
  readonly CSIStorageCapacity: CSIStorageCapacity;
  readonly Event: Event;
  readonly ControllerRevision: ControllerRevision;
  readonly Node: Node;
  readonly CertificateSigningRequest: CertificateSigningRequest;
  readonly ClusterTrustBundle: ClusterTrustBundle;
  readonly PodCertificateRequest: PodCertificateRequest;
  readonly StorageVersionMigration: StorageVersionMigration;
  readonly ResourceClaim: ResourceClaim;
  readonly ResourceClaimTemplate: ResourceClaimTemplate;
  readonly DeviceClass: DeviceClass;
  readonly DeviceTaintRule: DeviceTaintRule;
  readonly ResourceSlice: ResourceSlice;
  readonly PodSchedulingContext: PodSchedulingContext;
  readonly Pod: Pod;
  readonly PodTemplate: PodTemplate;
  readonly ReplicationController: ReplicationController;
  readonly PersistentVolume: PersistentVolume;
  readonly VolumeAttachment: VolumeAttachment;
  readonly RuntimeClass: RuntimeClass;
  readonly ReplicaSet: ReplicaSet;
  readonly Deployment: Deployment;
  readonly StatefulSet: StatefulSet;
  readonly DaemonSet: DaemonSet;
  readonly Job: Job;
  readonly CronJob: CronJob;
  readonly Binding: Binding;
  readonly SubjectAccessReview: SubjectAccessReview;
  readonly LocalSubjectAccessReview: LocalSubjectAccessReview;
  readonly SelfSubjectAccessReview: SelfSubjectAccessReview;
  readonly SelfSubjectRulesReview: SelfSubjectRulesReview;
  readonly TokenReview: TokenReview;
  readonly SelfSubjectReview: SelfSubjectReview;
  readonly Eviction: Eviction;
  readonly EvictionRequest: EvictionRequest;
  readonly ResourcePoolStatusRequest: ResourcePoolStatusRequest;
  readonly PodGroup: PodGroup;
  readonly CompositePodGroup: CompositePodGroup;
  readonly Workload: Workload;
}

/**
 * The types of all kinds whose objects are related to others; those that are not validated are decoded, which settles
 * their types.
 */
export interface RelatedKindTypes extends KindTypes {
}

export interface APIService { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: APIServiceSpec; readonly status?: APIServiceStatus; }
export interface APIServiceCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface APIServiceReference { readonly name?: string; readonly namespace?: string; readonly port?: number; }
export interface APIServiceSpec { readonly caBundle?: string; readonly group?: string; readonly groupPriorityMinimum?: number; readonly insecureSkipTLSVerify?: boolean; readonly service?: APIServiceReference; readonly version?: string; readonly versionPriority?: number; }
export interface APIServiceStatus { readonly conditions?: readonly APIServiceCondition[]; }
export interface AWSElasticBlockStoreVolumeSource { readonly fsType?: string; readonly partition?: number; readonly readOnly?: boolean; readonly volumeID?: string; }
export interface Affinity { readonly nodeAffinity?: NodeAffinity; readonly podAffinity?: PodAffinity; readonly podAntiAffinity?: PodAntiAffinity; }
export interface AggregationRule { readonly clusterRoleSelectors?: readonly LabelSelector[]; }
export type AllCompositeDisruptionMode = Readonly<Record<string, never>>;
export type AllDisruptionMode = Readonly<Record<string, never>>;
export interface AllocatedDeviceStatus { readonly conditions?: readonly Condition[]; readonly data?: Value; readonly device?: string; readonly driver?: string; readonly networkData?: NetworkDeviceData; readonly pool?: string; readonly shareID?: string; }
export interface AllocationResult { readonly allocationTimestamp?: string; readonly devices?: DeviceAllocationResult; readonly nodeSelector?: NodeSelector; }
export interface AppArmorProfile { readonly localhostProfile?: string; readonly type?: string; }
export interface ApplyConfiguration { readonly expression?: string; }
export interface AttachedVolume { readonly devicePath?: string; readonly name?: string; }
export interface AuditAnnotation { readonly key?: string; readonly valueExpression?: string; }
export interface AzureDiskVolumeSource { readonly cachingMode?: string; readonly diskName?: string; readonly diskURI?: string; readonly fsType?: string; readonly kind?: string; readonly readOnly?: boolean; }
export interface AzureFilePersistentVolumeSource { readonly readOnly?: boolean; readonly secretName?: string; readonly secretNamespace?: string; readonly shareName?: string; }
export interface AzureFileVolumeSource { readonly readOnly?: boolean; readonly secretName?: string; readonly shareName?: string; }
export type BasicSchedulingPolicy = Readonly<Record<string, never>>;
export interface Binding { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly target?: ObjectReference; }
export interface CELDeviceSelector { readonly expression?: string; }
export interface CSIDriver { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CSIDriverSpec; }
export interface CSIDriverSpec { readonly attachRequired?: boolean; readonly fsGroupPolicy?: string; /** Since 1.33. */ readonly nodeAllocatableUpdatePeriodSeconds?: Int64; readonly podInfoOnMount?: boolean; /** Since 1.36. */ readonly preventPodSchedulingIfMissing?: boolean; readonly requiresRepublish?: boolean; readonly seLinuxMount?: boolean; /** Since 1.35. */ readonly serviceAccountTokenInSecrets?: boolean; readonly storageCapacity?: boolean; readonly tokenRequests?: readonly TokenRequest[]; readonly volumeLifecycleModes?: readonly string[]; }
export interface CSINode { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CSINodeSpec; /** Since 1.37. */ readonly status?: CSINodeStatus; }
export interface CSINodeDriver { readonly allocatable?: VolumeNodeResources; readonly name?: string; readonly nodeID?: string; readonly topologyKeys?: readonly string[]; }
export interface CSINodeSpec { readonly drivers?: readonly CSINodeDriver[]; }
export interface CSINodeStatus { readonly storageHealth?: readonly StorageHealth[]; }
export interface CSIPersistentVolumeSource { readonly controllerExpandSecretRef?: SecretReference; readonly controllerPublishSecretRef?: SecretReference; readonly driver?: string; readonly fsType?: string; readonly nodeExpandSecretRef?: SecretReference; readonly nodePublishSecretRef?: SecretReference; readonly nodeStageSecretRef?: SecretReference; readonly readOnly?: boolean; readonly volumeAttributes?: { readonly [key: string]: string }; readonly volumeHandle?: string; }
export interface CSIStorageCapacity { readonly apiVersion?: string; readonly capacity?: Quantity; readonly kind?: string; readonly maximumVolumeSize?: Quantity; readonly metadata?: ObjectMeta; readonly nodeTopology?: LabelSelector; readonly storageClassName?: string; }
export interface CSIVolumeSource { readonly driver?: string; readonly fsType?: string; readonly nodePublishSecretRef?: LocalObjectReference; readonly readOnly?: boolean; readonly volumeAttributes?: { readonly [key: string]: string }; }
export interface Capabilities { readonly add?: readonly string[]; readonly drop?: readonly string[]; }
export interface CapacityRequestPolicy { readonly default?: Quantity; readonly validRange?: CapacityRequestPolicyRange; readonly validValues?: readonly Quantity[]; }
export interface CapacityRequestPolicyRange { readonly max?: Quantity; readonly min?: Quantity; readonly step?: Quantity; }
export interface CapacityRequirements { readonly requests?: { readonly [key: string]: Quantity }; }
export interface CephFSPersistentVolumeSource { readonly monitors?: readonly string[]; readonly path?: string; readonly readOnly?: boolean; readonly secretFile?: string; readonly secretRef?: SecretReference; readonly user?: string; }
export interface CephFSVolumeSource { readonly monitors?: readonly string[]; readonly path?: string; readonly readOnly?: boolean; readonly secretFile?: string; readonly secretRef?: LocalObjectReference; readonly user?: string; }
export interface CertificateSigningRequest { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CertificateSigningRequestSpec; readonly status?: CertificateSigningRequestStatus; }
export interface CertificateSigningRequestCondition { readonly lastTransitionTime?: string; readonly lastUpdateTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface CertificateSigningRequestSpec { readonly expirationSeconds?: number; readonly extra?: { readonly [key: string]: readonly string[] }; readonly groups?: readonly string[]; readonly request?: string; readonly signerName?: string; readonly uid?: string; readonly usages?: readonly string[]; readonly username?: string; }
export interface CertificateSigningRequestStatus { readonly certificate?: string; readonly conditions?: readonly CertificateSigningRequestCondition[]; }
export interface CinderPersistentVolumeSource { readonly fsType?: string; readonly readOnly?: boolean; readonly secretRef?: SecretReference; readonly volumeID?: string; }
export interface CinderVolumeSource { readonly fsType?: string; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; readonly volumeID?: string; }
export interface ClaimSource { readonly resourceClaimName?: string; readonly resourceClaimTemplateName?: string; }
export interface ClientIPConfig { readonly timeoutSeconds?: number; }
export interface ClusterRole { readonly aggregationRule?: AggregationRule; readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly rules?: readonly PolicyRule[]; }
export interface ClusterRoleBinding { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly roleRef?: RoleRef; readonly subjects?: readonly Subject[]; }
export interface ClusterTrustBundle { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ClusterTrustBundleSpec; }
export interface ClusterTrustBundleProjection { readonly labelSelector?: LabelSelector; readonly name?: string; readonly optional?: boolean; readonly path?: string; readonly signerName?: string; /** Since 1.37. */ readonly user?: Int64; }
export interface ClusterTrustBundleSpec { readonly signerName?: string; readonly trustBundle?: string; }
export type CompositeBasicSchedulingPolicy = Readonly<Record<string, never>>;
export interface CompositeDisruptionMode { readonly all?: AllCompositeDisruptionMode; readonly single?: SingleCompositeDisruptionMode; }
export interface CompositeGangSchedulingPolicy { readonly minGroupCount?: number; }
export interface CompositePodGroup { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CompositePodGroupSpec; readonly status?: CompositePodGroupStatus; }
export interface CompositePodGroupSchedulingConstraints { readonly topology?: readonly TopologyConstraint[]; }
export interface CompositePodGroupSchedulingPolicy { readonly basic?: CompositeBasicSchedulingPolicy; readonly gang?: CompositeGangSchedulingPolicy; }
export interface CompositePodGroupSpec { readonly disruptionMode?: CompositeDisruptionMode; readonly parentCompositePodGroupName?: string; readonly preemptionPolicy?: string; readonly priority?: number; readonly priorityClassName?: string; readonly schedulingConstraints?: CompositePodGroupSchedulingConstraints; readonly schedulingPolicy?: CompositePodGroupSchedulingPolicy; readonly workloadRef?: WorkloadReference; }
export interface CompositePodGroupStatus { readonly conditions?: readonly Condition[]; }
export interface CompositePodGroupTemplate { readonly compositePodGroupTemplates?: readonly CompositePodGroupTemplate[]; readonly disruptionMode?: CompositeDisruptionMode; readonly name?: string; readonly podGroupTemplates?: readonly PodGroupTemplate[]; readonly preemptionPolicy?: string; readonly priority?: number; readonly priorityClassName?: string; readonly schedulingConstraints?: CompositePodGroupSchedulingConstraints; readonly schedulingPolicy?: CompositePodGroupSchedulingPolicy; }
export interface Condition { readonly lastTransitionTime?: string; readonly message?: string; readonly observedGeneration?: Int64; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface ConfigMap { readonly apiVersion?: string; readonly binaryData?: { readonly [key: string]: string }; readonly data?: { readonly [key: string]: string }; readonly immutable?: boolean; readonly kind?: string; readonly metadata?: ObjectMeta; }
export interface ConfigMapEnvSource { readonly name?: string; readonly optional?: boolean; }
export interface ConfigMapKeySelector { readonly key?: string; readonly name?: string; readonly optional?: boolean; }
export interface ConfigMapNodeConfigSource { readonly kubeletConfigKey?: string; readonly name?: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; }
export interface ConfigMapProjection { readonly items?: readonly KeyToPath[]; readonly name?: string; readonly optional?: boolean; }
export interface ConfigMapVolumeSource { readonly defaultMode?: number; /** Since 1.37. */ readonly defaultUser?: Int64; readonly items?: readonly KeyToPath[]; readonly name?: string; readonly optional?: boolean; }
export interface Container { readonly args?: readonly string[]; readonly command?: readonly string[]; readonly env?: readonly EnvVar[]; readonly envFrom?: readonly EnvFromSource[]; readonly image?: string; readonly imagePullPolicy?: string; readonly lifecycle?: Lifecycle; readonly livenessProbe?: Probe; readonly name?: string; readonly ports?: readonly ContainerPort[]; readonly readinessProbe?: Probe; readonly resizePolicy?: readonly ContainerResizePolicy[]; readonly resources?: ResourceRequirements; readonly restartPolicy?: string; /** Since 1.34. */ readonly restartPolicyRules?: readonly ContainerRestartRule[]; readonly securityContext?: SecurityContext; readonly startupProbe?: Probe; readonly stdin?: boolean; readonly stdinOnce?: boolean; readonly terminationMessagePath?: string; readonly terminationMessagePolicy?: string; readonly tty?: boolean; readonly volumeDevices?: readonly VolumeDevice[]; readonly volumeMounts?: readonly VolumeMount[]; readonly workingDir?: string; }
export interface ContainerExtendedResourceRequest { readonly containerName?: string; readonly requestName?: string; readonly resourceName?: string; }
export interface ContainerImage { readonly names?: readonly string[]; readonly sizeBytes?: Int64; }
export interface ContainerPort { readonly containerPort?: number; readonly hostIP?: string; readonly hostPort?: number; readonly name?: string; readonly protocol?: string; }
export interface ContainerResizePolicy { readonly resourceName?: string; readonly restartPolicy?: string; }
export interface ContainerResourceMetricSource { readonly container?: string; readonly name?: string; readonly target?: MetricTarget; }
export interface ContainerResourceMetricStatus { readonly container?: string; readonly current?: MetricValueStatus; readonly name?: string; }
export interface ContainerRestartRule { readonly action?: string; readonly exitCodes?: ContainerRestartRuleOnExitCodes; }
export interface ContainerRestartRuleOnExitCodes { readonly operator?: string; readonly values?: readonly number[]; }
export interface ContainerState { readonly running?: ContainerStateRunning; readonly terminated?: ContainerStateTerminated; readonly waiting?: ContainerStateWaiting; }
export interface ContainerStateRunning { readonly startedAt?: string; }
export interface ContainerStateTerminated { readonly containerID?: string; readonly exitCode?: number; readonly finishedAt?: string; readonly message?: string; readonly reason?: string; readonly signal?: number; readonly startedAt?: string; }
export interface ContainerStateWaiting { readonly message?: string; readonly reason?: string; }
export interface ContainerStatus { readonly allocatedResources?: { readonly [key: string]: Quantity }; /** Since 1.31. */ readonly allocatedResourcesStatus?: readonly ResourceStatus[]; readonly containerID?: string; readonly image?: string; readonly imageID?: string; readonly lastState?: ContainerState; readonly name?: string; readonly ready?: boolean; readonly resources?: ResourceRequirements; readonly restartCount?: number; readonly started?: boolean; readonly state?: ContainerState; /** Since 1.33. */ readonly stopSignal?: string; /** Since 1.31. */ readonly user?: ContainerUser; readonly volumeMounts?: readonly VolumeMountStatus[]; }
export interface ContainerUser { readonly linux?: LinuxContainerUser; }
export interface ControllerRevision { readonly apiVersion?: string; readonly data?: Value; readonly kind?: string; readonly metadata?: ObjectMeta; readonly revision?: Int64; }
export interface Counter { readonly value?: Quantity; }
export interface CounterSet { readonly counters?: { readonly [key: string]: Counter }; readonly name?: string; }
export interface CronJob { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CronJobSpec; readonly status?: CronJobStatus; }
export interface CronJobSpec { readonly concurrencyPolicy?: string; readonly failedJobsHistoryLimit?: number; readonly jobTemplate?: JobTemplateSpec; readonly schedule?: string; readonly startingDeadlineSeconds?: Int64; readonly successfulJobsHistoryLimit?: number; readonly suspend?: boolean; readonly timeZone?: string; }
export interface CronJobStatus { readonly active?: readonly ObjectReference[]; readonly lastScheduleTime?: string; readonly lastSuccessfulTime?: string; }
export interface CrossVersionObjectReference { readonly apiVersion?: string; readonly kind?: string; readonly name?: string; }
export interface CustomResourceColumnDefinition { readonly description?: string; readonly format?: string; readonly jsonPath?: string; readonly name?: string; readonly priority?: number; readonly type?: string; }
export interface CustomResourceConversion { readonly strategy?: string; readonly webhook?: WebhookConversion; }
export interface CustomResourceDefinition { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: CustomResourceDefinitionSpec; readonly status?: CustomResourceDefinitionStatus; }
export interface CustomResourceDefinitionCondition { readonly lastTransitionTime?: string; readonly message?: string; /** Since 1.35. */ readonly observedGeneration?: Int64; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface CustomResourceDefinitionNames { readonly categories?: readonly string[]; readonly kind?: string; readonly listKind?: string; readonly plural?: string; readonly shortNames?: readonly string[]; readonly singular?: string; }
export interface CustomResourceDefinitionSpec { readonly conversion?: CustomResourceConversion; readonly group?: string; readonly names?: CustomResourceDefinitionNames; readonly preserveUnknownFields?: boolean; readonly scope?: string; readonly versions?: readonly CustomResourceDefinitionVersion[]; }
export interface CustomResourceDefinitionStatus { readonly acceptedNames?: CustomResourceDefinitionNames; readonly conditions?: readonly CustomResourceDefinitionCondition[]; /** Since 1.35. */ readonly observedGeneration?: Int64; readonly storedVersions?: readonly string[]; }
export interface CustomResourceDefinitionVersion { readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[]; readonly deprecated?: boolean; readonly deprecationWarning?: string; readonly name?: string; readonly schema?: CustomResourceValidation; readonly selectableFields?: readonly SelectableField[]; readonly served?: boolean; readonly storage?: boolean; readonly subresources?: CustomResourceSubresources; }
export interface CustomResourceSubresourceScale { readonly labelSelectorPath?: string; readonly specReplicasPath?: string; readonly statusReplicasPath?: string; }
export type CustomResourceSubresourceStatus = Readonly<Record<string, never>>;
export interface CustomResourceSubresources { readonly scale?: CustomResourceSubresourceScale; readonly status?: CustomResourceSubresourceStatus; }
export interface CustomResourceValidation { readonly openAPIV3Schema?: JSONSchemaProps; }
export interface DaemonEndpoint { readonly Port?: number; }
export interface DaemonSet { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: DaemonSetSpec; readonly status?: DaemonSetStatus; }
export interface DaemonSetCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface DaemonSetSpec { readonly minReadySeconds?: number; readonly revisionHistoryLimit?: number; readonly selector?: LabelSelector; readonly template?: PodTemplateSpec; readonly updateStrategy?: DaemonSetUpdateStrategy; }
export interface DaemonSetStatus { readonly collisionCount?: number; readonly conditions?: readonly DaemonSetCondition[]; readonly currentNumberScheduled?: number; readonly desiredNumberScheduled?: number; readonly numberAvailable?: number; readonly numberMisscheduled?: number; readonly numberReady?: number; readonly numberUnavailable?: number; readonly observedGeneration?: Int64; readonly updatedNumberScheduled?: number; }
export interface DaemonSetUpdateStrategy { readonly rollingUpdate?: RollingUpdateDaemonSet; readonly type?: string; }
export interface Deployment { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: DeploymentSpec; readonly status?: DeploymentStatus; }
export interface DeploymentCondition { readonly lastTransitionTime?: string; readonly lastUpdateTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface DeploymentSpec { readonly minReadySeconds?: number; readonly paused?: boolean; readonly progressDeadlineSeconds?: number; readonly replicas?: number; readonly revisionHistoryLimit?: number; readonly selector?: LabelSelector; readonly strategy?: DeploymentStrategy; readonly template?: PodTemplateSpec; }
export interface DeploymentStatus { readonly availableReplicas?: number; readonly collisionCount?: number; readonly conditions?: readonly DeploymentCondition[]; readonly observedGeneration?: Int64; readonly readyReplicas?: number; readonly replicas?: number; /** Since 1.33. */ readonly terminatingReplicas?: number; readonly unavailableReplicas?: number; readonly updatedReplicas?: number; }
export interface DeploymentStrategy { readonly rollingUpdate?: RollingUpdateDeployment; readonly type?: string; }
export interface Device { readonly allNodes?: boolean; readonly allowMultipleAllocations?: boolean; readonly attributes?: { readonly [key: string]: DeviceAttribute }; readonly bindingConditions?: readonly string[]; readonly bindingFailureConditions?: readonly string[]; readonly bindsToNode?: boolean; readonly capacity?: { readonly [key: string]: DeviceCapacity }; readonly consumesCounters?: readonly DeviceCounterConsumption[]; readonly name?: string; /** Since 1.36. */ readonly nodeAllocatableResourceMappings?: { readonly [key: string]: NodeAllocatableResourceMapping }; /** Since 1.37. */ readonly nodeAllocatableResources?: { readonly [key: string]: NodeAllocatableResource }; readonly nodeName?: string; readonly nodeSelector?: NodeSelector; readonly taints?: readonly DeviceTaint[]; }
export interface DeviceAllocationConfiguration { readonly opaque?: OpaqueDeviceConfiguration; readonly requests?: readonly string[]; readonly source?: string; }
export interface DeviceAllocationResult { readonly config?: readonly DeviceAllocationConfiguration[]; readonly results?: readonly DeviceRequestAllocationResult[]; }
export interface DeviceAttribute { readonly bool?: boolean; /** Since 1.36. */ readonly bools?: readonly boolean[]; readonly int?: Int64; /** Since 1.36. */ readonly ints?: readonly Int64[]; readonly string?: string; /** Since 1.36. */ readonly strings?: readonly string[]; readonly version?: string; /** Since 1.36. */ readonly versions?: readonly string[]; }
export interface DeviceCapacity { readonly requestPolicy?: CapacityRequestPolicy; readonly value?: Quantity; }
export interface DeviceClaim { readonly config?: readonly DeviceClaimConfiguration[]; readonly constraints?: readonly DeviceConstraint[]; readonly requests?: readonly DeviceRequest[]; }
export interface DeviceClaimConfiguration { readonly opaque?: OpaqueDeviceConfiguration; readonly requests?: readonly string[]; }
export interface DeviceClass { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: DeviceClassSpec; }
export interface DeviceClassConfiguration { readonly opaque?: OpaqueDeviceConfiguration; }
export interface DeviceClassSpec { readonly config?: readonly DeviceClassConfiguration[]; readonly extendedResourceName?: string; readonly selectors?: readonly DeviceSelector[]; }
export interface DeviceConstraint { readonly distinctAttribute?: string; readonly matchAttribute?: string; readonly requests?: readonly string[]; }
export interface DeviceCounterConsumption { /** Since 1.37. */ readonly compatibilityGroups?: readonly string[]; readonly counterSet?: string; readonly counters?: { readonly [key: string]: Counter }; }
export interface DeviceDerivedAttribute { readonly expression?: string; readonly name?: string; }
export interface DeviceRequest { readonly exactly?: ExactDeviceRequest; readonly firstAvailable?: readonly DeviceSubRequest[]; readonly name?: string; }
export interface DeviceRequestAllocationResult { readonly adminAccess?: boolean; readonly bindingConditions?: readonly string[]; readonly bindingFailureConditions?: readonly string[]; readonly consumedCapacity?: { readonly [key: string]: Quantity }; readonly device?: string; readonly driver?: string; readonly pool?: string; readonly request?: string; readonly shareID?: string; /** Since 1.37. */ readonly skipNodeOperations?: readonly string[]; readonly tolerations?: readonly DeviceToleration[]; }
export interface DeviceSelector { readonly cel?: CELDeviceSelector; }
export interface DeviceSubRequest { readonly allocationMode?: string; readonly capacity?: CapacityRequirements; readonly count?: Int64; /** Since 1.37. */ readonly derivedAttributes?: readonly DeviceDerivedAttribute[]; readonly deviceClassName?: string; readonly name?: string; readonly selectors?: readonly DeviceSelector[]; readonly tolerations?: readonly DeviceToleration[]; }
export interface DeviceTaint { readonly effect?: string; readonly key?: string; readonly timeAdded?: string; readonly value?: string; }
export interface DeviceTaintRule { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: DeviceTaintRuleSpec; readonly status?: DeviceTaintRuleStatus; }
export interface DeviceTaintRuleSpec { readonly deviceSelector?: DeviceTaintSelector; readonly taint?: DeviceTaint; }
export interface DeviceTaintRuleStatus { readonly conditions?: readonly Condition[]; }
export interface DeviceTaintSelector { readonly device?: string; readonly driver?: string; readonly pool?: string; }
export interface DeviceToleration { readonly effect?: string; readonly key?: string; /** Since 1.37. */ readonly operator?: string; readonly tolerationSeconds?: Int64; readonly value?: string; }
export interface DisruptionMode { readonly all?: AllDisruptionMode; readonly single?: SingleDisruptionMode; }
export interface DownwardAPIProjection { readonly items?: readonly DownwardAPIVolumeFile[]; }
export interface DownwardAPIVolumeFile { readonly fieldRef?: ObjectFieldSelector; readonly mode?: number; readonly path?: string; readonly resourceFieldRef?: ResourceFieldSelector; /** Since 1.37. */ readonly user?: Int64; }
export interface DownwardAPIVolumeSource { readonly defaultMode?: number; /** Since 1.37. */ readonly defaultUser?: Int64; readonly items?: readonly DownwardAPIVolumeFile[]; }
export interface EmptyDirVolumeSource { readonly medium?: string; /** Since 1.37. */ readonly mode?: number; readonly sizeLimit?: Quantity; }
export interface Endpoint { readonly addresses?: readonly string[]; readonly conditions?: EndpointConditions; readonly deprecatedTopology?: { readonly [key: string]: string }; readonly hints?: EndpointHints; readonly hostname?: string; readonly nodeName?: string; readonly targetRef?: ObjectReference; readonly zone?: string; }
export interface EndpointAddress { readonly hostname?: string; readonly ip?: string; readonly nodeName?: string; readonly targetRef?: ObjectReference; }
export interface EndpointConditions { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean; }
export interface EndpointHints { /** Since 1.33. */ readonly forNodes?: readonly ForNode[]; readonly forZones?: readonly ForZone[]; }
export interface EndpointPort { readonly appProtocol?: string; readonly name?: string; readonly port?: number; readonly protocol?: string; }
export interface EndpointSlice { readonly addressType?: string; readonly apiVersion?: string; readonly endpoints?: readonly Endpoint[]; readonly kind?: string; readonly metadata?: ObjectMeta; readonly ports?: readonly EndpointPort[]; }
export interface EndpointSubset { readonly addresses?: readonly EndpointAddress[]; readonly notReadyAddresses?: readonly EndpointAddress[]; readonly ports?: readonly EndpointPort[]; }
export interface Endpoints { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly subsets?: readonly EndpointSubset[]; }
export interface EnvFromSource { readonly configMapRef?: ConfigMapEnvSource; readonly prefix?: string; readonly secretRef?: SecretEnvSource; }
export interface EnvVar { readonly name?: string; readonly value?: string; readonly valueFrom?: EnvVarSource; }
export interface EnvVarSource { readonly configMapKeyRef?: ConfigMapKeySelector; readonly fieldRef?: ObjectFieldSelector; /** Since 1.34. */ readonly fileKeyRef?: FileKeySelector; readonly resourceFieldRef?: ResourceFieldSelector; readonly secretKeyRef?: SecretKeySelector; }
export interface EphemeralContainer { readonly args?: readonly string[]; readonly command?: readonly string[]; readonly env?: readonly EnvVar[]; readonly envFrom?: readonly EnvFromSource[]; readonly image?: string; readonly imagePullPolicy?: string; readonly lifecycle?: Lifecycle; readonly livenessProbe?: Probe; readonly name?: string; readonly ports?: readonly ContainerPort[]; readonly readinessProbe?: Probe; readonly resizePolicy?: readonly ContainerResizePolicy[]; readonly resources?: ResourceRequirements; readonly restartPolicy?: string; /** Since 1.34. */ readonly restartPolicyRules?: readonly ContainerRestartRule[]; readonly securityContext?: SecurityContext; readonly startupProbe?: Probe; readonly stdin?: boolean; readonly stdinOnce?: boolean; readonly targetContainerName?: string; readonly terminationMessagePath?: string; readonly terminationMessagePolicy?: string; readonly tty?: boolean; readonly volumeDevices?: readonly VolumeDevice[]; readonly volumeMounts?: readonly VolumeMount[]; readonly workingDir?: string; }
export interface EphemeralVolumeSource { readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate; }
export interface Event { readonly action?: string; readonly apiVersion?: string; readonly count?: number; readonly eventTime?: string; readonly firstTimestamp?: string; readonly involvedObject?: ObjectReference; readonly kind?: string; readonly lastTimestamp?: string; readonly message?: string; readonly metadata?: ObjectMeta; readonly reason?: string; readonly related?: ObjectReference; readonly reportingComponent?: string; readonly reportingInstance?: string; readonly series?: EventSeries; readonly source?: EventSource; readonly type?: string; readonly deprecatedCount?: number; readonly deprecatedFirstTimestamp?: string; readonly deprecatedLastTimestamp?: string; readonly deprecatedSource?: EventSource; readonly note?: string; readonly regarding?: ObjectReference; readonly reportingController?: string; }
export interface EventSeries { readonly count?: number; readonly lastObservedTime?: string; }
export interface EventSource { readonly component?: string; readonly host?: string; }
export interface Eviction { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: EvictionSpec; readonly status?: EvictionStatus; }
export interface EvictionPodReference { readonly name?: string; readonly uid?: string; }
export interface EvictionRequest { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: EvictionRequestSpec; readonly status?: EvictionRequestStatus; }
export interface EvictionRequestPodReference { readonly name?: string; readonly uid?: string; }
export interface EvictionRequestSpec { readonly intent?: string; readonly requester?: string; readonly target?: EvictionRequestTarget; }
export interface EvictionRequestStatus { readonly conditions?: readonly Condition[]; readonly observedGeneration?: Int64; }
export interface EvictionRequestTarget { readonly pod?: EvictionRequestPodReference; }
export interface EvictionResponder { readonly name?: string; readonly priority?: number; }
export interface EvictionSpec { readonly target?: EvictionTarget; }
export interface EvictionStatus { readonly conditions?: readonly Condition[]; readonly observedGeneration?: Int64; readonly requesters?: readonly Requester[]; readonly responders?: readonly ResponderStatus[]; readonly targetResponders?: readonly TargetResponder[]; }
export interface EvictionTarget { readonly pod?: EvictionPodReference; }
export interface ExactDeviceRequest { readonly adminAccess?: boolean; readonly allocationMode?: string; readonly capacity?: CapacityRequirements; readonly count?: Int64; /** Since 1.37. */ readonly derivedAttributes?: readonly DeviceDerivedAttribute[]; readonly deviceClassName?: string; readonly selectors?: readonly DeviceSelector[]; readonly tolerations?: readonly DeviceToleration[]; }
export interface ExecAction { readonly command?: readonly string[]; }
export interface ExemptPriorityLevelConfiguration { readonly lendablePercent?: number; readonly nominalConcurrencyShares?: number; }
export interface ExpressionWarning { readonly fieldRef?: string; readonly warning?: string; }
export interface ExternalDocumentation { readonly description?: string; readonly url?: string; }
export interface ExternalMetricSource { readonly metric?: MetricIdentifier; readonly target?: MetricTarget; }
export interface ExternalMetricStatus { readonly current?: MetricValueStatus; readonly metric?: MetricIdentifier; }
export interface FCVolumeSource { readonly fsType?: string; readonly lun?: number; readonly readOnly?: boolean; readonly targetWWNs?: readonly string[]; readonly wwids?: readonly string[]; }
export interface FieldSelectorAttributes { readonly rawSelector?: string; readonly requirements?: readonly FieldSelectorRequirement[]; }
export interface FieldSelectorRequirement { readonly key?: string; readonly operator?: string; readonly values?: readonly string[]; }
export interface FileKeySelector { readonly key?: string; readonly optional?: boolean; readonly path?: string; readonly volumeName?: string; }
export interface FlexPersistentVolumeSource { readonly driver?: string; readonly fsType?: string; readonly options?: { readonly [key: string]: string }; readonly readOnly?: boolean; readonly secretRef?: SecretReference; }
export interface FlexVolumeSource { readonly driver?: string; readonly fsType?: string; readonly options?: { readonly [key: string]: string }; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; }
export interface FlockerVolumeSource { readonly datasetName?: string; readonly datasetUUID?: string; }
export interface FlowDistinguisherMethod { readonly type?: string; }
export interface FlowSchema { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: FlowSchemaSpec; readonly status?: FlowSchemaStatus; }
export interface FlowSchemaCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface FlowSchemaSpec { readonly distinguisherMethod?: FlowDistinguisherMethod; readonly matchingPrecedence?: number; readonly priorityLevelConfiguration?: PriorityLevelConfigurationReference; readonly rules?: readonly PolicyRulesWithSubjects[]; }
export interface FlowSchemaStatus { readonly conditions?: readonly FlowSchemaCondition[]; }
export interface ForNode { readonly name?: string; }
export interface ForZone { readonly name?: string; }
export interface GCEPersistentDiskVolumeSource { readonly fsType?: string; readonly partition?: number; readonly pdName?: string; readonly readOnly?: boolean; }
export interface GRPCAction { /** Since 1.37. */ readonly mode?: string; readonly port?: number; readonly service?: string; }
export interface GangSchedulingPolicy { readonly minCount?: number; }
export interface GitRepoVolumeSource { readonly directory?: string; readonly repository?: string; readonly revision?: string; }
export interface GlusterfsPersistentVolumeSource { readonly endpoints?: string; readonly endpointsNamespace?: string; readonly path?: string; readonly readOnly?: boolean; }
export interface GlusterfsVolumeSource { readonly endpoints?: string; readonly path?: string; readonly readOnly?: boolean; }
export interface GroupResource { readonly group?: string; readonly resource?: string; }
export interface GroupSubject { readonly name?: string; }
export interface HPAScalingPolicy { readonly periodSeconds?: number; readonly type?: string; readonly value?: number; }
export interface HPAScalingRules { readonly policies?: readonly HPAScalingPolicy[]; readonly selectPolicy?: string; readonly stabilizationWindowSeconds?: number; /** Since 1.33. */ readonly tolerance?: Quantity; }
export interface HTTPGetAction { readonly host?: string; readonly httpHeaders?: readonly HTTPHeader[]; readonly path?: string; readonly port?: IntOrString; /** Since 1.37. */ readonly protocol?: string; readonly scheme?: string; }
export interface HTTPHeader { readonly name?: string; readonly value?: string; }
export interface HTTPIngressPath { readonly backend?: IngressBackend; readonly path?: string; readonly pathType?: string; }
export interface HTTPIngressRuleValue { readonly paths?: readonly HTTPIngressPath[]; }
export interface HorizontalPodAutoscaler { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: HorizontalPodAutoscalerSpec; readonly status?: HorizontalPodAutoscalerStatus; }
export interface HorizontalPodAutoscalerBehavior { readonly scaleDown?: HPAScalingRules; readonly scaleUp?: HPAScalingRules; }
export interface HorizontalPodAutoscalerCondition { readonly lastTransitionTime?: string; readonly message?: string; /** Since 1.37. */ readonly observedGeneration?: Int64; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface HorizontalPodAutoscalerSpec { readonly maxReplicas?: number; readonly minReplicas?: number; readonly scaleTargetRef?: CrossVersionObjectReference; readonly targetCPUUtilizationPercentage?: number; readonly behavior?: HorizontalPodAutoscalerBehavior; readonly metrics?: readonly MetricSpec[]; }
export interface HorizontalPodAutoscalerStatus { readonly currentCPUUtilizationPercentage?: number; readonly currentReplicas?: number; readonly desiredReplicas?: number; readonly lastScaleTime?: string; readonly observedGeneration?: Int64; readonly conditions?: readonly HorizontalPodAutoscalerCondition[]; readonly currentMetrics?: readonly MetricStatus[]; }
export interface HostAlias { readonly hostnames?: readonly string[]; readonly ip?: string; }
export interface HostIP { readonly ip?: string; }
export interface HostPathVolumeSource { readonly path?: string; readonly type?: string; }
export interface IPAddress { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: IPAddressSpec; }
export interface IPAddressSpec { readonly parentRef?: ParentReference; }
export interface IPBlock { readonly cidr?: string; readonly except?: readonly string[]; }
export interface ISCSIPersistentVolumeSource { readonly chapAuthDiscovery?: boolean; readonly chapAuthSession?: boolean; readonly fsType?: string; readonly initiatorName?: string; readonly iqn?: string; readonly iscsiInterface?: string; readonly lun?: number; readonly portals?: readonly string[]; readonly readOnly?: boolean; readonly secretRef?: SecretReference; readonly targetPortal?: string; }
export interface ISCSIVolumeSource { readonly chapAuthDiscovery?: boolean; readonly chapAuthSession?: boolean; readonly fsType?: string; readonly initiatorName?: string; readonly iqn?: string; readonly iscsiInterface?: string; readonly lun?: number; readonly portals?: readonly string[]; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; readonly targetPortal?: string; }
export interface ImageVolumeSource { readonly pullPolicy?: string; readonly reference?: string; }
export interface ImageVolumeStatus { readonly imageRef?: string; }
export interface Ingress { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: IngressSpec; readonly status?: IngressStatus; }
export interface IngressBackend { readonly resource?: TypedLocalObjectReference; readonly service?: IngressServiceBackend; }
export interface IngressClass { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: IngressClassSpec; }
export interface IngressClassParametersReference { readonly apiGroup?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; readonly scope?: string; }
export interface IngressClassSpec { readonly controller?: string; readonly parameters?: IngressClassParametersReference; }
export interface IngressLoadBalancerIngress { readonly hostname?: string; readonly ip?: string; readonly ports?: readonly IngressPortStatus[]; }
export interface IngressLoadBalancerStatus { readonly ingress?: readonly IngressLoadBalancerIngress[]; }
export interface IngressPortStatus { readonly error?: string; readonly port?: number; readonly protocol?: string; }
export interface IngressRule { readonly host?: string; readonly http?: HTTPIngressRuleValue; }
export interface IngressServiceBackend { readonly name?: string; readonly port?: ServiceBackendPort; }
export interface IngressSpec { readonly defaultBackend?: IngressBackend; readonly ingressClassName?: string; readonly rules?: readonly IngressRule[]; readonly tls?: readonly IngressTLS[]; }
export interface IngressStatus { readonly loadBalancer?: IngressLoadBalancerStatus; }
export interface IngressTLS { readonly hosts?: readonly string[]; readonly secretName?: string; }
export interface JSONPatch { readonly expression?: string; }
export interface JSONSchemaProps { readonly $ref?: string; readonly $schema?: string; readonly additionalItems?: JSONSchemaPropsOrBool; readonly additionalProperties?: JSONSchemaPropsOrBool; readonly allOf?: readonly JSONSchemaProps[]; readonly anyOf?: readonly JSONSchemaProps[]; readonly default?: Value; readonly definitions?: { readonly [key: string]: JSONSchemaProps }; readonly dependencies?: { readonly [key: string]: JSONSchemaPropsOrStringArray }; readonly description?: string; readonly enum?: readonly Value[]; readonly example?: Value; readonly exclusiveMaximum?: boolean; readonly exclusiveMinimum?: boolean; readonly externalDocs?: ExternalDocumentation; readonly format?: string; readonly id?: string; readonly items?: JSONSchemaPropsOrArray; readonly maxItems?: Int64; readonly maxLength?: Int64; readonly maxProperties?: Int64; readonly maximum?: Double; readonly minItems?: Int64; readonly minLength?: Int64; readonly minProperties?: Int64; readonly minimum?: Double; readonly multipleOf?: Double; readonly not?: JSONSchemaProps; readonly nullable?: boolean; readonly oneOf?: readonly JSONSchemaProps[]; readonly pattern?: string; readonly patternProperties?: { readonly [key: string]: JSONSchemaProps }; readonly properties?: { readonly [key: string]: JSONSchemaProps }; readonly required?: readonly string[]; readonly title?: string; readonly type?: string; readonly uniqueItems?: boolean; readonly 'x-kubernetes-embedded-resource'?: boolean; readonly 'x-kubernetes-int-or-string'?: boolean; readonly 'x-kubernetes-list-map-keys'?: readonly string[]; readonly 'x-kubernetes-list-type'?: string; readonly 'x-kubernetes-map-type'?: string; readonly 'x-kubernetes-preserve-unknown-fields'?: boolean; readonly 'x-kubernetes-validations'?: readonly ValidationRule[]; }
export interface Job { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: JobSpec; readonly status?: JobStatus; }
export interface JobCondition { readonly lastProbeTime?: string; readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface JobSchedulingConfiguration { readonly disruptionMode?: WorkloadPodGroupDisruptionMode; readonly resourceClaims?: readonly WorkloadPodGroupResourceClaim[]; readonly schedulingConstraints?: WorkloadPodGroupSchedulingConstraints; readonly schedulingPolicy?: WorkloadPodGroupSchedulingPolicy; }
export interface JobSpec { readonly activeDeadlineSeconds?: Int64; readonly backoffLimit?: number; readonly backoffLimitPerIndex?: number; readonly completionMode?: string; readonly completions?: number; readonly managedBy?: string; readonly manualSelector?: boolean; readonly maxFailedIndexes?: number; readonly parallelism?: number; readonly podFailurePolicy?: PodFailurePolicy; readonly podReplacementPolicy?: string; /** Since 1.37. */ readonly scheduling?: JobSchedulingConfiguration; readonly selector?: LabelSelector; readonly successPolicy?: SuccessPolicy; readonly suspend?: boolean; readonly template?: PodTemplateSpec; readonly ttlSecondsAfterFinished?: number; }
export interface JobStatus { readonly active?: number; readonly completedIndexes?: string; readonly completionTime?: string; readonly conditions?: readonly JobCondition[]; readonly failed?: number; readonly failedIndexes?: string; readonly ready?: number; readonly startTime?: string; readonly succeeded?: number; readonly terminating?: number; readonly uncountedTerminatedPods?: UncountedTerminatedPods; }
export interface JobTemplateSpec { readonly metadata?: ObjectMeta; readonly spec?: JobSpec; }
export interface KeyToPath { readonly key?: string; readonly mode?: number; readonly path?: string; /** Since 1.37. */ readonly user?: Int64; }
export interface LabelSelector { readonly matchExpressions?: readonly LabelSelectorRequirement[]; readonly matchLabels?: { readonly [key: string]: string }; }
export interface LabelSelectorAttributes { readonly rawSelector?: string; readonly requirements?: readonly LabelSelectorRequirement[]; }
export interface LabelSelectorRequirement { readonly key?: string; readonly operator?: string; readonly values?: readonly string[]; }
export interface Lease { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: LeaseSpec; }
export interface LeaseCandidate { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: LeaseCandidateSpec; }
export interface LeaseCandidateSpec { readonly binaryVersion?: string; readonly emulationVersion?: string; readonly leaseName?: string; readonly pingTime?: string; readonly preferredStrategies?: readonly string[]; readonly renewTime?: string; readonly strategy?: string; }
export interface LeaseSpec { readonly acquireTime?: string; readonly holderIdentity?: string; readonly leaseDurationSeconds?: number; readonly leaseTransitions?: number; /** Since 1.31. */ readonly preferredHolder?: string; readonly renewTime?: string; /** Since 1.31. */ readonly strategy?: string; }
export interface Lifecycle { readonly postStart?: LifecycleHandler; readonly preStop?: LifecycleHandler; /** Since 1.33. */ readonly stopSignal?: string; }
export interface LifecycleHandler { readonly exec?: ExecAction; readonly httpGet?: HTTPGetAction; readonly sleep?: SleepAction; readonly tcpSocket?: TCPSocketAction; }
export interface LimitRange { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: LimitRangeSpec; }
export interface LimitRangeItem { readonly default?: { readonly [key: string]: Quantity }; readonly defaultRequest?: { readonly [key: string]: Quantity }; readonly max?: { readonly [key: string]: Quantity }; readonly maxLimitRequestRatio?: { readonly [key: string]: Quantity }; readonly min?: { readonly [key: string]: Quantity }; readonly type?: string; }
export interface LimitRangeSpec { readonly limits?: readonly LimitRangeItem[]; }
export interface LimitResponse { readonly queuing?: QueuingConfiguration; readonly type?: string; }
export interface LimitedPriorityLevelConfiguration { readonly borrowingLimitPercent?: number; readonly lendablePercent?: number; readonly limitResponse?: LimitResponse; readonly nominalConcurrencyShares?: number; }
export interface LinuxContainerUser { readonly gid?: Int64; readonly supplementalGroups?: readonly Int64[]; readonly uid?: Int64; }
export interface LoadBalancerIngress { readonly hostname?: string; readonly ip?: string; readonly ipMode?: string; readonly ports?: readonly PortStatus[]; }
export interface LoadBalancerStatus { readonly ingress?: readonly LoadBalancerIngress[]; }
export interface LocalObjectReference { readonly name?: string; }
export interface LocalSubjectAccessReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: SubjectAccessReviewSpec; readonly status?: SubjectAccessReviewStatus; }
export interface LocalVolumeSource { readonly fsType?: string; readonly path?: string; }
export interface ManagedFieldsEntry { readonly apiVersion?: string; readonly fieldsType?: string; readonly fieldsV1?: Value; readonly manager?: string; readonly operation?: string; readonly subresource?: string; readonly time?: string; }
export interface MatchCondition { readonly expression?: string; readonly name?: string; }
export interface MatchResources { readonly excludeResourceRules?: readonly NamedRuleWithOperations[]; readonly matchPolicy?: string; readonly namespaceSelector?: LabelSelector; readonly objectSelector?: LabelSelector; readonly resourceRules?: readonly NamedRuleWithOperations[]; }
export interface MetricIdentifier { readonly name?: string; readonly selector?: LabelSelector; }
export interface MetricSpec { readonly containerResource?: ContainerResourceMetricSource; readonly external?: ExternalMetricSource; readonly object?: ObjectMetricSource; readonly pods?: PodsMetricSource; readonly resource?: ResourceMetricSource; readonly type?: string; }
export interface MetricStatus { readonly containerResource?: ContainerResourceMetricStatus; readonly external?: ExternalMetricStatus; readonly object?: ObjectMetricStatus; readonly pods?: PodsMetricStatus; readonly resource?: ResourceMetricStatus; readonly type?: string; }
export interface MetricTarget { readonly averageUtilization?: number; readonly averageValue?: Quantity; readonly type?: string; readonly value?: Quantity; }
export interface MetricValueStatus { readonly averageUtilization?: number; readonly averageValue?: Quantity; readonly value?: Quantity; }
export interface ModifyVolumeStatus { readonly status?: string; readonly targetVolumeAttributesClassName?: string; }
export interface MutatingAdmissionPolicy { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: MutatingAdmissionPolicySpec; }
export interface MutatingAdmissionPolicyBinding { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: MutatingAdmissionPolicyBindingSpec; }
export interface MutatingAdmissionPolicyBindingSpec { readonly matchResources?: MatchResources; readonly paramRef?: ParamRef; readonly policyName?: string; }
export interface MutatingAdmissionPolicySpec { readonly failurePolicy?: string; readonly matchConditions?: readonly MatchCondition[]; readonly matchConstraints?: MatchResources; readonly mutations?: readonly Mutation[]; readonly paramKind?: ParamKind; readonly reinvocationPolicy?: string; readonly variables?: readonly Variable[]; }
export interface MutatingWebhook { readonly admissionReviewVersions?: readonly string[]; readonly clientConfig?: WebhookClientConfig; readonly failurePolicy?: string; readonly matchConditions?: readonly MatchCondition[]; readonly matchPolicy?: string; readonly name?: string; readonly namespaceSelector?: LabelSelector; readonly objectSelector?: LabelSelector; readonly reinvocationPolicy?: string; readonly rules?: readonly RuleWithOperations[]; readonly sideEffects?: string; readonly timeoutSeconds?: number; }
export interface MutatingWebhookConfiguration { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly webhooks?: readonly MutatingWebhook[]; }
export interface Mutation { readonly applyConfiguration?: ApplyConfiguration; readonly jsonPatch?: JSONPatch; readonly patchType?: string; }
export interface NFSVolumeSource { readonly path?: string; readonly readOnly?: boolean; readonly server?: string; }
export interface NamedRuleWithOperations { readonly apiGroups?: readonly string[]; readonly apiVersions?: readonly string[]; readonly operations?: readonly string[]; readonly resourceNames?: readonly string[]; readonly resources?: readonly string[]; readonly scope?: string; }
export interface Namespace { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: NamespaceSpec; readonly status?: NamespaceStatus; }
export interface NamespaceCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface NamespaceSpec { readonly finalizers?: readonly string[]; }
export interface NamespaceStatus { readonly conditions?: readonly NamespaceCondition[]; readonly phase?: string; }
export interface NetworkDeviceData { readonly hardwareAddress?: string; readonly interfaceName?: string; readonly ips?: readonly string[]; }
export interface NetworkPolicy { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: NetworkPolicySpec; }
export interface NetworkPolicyEgressRule { readonly ports?: readonly NetworkPolicyPort[]; readonly to?: readonly NetworkPolicyPeer[]; }
export interface NetworkPolicyIngressRule { readonly from?: readonly NetworkPolicyPeer[]; readonly ports?: readonly NetworkPolicyPort[]; }
export interface NetworkPolicyPeer { readonly ipBlock?: IPBlock; readonly namespaceSelector?: LabelSelector; readonly podSelector?: LabelSelector; }
export interface NetworkPolicyPort { readonly endPort?: number; readonly port?: IntOrString; readonly protocol?: string; }
export interface NetworkPolicySpec { readonly egress?: readonly NetworkPolicyEgressRule[]; readonly ingress?: readonly NetworkPolicyIngressRule[]; readonly podSelector?: LabelSelector; readonly policyTypes?: readonly string[]; }
export interface Node { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: NodeSpec; readonly status?: NodeStatus; }
export interface NodeAddress { readonly address?: string; readonly type?: string; }
export interface NodeAffinity { readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[]; readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector; }
export interface NodeAllocatableMappedResources { readonly name?: string; readonly quantity?: Quantity; }
export interface NodeAllocatableMapping { readonly capacityKey?: string; readonly capacityMultiplier?: Quantity; readonly deviceMultiplier?: Quantity; }
export interface NodeAllocatableOverhead { readonly perContainer?: Quantity; readonly perPod?: Quantity; }
export interface NodeAllocatableOverheadResources { readonly name?: string; readonly perContainer?: Quantity; readonly perPod?: Quantity; }
export interface NodeAllocatableResource { readonly mapping?: NodeAllocatableMapping; readonly overhead?: NodeAllocatableOverhead; }
export interface NodeAllocatableResourceClaimStatus { readonly containers?: readonly string[]; /** Since 1.37. */ readonly mapping?: readonly NodeAllocatableMappedResources[]; /** Since 1.37. */ readonly overhead?: readonly NodeAllocatableOverheadResources[]; readonly resourceClaimName?: string; /** Until 1.36. */ readonly resources?: { readonly [key: string]: Quantity }; }
export interface NodeAllocatableResourceMapping { readonly allocationMultiplier?: Quantity; readonly capacityKey?: string; }
export interface NodeCondition { readonly lastHeartbeatTime?: string; readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface NodeConfigSource { readonly configMap?: ConfigMapNodeConfigSource; }
export interface NodeConfigStatus { readonly active?: NodeConfigSource; readonly assigned?: NodeConfigSource; readonly error?: string; readonly lastKnownGood?: NodeConfigSource; }
export interface NodeDaemonEndpoints { readonly kubeletEndpoint?: DaemonEndpoint; }
export interface NodeFeatures { readonly supplementalGroupsPolicy?: boolean; }
export interface NodePodPreemptionPolicy { readonly disableResizePreemption?: readonly string[]; }
export interface NodeRuntimeHandler { readonly features?: NodeRuntimeHandlerFeatures; readonly name?: string; }
export interface NodeRuntimeHandlerFeatures { readonly recursiveReadOnlyMounts?: boolean; /** Since 1.31. */ readonly userNamespaces?: boolean; }
export interface NodeSelector { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[]; }
export interface NodeSelectorRequirement { readonly key?: string; readonly operator?: string; readonly values?: readonly string[]; }
export interface NodeSelectorTerm { readonly matchExpressions?: readonly NodeSelectorRequirement[]; readonly matchFields?: readonly NodeSelectorRequirement[]; }
export interface NodeSpec { readonly configSource?: NodeConfigSource; readonly externalID?: string; readonly podCIDR?: string; readonly podCIDRs?: readonly string[]; /** Since 1.37. */ readonly podPreemptionPolicy?: NodePodPreemptionPolicy; readonly providerID?: string; readonly taints?: readonly Taint[]; readonly unschedulable?: boolean; }
export interface NodeStatus { readonly addresses?: readonly NodeAddress[]; readonly allocatable?: { readonly [key: string]: Quantity }; readonly capacity?: { readonly [key: string]: Quantity }; readonly conditions?: readonly NodeCondition[]; readonly config?: NodeConfigStatus; readonly daemonEndpoints?: NodeDaemonEndpoints; /** Since 1.35. */ readonly declaredFeatures?: readonly string[]; /** Since 1.31. */ readonly features?: NodeFeatures; readonly images?: readonly ContainerImage[]; readonly nodeInfo?: NodeSystemInfo; readonly phase?: string; readonly runtimeHandlers?: readonly NodeRuntimeHandler[]; readonly volumesAttached?: readonly AttachedVolume[]; readonly volumesInUse?: readonly string[]; }
export interface NodeSwapStatus { readonly capacity?: Int64; }
export interface NodeSystemInfo { readonly architecture?: string; readonly bootID?: string; readonly containerRuntimeVersion?: string; readonly kernelVersion?: string; readonly kubeProxyVersion?: string; readonly kubeletVersion?: string; readonly machineID?: string; readonly operatingSystem?: string; readonly osImage?: string; /** Since 1.37. */ readonly runningInUserNamespace?: boolean; /** Since 1.33. */ readonly swap?: NodeSwapStatus; readonly systemUUID?: string; }
export interface NonResourceAttributes { readonly path?: string; readonly verb?: string; }
export interface NonResourcePolicyRule { readonly nonResourceURLs?: readonly string[]; readonly verbs?: readonly string[]; }
export interface NonResourceRule { readonly nonResourceURLs?: readonly string[]; readonly verbs?: readonly string[]; }
export interface ObjectFieldSelector { readonly apiVersion?: string; readonly fieldPath?: string; }
export interface ObjectMeta { readonly annotations?: { readonly [key: string]: string }; readonly creationTimestamp?: string; readonly deletionGracePeriodSeconds?: Int64; readonly deletionTimestamp?: string; readonly finalizers?: readonly string[]; readonly generateName?: string; readonly generation?: Int64; readonly labels?: { readonly [key: string]: string }; readonly managedFields?: readonly ManagedFieldsEntry[]; readonly name?: string; readonly namespace?: string; readonly ownerReferences?: readonly OwnerReference[]; readonly resourceVersion?: string; readonly selfLink?: string; readonly uid?: string; }
export interface ObjectMetricSource { readonly describedObject?: CrossVersionObjectReference; readonly metric?: MetricIdentifier; readonly target?: MetricTarget; }
export interface ObjectMetricStatus { readonly current?: MetricValueStatus; readonly describedObject?: CrossVersionObjectReference; readonly metric?: MetricIdentifier; }
export interface ObjectReference { readonly apiVersion?: string; readonly fieldPath?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; }
export interface OpaqueDeviceConfiguration { readonly driver?: string; readonly parameters?: Value; }
export interface Overhead { readonly podFixed?: { readonly [key: string]: Quantity }; }
export interface OwnerReference { readonly apiVersion?: string; readonly blockOwnerDeletion?: boolean; readonly controller?: boolean; readonly kind?: string; readonly name?: string; readonly uid?: string; }
export interface ParamKind { readonly apiVersion?: string; readonly kind?: string; }
export interface ParamRef { readonly name?: string; readonly namespace?: string; readonly parameterNotFoundAction?: string; readonly selector?: LabelSelector; }
export interface ParentReference { readonly group?: string; readonly name?: string; readonly namespace?: string; readonly resource?: string; }
export interface PartitionTypeStatus { readonly allocatable?: number; readonly attribute?: string; readonly total?: number; readonly type?: string; }
export interface PersistentVolume { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PersistentVolumeSpec; readonly status?: PersistentVolumeStatus; }
export interface PersistentVolumeClaim { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PersistentVolumeClaimSpec; readonly status?: PersistentVolumeClaimStatus; }
export interface PersistentVolumeClaimCondition { readonly lastProbeTime?: string; readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface PersistentVolumeClaimSpec { readonly accessModes?: readonly string[]; readonly dataSource?: TypedLocalObjectReference; readonly dataSourceRef?: TypedObjectReference; readonly resources?: VolumeResourceRequirements; readonly selector?: LabelSelector; readonly storageClassName?: string; readonly volumeAttributesClassName?: string; readonly volumeMode?: string; readonly volumeName?: string; }
export interface PersistentVolumeClaimStatus { readonly accessModes?: readonly string[]; readonly allocatedResourceStatuses?: { readonly [key: string]: string }; readonly allocatedResources?: { readonly [key: string]: Quantity }; readonly capacity?: { readonly [key: string]: Quantity }; readonly conditions?: readonly PersistentVolumeClaimCondition[]; readonly currentVolumeAttributesClassName?: string; /** Since 1.37. */ readonly healthStatus?: VolumeHealthStatus; readonly modifyVolumeStatus?: ModifyVolumeStatus; readonly phase?: string; }
export interface PersistentVolumeClaimTemplate { readonly metadata?: ObjectMeta; readonly spec?: PersistentVolumeClaimSpec; }
export interface PersistentVolumeClaimVolumeSource { readonly claimName?: string; readonly readOnly?: boolean; }
export interface PersistentVolumeSpec { readonly accessModes?: readonly string[]; readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource; readonly azureDisk?: AzureDiskVolumeSource; readonly azureFile?: AzureFilePersistentVolumeSource; readonly capacity?: { readonly [key: string]: Quantity }; readonly cephfs?: CephFSPersistentVolumeSource; readonly cinder?: CinderPersistentVolumeSource; readonly claimRef?: ObjectReference; readonly csi?: CSIPersistentVolumeSource; readonly fc?: FCVolumeSource; readonly flexVolume?: FlexPersistentVolumeSource; readonly flocker?: FlockerVolumeSource; readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource; readonly glusterfs?: GlusterfsPersistentVolumeSource; readonly hostPath?: HostPathVolumeSource; readonly iscsi?: ISCSIPersistentVolumeSource; readonly local?: LocalVolumeSource; readonly mountOptions?: readonly string[]; readonly nfs?: NFSVolumeSource; readonly nodeAffinity?: VolumeNodeAffinity; readonly persistentVolumeReclaimPolicy?: string; readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource; readonly portworxVolume?: PortworxVolumeSource; readonly quobyte?: QuobyteVolumeSource; readonly rbd?: RBDPersistentVolumeSource; readonly scaleIO?: ScaleIOPersistentVolumeSource; readonly storageClassName?: string; readonly storageos?: StorageOSPersistentVolumeSource; readonly volumeAttributesClassName?: string; readonly volumeMode?: string; readonly vsphereVolume?: VsphereVirtualDiskVolumeSource; }
export interface PersistentVolumeStatus { readonly lastPhaseTransitionTime?: string; readonly message?: string; readonly phase?: string; readonly reason?: string; }
export interface PhotonPersistentDiskVolumeSource { readonly fsType?: string; readonly pdID?: string; }
export interface Pod { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PodSpec; readonly status?: PodStatus; }
export interface PodAffinity { readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]; readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]; }
export interface PodAffinityTerm { readonly labelSelector?: LabelSelector; readonly matchLabelKeys?: readonly string[]; readonly mismatchLabelKeys?: readonly string[]; readonly namespaceSelector?: LabelSelector; readonly namespaces?: readonly string[]; readonly topologyKey?: string; }
export interface PodAntiAffinity { readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]; readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]; }
export interface PodCertificateProjection { readonly certificateChainPath?: string; readonly credentialBundlePath?: string; readonly keyPath?: string; readonly keyType?: string; readonly maxExpirationSeconds?: number; readonly signerName?: string; /** Since 1.37. */ readonly user?: Int64; /** Since 1.35. */ readonly userAnnotations?: { readonly [key: string]: string }; }
export interface PodCertificateRequest { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PodCertificateRequestSpec; readonly status?: PodCertificateRequestStatus; }
export interface PodCertificateRequestSpec { readonly maxExpirationSeconds?: number; readonly nodeName?: string; readonly nodeUID?: string; readonly podName?: string; readonly podUID?: string; readonly serviceAccountName?: string; readonly serviceAccountUID?: string; readonly signerName?: string; readonly stubPKCS10Request?: string; readonly unverifiedUserAnnotations?: { readonly [key: string]: string }; }
export interface PodCertificateRequestStatus { readonly beginRefreshAt?: string; readonly certificateChain?: string; readonly conditions?: readonly Condition[]; readonly notAfter?: string; readonly notBefore?: string; }
export interface PodCondition { readonly lastProbeTime?: string; readonly lastTransitionTime?: string; readonly message?: string; /** Since 1.33. */ readonly observedGeneration?: Int64; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface PodDNSConfig { readonly nameservers?: readonly string[]; readonly options?: readonly PodDNSConfigOption[]; readonly searches?: readonly string[]; }
export interface PodDNSConfigOption { readonly name?: string; readonly value?: string; }
export interface PodDisruptionBudget { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PodDisruptionBudgetSpec; readonly status?: PodDisruptionBudgetStatus; }
export interface PodDisruptionBudgetSpec { readonly maxUnavailable?: IntOrString; readonly minAvailable?: IntOrString; readonly selector?: LabelSelector; readonly unhealthyPodEvictionPolicy?: string; }
export interface PodDisruptionBudgetStatus { readonly conditions?: readonly Condition[]; readonly currentHealthy?: number; readonly desiredHealthy?: number; readonly disruptedPods?: { readonly [key: string]: string }; readonly disruptionsAllowed?: number; readonly expectedPods?: number; readonly observedGeneration?: Int64; }
export interface PodExtendedResourceClaimStatus { readonly requestMappings?: readonly ContainerExtendedResourceRequest[]; readonly resourceClaimName?: string; }
export interface PodFailurePolicy { readonly rules?: readonly PodFailurePolicyRule[]; }
export interface PodFailurePolicyOnExitCodesRequirement { readonly containerName?: string; readonly operator?: string; readonly values?: readonly number[]; }
export interface PodFailurePolicyOnPodConditionsPattern { readonly status?: string; readonly type?: string; }
export interface PodFailurePolicyRule { readonly action?: string; readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement; readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[]; }
export interface PodGroup { readonly name?: string; readonly policy?: PodGroupPolicy; readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PodGroupSpec; readonly status?: PodGroupStatus; }
export interface PodGroupPolicy { readonly basic?: BasicSchedulingPolicy; readonly gang?: GangSchedulingPolicy; }
export interface PodGroupResourceClaim { readonly name?: string; readonly resourceClaimName?: string; readonly resourceClaimTemplateName?: string; }
export interface PodGroupResourceClaimStatus { readonly name?: string; readonly resourceClaimName?: string; }
export interface PodGroupSchedulingConstraints { readonly topology?: readonly TopologyConstraint[]; }
export interface PodGroupSchedulingPolicy { readonly basic?: BasicSchedulingPolicy; readonly gang?: GangSchedulingPolicy; }
export interface PodGroupSpec { readonly disruptionMode?: string | DisruptionMode; readonly podGroupTemplateRef?: PodGroupTemplateReference; readonly priority?: number; readonly priorityClassName?: string; readonly resourceClaims?: readonly PodGroupResourceClaim[]; readonly schedulingConstraints?: PodGroupSchedulingConstraints; readonly schedulingPolicy?: PodGroupSchedulingPolicy; readonly parentCompositePodGroupName?: string; readonly preemptionPolicy?: string; readonly workloadRef?: WorkloadReference; }
export interface PodGroupStatus { readonly conditions?: readonly Condition[]; readonly resourceClaimStatuses?: readonly PodGroupResourceClaimStatus[]; }
export interface PodGroupTemplate { readonly disruptionMode?: string | DisruptionMode; readonly name?: string; readonly priority?: number; readonly priorityClassName?: string; readonly resourceClaims?: readonly PodGroupResourceClaim[]; readonly schedulingConstraints?: PodGroupSchedulingConstraints; readonly schedulingPolicy?: PodGroupSchedulingPolicy; readonly preemptionPolicy?: string; }
export interface PodGroupTemplateReference { readonly workload?: WorkloadPodGroupTemplateReference; }
export interface PodIP { readonly ip?: string; }
export interface PodOS { readonly name?: string; }
export interface PodReadinessGate { readonly conditionType?: string; }
export interface PodResourceClaim { readonly name?: string; /** Since 1.31. */ readonly resourceClaimName?: string; /** Since 1.31. */ readonly resourceClaimTemplateName?: string; /** Until 1.30. */ readonly source?: ClaimSource; }
export interface PodResourceClaimStatus { readonly name?: string; readonly resourceClaimName?: string; }
export interface PodSchedulingContext { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PodSchedulingContextSpec; readonly status?: PodSchedulingContextStatus; }
export interface PodSchedulingContextSpec { readonly potentialNodes?: readonly string[]; readonly selectedNode?: string; }
export interface PodSchedulingContextStatus { readonly resourceClaims?: readonly ResourceClaimSchedulingStatus[]; }
export interface PodSchedulingGate { readonly name?: string; }
export interface PodSchedulingGroup { readonly podGroupName?: string; }
export interface PodSecurityContext { readonly appArmorProfile?: AppArmorProfile; readonly fsGroup?: Int64; readonly fsGroupChangePolicy?: string; readonly runAsGroup?: Int64; readonly runAsNonRoot?: boolean; readonly runAsUser?: Int64; /** Since 1.32. */ readonly seLinuxChangePolicy?: string; readonly seLinuxOptions?: SELinuxOptions; readonly seccompProfile?: SeccompProfile; readonly supplementalGroups?: readonly Int64[]; /** Since 1.31. */ readonly supplementalGroupsPolicy?: string; readonly sysctls?: readonly Sysctl[]; readonly windowsOptions?: WindowsSecurityContextOptions; }
export interface PodSpec { readonly activeDeadlineSeconds?: Int64; readonly affinity?: Affinity; readonly automountServiceAccountToken?: boolean; readonly containers?: readonly Container[]; readonly dnsConfig?: PodDNSConfig; readonly dnsPolicy?: string; readonly enableServiceLinks?: boolean; readonly ephemeralContainers?: readonly EphemeralContainer[]; /** Since 1.37. */ readonly evictionResponders?: readonly EvictionResponder[]; readonly hostAliases?: readonly HostAlias[]; readonly hostIPC?: boolean; readonly hostNetwork?: boolean; readonly hostPID?: boolean; readonly hostUsers?: boolean; readonly hostname?: string; /** Since 1.34. */ readonly hostnameOverride?: string; readonly imagePullSecrets?: readonly LocalObjectReference[]; readonly initContainers?: readonly Container[]; readonly nodeName?: string; readonly nodeSelector?: { readonly [key: string]: string }; readonly os?: PodOS; readonly overhead?: { readonly [key: string]: Quantity }; readonly preemptionPolicy?: string; readonly priority?: number; readonly priorityClassName?: string; readonly readinessGates?: readonly PodReadinessGate[]; readonly resourceClaims?: readonly PodResourceClaim[]; /** Since 1.32. */ readonly resources?: ResourceRequirements; readonly restartPolicy?: string; readonly runtimeClassName?: string; readonly schedulerName?: string; readonly schedulingGates?: readonly PodSchedulingGate[]; /** Since 1.36. */ readonly schedulingGroup?: PodSchedulingGroup; readonly securityContext?: PodSecurityContext; readonly serviceAccount?: string; readonly serviceAccountName?: string; readonly setHostnameAsFQDN?: boolean; readonly shareProcessNamespace?: boolean; readonly subdomain?: string; readonly terminationGracePeriodSeconds?: Int64; readonly tolerations?: readonly Toleration[]; readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]; readonly volumes?: readonly Volume[]; /** Since 1.35. */ readonly workloadRef?: WorkloadReference; }
export interface PodStatus { /** Since 1.35. */ readonly allocatedResources?: { readonly [key: string]: Quantity }; readonly conditions?: readonly PodCondition[]; readonly containerStatuses?: readonly ContainerStatus[]; readonly ephemeralContainerStatuses?: readonly ContainerStatus[]; /** Since 1.34. */ readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus; readonly hostIP?: string; readonly hostIPs?: readonly HostIP[]; readonly initContainerStatuses?: readonly ContainerStatus[]; readonly message?: string; /** Since 1.37. */ readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[]; readonly nominatedNodeName?: string; /** Since 1.33. */ readonly observedGeneration?: Int64; readonly phase?: string; readonly podIP?: string; readonly podIPs?: readonly PodIP[]; readonly qosClass?: string; readonly reason?: string; readonly resize?: string; readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[]; /** Since 1.35. */ readonly resources?: ResourceRequirements; readonly startTime?: string; /** Since 1.37. */ readonly volumeHealth?: readonly PodVolumeHealth[]; }
export interface PodTemplate { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly template?: PodTemplateSpec; }
export interface PodTemplateSpec { readonly metadata?: ObjectMeta; readonly spec?: PodSpec; }
export interface PodVolumeHealth { readonly healthConditions?: readonly VolumeHealthCondition[]; readonly lastTransitionTime?: string; readonly name?: string; }
export interface PodsMetricSource { readonly metric?: MetricIdentifier; readonly target?: MetricTarget; }
export interface PodsMetricStatus { readonly current?: MetricValueStatus; readonly metric?: MetricIdentifier; }
export interface PolicyRule { readonly apiGroups?: readonly string[]; readonly nonResourceURLs?: readonly string[]; readonly resourceNames?: readonly string[]; readonly resources?: readonly string[]; readonly verbs?: readonly string[]; }
export interface PolicyRulesWithSubjects { readonly nonResourceRules?: readonly NonResourcePolicyRule[]; readonly resourceRules?: readonly ResourcePolicyRule[]; readonly subjects?: readonly Subject[]; }
export interface PoolStatus { readonly allocatedDevices?: number; readonly availableDevices?: number; readonly driver?: string; readonly generation?: Int64; readonly nodeName?: string; /** Since 1.37. */ readonly partitionSummary?: readonly PartitionTypeStatus[]; readonly poolName?: string; readonly resourceSliceCount?: number; /** Since 1.37. */ readonly shareableSummary?: ShareableSummaryStatus; readonly totalDevices?: number; readonly unavailableDevices?: number; readonly validationError?: string; }
export interface PortStatus { readonly error?: string; readonly port?: number; readonly protocol?: string; }
export interface PortworxVolumeSource { readonly fsType?: string; readonly readOnly?: boolean; readonly volumeID?: string; }
export interface PreferredSchedulingTerm { readonly preference?: NodeSelectorTerm; readonly weight?: number; }
export interface PriorityClass { readonly apiVersion?: string; readonly description?: string; readonly globalDefault?: boolean; readonly kind?: string; readonly metadata?: ObjectMeta; readonly preemptionPolicy?: string; readonly value?: number; }
export interface PriorityLevelConfiguration { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: PriorityLevelConfigurationSpec; readonly status?: PriorityLevelConfigurationStatus; }
export interface PriorityLevelConfigurationCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface PriorityLevelConfigurationReference { readonly name?: string; }
export interface PriorityLevelConfigurationSpec { readonly exempt?: ExemptPriorityLevelConfiguration; readonly limited?: LimitedPriorityLevelConfiguration; readonly type?: string; }
export interface PriorityLevelConfigurationStatus { readonly conditions?: readonly PriorityLevelConfigurationCondition[]; }
export interface Probe { readonly exec?: ExecAction; readonly failureThreshold?: number; readonly grpc?: GRPCAction; readonly httpGet?: HTTPGetAction; readonly initialDelaySeconds?: number; readonly periodSeconds?: number; readonly successThreshold?: number; readonly tcpSocket?: TCPSocketAction; readonly terminationGracePeriodSeconds?: Int64; readonly timeoutSeconds?: number; }
export interface ProjectedVolumeSource { readonly defaultMode?: number; /** Since 1.37. */ readonly defaultUser?: Int64; readonly sources?: readonly VolumeProjection[]; }
export interface QueuingConfiguration { readonly handSize?: number; readonly queueLengthLimit?: number; readonly queues?: number; }
export interface QuobyteVolumeSource { readonly group?: string; readonly readOnly?: boolean; readonly registry?: string; readonly tenant?: string; readonly user?: string; readonly volume?: string; }
export interface RBDPersistentVolumeSource { readonly fsType?: string; readonly image?: string; readonly keyring?: string; readonly monitors?: readonly string[]; readonly pool?: string; readonly readOnly?: boolean; readonly secretRef?: SecretReference; readonly user?: string; }
export interface RBDVolumeSource { readonly fsType?: string; readonly image?: string; readonly keyring?: string; readonly monitors?: readonly string[]; readonly pool?: string; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; readonly user?: string; }
export interface ReplicaSet { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ReplicaSetSpec; readonly status?: ReplicaSetStatus; }
export interface ReplicaSetCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface ReplicaSetSpec { readonly minReadySeconds?: number; readonly replicas?: number; readonly selector?: LabelSelector; readonly template?: PodTemplateSpec; }
export interface ReplicaSetStatus { readonly availableReplicas?: number; readonly conditions?: readonly ReplicaSetCondition[]; readonly fullyLabeledReplicas?: number; readonly observedGeneration?: Int64; readonly readyReplicas?: number; readonly replicas?: number; /** Since 1.33. */ readonly terminatingReplicas?: number; }
export interface ReplicationController { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ReplicationControllerSpec; readonly status?: ReplicationControllerStatus; }
export interface ReplicationControllerCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface ReplicationControllerSpec { readonly minReadySeconds?: number; readonly replicas?: number; readonly selector?: { readonly [key: string]: string }; readonly template?: PodTemplateSpec; }
export interface ReplicationControllerStatus { readonly availableReplicas?: number; readonly conditions?: readonly ReplicationControllerCondition[]; readonly fullyLabeledReplicas?: number; readonly observedGeneration?: Int64; readonly readyReplicas?: number; readonly replicas?: number; }
export interface Requester { readonly intent?: string; readonly name?: string; }
export interface ResourceAttributes { /** Since 1.31. */ readonly fieldSelector?: FieldSelectorAttributes; readonly group?: string; /** Since 1.31. */ readonly labelSelector?: LabelSelectorAttributes; readonly name?: string; readonly namespace?: string; readonly resource?: string; readonly subresource?: string; readonly verb?: string; readonly version?: string; }
export interface ResourceClaim { readonly name?: string; /** Since 1.31. */ readonly request?: string; readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ResourceClaimSpec; readonly status?: ResourceClaimStatus; }
export interface ResourceClaimConsumerReference { readonly apiGroup?: string; readonly name?: string; readonly resource?: string; readonly uid?: string; }
export interface ResourceClaimSchedulingStatus { readonly name?: string; readonly unsuitableNodes?: readonly string[]; }
export interface ResourceClaimSpec { readonly devices?: DeviceClaim; }
export interface ResourceClaimStatus { readonly allocation?: AllocationResult; readonly devices?: readonly AllocatedDeviceStatus[]; readonly reservedFor?: readonly ResourceClaimConsumerReference[]; }
export interface ResourceClaimTemplate { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ResourceClaimTemplateSpec; }
export interface ResourceClaimTemplateSpec { readonly metadata?: ObjectMeta; readonly spec?: ResourceClaimSpec; }
export interface ResourceFieldSelector { readonly containerName?: string; readonly divisor?: Quantity; readonly resource?: string; }
export interface ResourceHealth { readonly health?: string; /** Since 1.36. */ readonly message?: string; readonly resourceID?: string; }
export interface ResourceMetricSource { readonly name?: string; readonly target?: MetricTarget; }
export interface ResourceMetricStatus { readonly current?: MetricValueStatus; readonly name?: string; }
export interface ResourcePolicyRule { readonly apiGroups?: readonly string[]; readonly clusterScope?: boolean; readonly namespaces?: readonly string[]; readonly resources?: readonly string[]; readonly verbs?: readonly string[]; }
export interface ResourcePool { readonly generation?: Int64; readonly name?: string; readonly resourceSliceCount?: Int64; }
export interface ResourcePoolStatusRequest { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ResourcePoolStatusRequestSpec; readonly status?: ResourcePoolStatusRequestStatus; }
export interface ResourcePoolStatusRequestSpec { /** Since 1.37. */ readonly defaultPartitionTypeAttribute?: string; readonly driver?: string; readonly limit?: number; readonly poolName?: string; }
export interface ResourcePoolStatusRequestStatus { readonly conditions?: readonly Condition[]; readonly poolCount?: number; readonly pools?: readonly PoolStatus[]; }
export interface ResourceQuota { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ResourceQuotaSpec; readonly status?: ResourceQuotaStatus; }
export interface ResourceQuotaSpec { readonly hard?: { readonly [key: string]: Quantity }; readonly scopeSelector?: ScopeSelector; readonly scopes?: readonly string[]; }
export interface ResourceQuotaStatus { readonly hard?: { readonly [key: string]: Quantity }; readonly used?: { readonly [key: string]: Quantity }; }
export interface ResourceRequirements { readonly claims?: readonly ResourceClaim[]; readonly limits?: { readonly [key: string]: Quantity }; readonly requests?: { readonly [key: string]: Quantity }; }
export interface ResourceRule { readonly apiGroups?: readonly string[]; readonly resourceNames?: readonly string[]; readonly resources?: readonly string[]; readonly verbs?: readonly string[]; }
export interface ResourceSlice { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ResourceSliceSpec; }
export interface ResourceSliceSpec { readonly allNodes?: boolean; readonly devices?: readonly Device[]; readonly driver?: string; readonly nodeName?: string; readonly nodeSelector?: NodeSelector; /** Since 1.37. */ readonly partitionTypeAttribute?: string; readonly perDeviceNodeSelection?: boolean; readonly pool?: ResourcePool; readonly sharedCounters?: readonly CounterSet[]; /** Since 1.37. */ readonly skipNodeOperations?: readonly string[]; }
export interface ResourceStatus { readonly name?: string; readonly resources?: readonly ResourceHealth[]; }
export interface ResponderStatus { readonly completionTime?: string; readonly expectedCompletionTime?: string; readonly heartbeatTime?: string; readonly message?: string; readonly name?: string; readonly startTime?: string; }
export interface Role { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly rules?: readonly PolicyRule[]; }
export interface RoleBinding { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly roleRef?: RoleRef; readonly subjects?: readonly Subject[]; }
export interface RoleRef { readonly apiGroup?: string; readonly kind?: string; readonly name?: string; }
export interface RollingUpdateDaemonSet { readonly maxSurge?: IntOrString; readonly maxUnavailable?: IntOrString; }
export interface RollingUpdateDeployment { readonly maxSurge?: IntOrString; readonly maxUnavailable?: IntOrString; }
export interface RollingUpdateStatefulSetStrategy { readonly maxUnavailable?: IntOrString; readonly partition?: number; }
export interface RuleWithOperations { readonly apiGroups?: readonly string[]; readonly apiVersions?: readonly string[]; readonly operations?: readonly string[]; readonly resources?: readonly string[]; readonly scope?: string; }
export interface RuntimeClass { readonly apiVersion?: string; readonly handler?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly overhead?: Overhead; readonly scheduling?: Scheduling; }
export interface SELinuxOptions { readonly level?: string; readonly role?: string; readonly type?: string; readonly user?: string; }
export interface ScaleIOPersistentVolumeSource { readonly fsType?: string; readonly gateway?: string; readonly protectionDomain?: string; readonly readOnly?: boolean; readonly secretRef?: SecretReference; readonly sslEnabled?: boolean; readonly storageMode?: string; readonly storagePool?: string; readonly system?: string; readonly volumeName?: string; }
export interface ScaleIOVolumeSource { readonly fsType?: string; readonly gateway?: string; readonly protectionDomain?: string; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; readonly sslEnabled?: boolean; readonly storageMode?: string; readonly storagePool?: string; readonly system?: string; readonly volumeName?: string; }
export interface Scheduling { readonly nodeSelector?: { readonly [key: string]: string }; readonly tolerations?: readonly Toleration[]; }
export interface ScopeSelector { readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[]; }
export interface ScopedResourceSelectorRequirement { readonly operator?: string; readonly scopeName?: string; readonly values?: readonly string[]; }
export interface SeccompProfile { readonly localhostProfile?: string; readonly type?: string; }
export interface Secret { readonly apiVersion?: string; readonly data?: { readonly [key: string]: string }; readonly immutable?: boolean; readonly kind?: string; readonly metadata?: ObjectMeta; readonly stringData?: { readonly [key: string]: string }; readonly type?: string; }
export interface SecretEnvSource { readonly name?: string; readonly optional?: boolean; }
export interface SecretKeySelector { readonly key?: string; readonly name?: string; readonly optional?: boolean; }
export interface SecretProjection { readonly items?: readonly KeyToPath[]; readonly name?: string; readonly optional?: boolean; }
export interface SecretReference { readonly name?: string; readonly namespace?: string; }
export interface SecretVolumeSource { readonly defaultMode?: number; /** Since 1.37. */ readonly defaultUser?: Int64; readonly items?: readonly KeyToPath[]; readonly optional?: boolean; readonly secretName?: string; }
export interface SecurityContext { readonly allowPrivilegeEscalation?: boolean; readonly appArmorProfile?: AppArmorProfile; readonly capabilities?: Capabilities; readonly privileged?: boolean; readonly procMount?: string; readonly readOnlyRootFilesystem?: boolean; readonly runAsGroup?: Int64; readonly runAsNonRoot?: boolean; readonly runAsUser?: Int64; readonly seLinuxOptions?: SELinuxOptions; readonly seccompProfile?: SeccompProfile; readonly windowsOptions?: WindowsSecurityContextOptions; }
export interface SelectableField { readonly jsonPath?: string; }
export interface SelfSubjectAccessReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: SelfSubjectAccessReviewSpec; readonly status?: SubjectAccessReviewStatus; }
export interface SelfSubjectAccessReviewSpec { readonly nonResourceAttributes?: NonResourceAttributes; readonly resourceAttributes?: ResourceAttributes; }
export interface SelfSubjectReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly status?: SelfSubjectReviewStatus; }
export interface SelfSubjectReviewStatus { readonly userInfo?: UserInfo; }
export interface SelfSubjectRulesReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: SelfSubjectRulesReviewSpec; readonly status?: SubjectRulesReviewStatus; }
export interface SelfSubjectRulesReviewSpec { readonly namespace?: string; }
export interface ServerStorageVersion { readonly apiServerID?: string; readonly decodableVersions?: readonly string[]; readonly encodingVersion?: string; readonly servedVersions?: readonly string[]; }
export interface Service { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ServiceSpec; readonly status?: ServiceStatus; }
export interface ServiceAccount { readonly apiVersion?: string; readonly automountServiceAccountToken?: boolean; readonly imagePullSecrets?: readonly LocalObjectReference[]; readonly kind?: string; readonly metadata?: ObjectMeta; readonly secrets?: readonly ObjectReference[]; }
export interface ServiceAccountSubject { readonly name?: string; readonly namespace?: string; }
export interface ServiceAccountTokenProjection { readonly audience?: string; readonly expirationSeconds?: Int64; readonly path?: string; /** Since 1.37. */ readonly user?: Int64; }
export interface ServiceBackendPort { readonly name?: string; readonly number?: number; }
export interface ServiceCIDR { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ServiceCIDRSpec; readonly status?: ServiceCIDRStatus; }
export interface ServiceCIDRSpec { readonly cidrs?: readonly string[]; }
export interface ServiceCIDRStatus { readonly conditions?: readonly Condition[]; }
export interface ServicePort { readonly appProtocol?: string; readonly name?: string; readonly nodePort?: number; readonly port?: number; readonly protocol?: string; readonly targetPort?: IntOrString; }
export interface ServiceReference { readonly name?: string; readonly namespace?: string; readonly path?: string; readonly port?: number; }
export interface ServiceSpec { readonly allocateLoadBalancerNodePorts?: boolean; readonly clusterIP?: string; readonly clusterIPs?: readonly string[]; readonly externalIPs?: readonly string[]; readonly externalName?: string; readonly externalTrafficPolicy?: string; readonly healthCheckNodePort?: number; readonly internalTrafficPolicy?: string; readonly ipFamilies?: readonly string[]; readonly ipFamilyPolicy?: string; readonly loadBalancerClass?: string; readonly loadBalancerIP?: string; readonly loadBalancerSourceRanges?: readonly string[]; readonly ports?: readonly ServicePort[]; readonly publishNotReadyAddresses?: boolean; readonly selector?: { readonly [key: string]: string }; readonly sessionAffinity?: string; readonly sessionAffinityConfig?: SessionAffinityConfig; readonly trafficDistribution?: string; readonly type?: string; }
export interface ServiceStatus { readonly conditions?: readonly Condition[]; readonly loadBalancer?: LoadBalancerStatus; }
export interface SessionAffinityConfig { readonly clientIP?: ClientIPConfig; }
export interface ShareableCapacityStatus { readonly available?: Quantity; readonly consumed?: Quantity; readonly name?: string; readonly total?: Quantity; }
export interface ShareableSummaryStatus { readonly capacity?: readonly ShareableCapacityStatus[]; readonly fullyAvailableDevices?: number; readonly partiallyAvailableDevices?: number; }
export type SingleCompositeDisruptionMode = Readonly<Record<string, never>>;
export type SingleDisruptionMode = Readonly<Record<string, never>>;
export interface SleepAction { readonly seconds?: Int64; }
export interface StatefulSet { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: StatefulSetSpec; readonly status?: StatefulSetStatus; }
export interface StatefulSetCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface StatefulSetOrdinals { readonly start?: number; }
export interface StatefulSetPersistentVolumeClaimRetentionPolicy { readonly whenDeleted?: string; readonly whenScaled?: string; }
export interface StatefulSetSpec { readonly minReadySeconds?: number; readonly ordinals?: StatefulSetOrdinals; readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy; readonly podManagementPolicy?: string; readonly replicas?: number; readonly revisionHistoryLimit?: number; readonly selector?: LabelSelector; readonly serviceName?: string; readonly template?: PodTemplateSpec; readonly updateStrategy?: StatefulSetUpdateStrategy; readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[]; }
export interface StatefulSetStatus { readonly availableReplicas?: number; readonly collisionCount?: number; readonly conditions?: readonly StatefulSetCondition[]; readonly currentReplicas?: number; readonly currentRevision?: string; readonly observedGeneration?: Int64; readonly readyReplicas?: number; readonly replicas?: number; readonly updateRevision?: string; readonly updatedReplicas?: number; }
export interface StatefulSetUpdateStrategy { readonly rollingUpdate?: RollingUpdateStatefulSetStrategy; readonly type?: string; }
export interface StorageClass { readonly allowVolumeExpansion?: boolean; readonly allowedTopologies?: readonly TopologySelectorTerm[]; readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly mountOptions?: readonly string[]; readonly parameters?: { readonly [key: string]: string }; readonly provisioner?: string; readonly reclaimPolicy?: string; readonly volumeBindingMode?: string; }
export interface StorageHealth { readonly healthConditions?: readonly StorageHealthCondition[]; readonly name?: string; }
export interface StorageHealthCondition { readonly accessMode?: string; readonly lastTransitionTime?: string; readonly message?: string; readonly reason?: string; readonly status?: string; readonly volumeMode?: string; }
export interface StorageOSPersistentVolumeSource { readonly fsType?: string; readonly readOnly?: boolean; readonly secretRef?: ObjectReference; readonly volumeName?: string; readonly volumeNamespace?: string; }
export interface StorageOSVolumeSource { readonly fsType?: string; readonly readOnly?: boolean; readonly secretRef?: LocalObjectReference; readonly volumeName?: string; readonly volumeNamespace?: string; }
export interface StorageVersion { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: StorageVersionSpec; readonly status?: StorageVersionStatus; }
export interface StorageVersionCondition { readonly lastTransitionTime?: string; readonly message?: string; readonly observedGeneration?: Int64; readonly reason?: string; readonly status?: string; readonly type?: string; }
export interface StorageVersionMigration { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: StorageVersionMigrationSpec; readonly status?: StorageVersionMigrationStatus; }
export interface StorageVersionMigrationSpec { readonly resource?: GroupResource; }
export interface StorageVersionMigrationStatus { readonly conditions?: readonly Condition[]; readonly resourceVersion?: string; }
export type StorageVersionSpec = Readonly<Record<string, never>>;
export interface StorageVersionStatus { readonly commonEncodingVersion?: string; readonly conditions?: readonly StorageVersionCondition[]; readonly storageVersions?: readonly ServerStorageVersion[]; }
export interface Subject { readonly group?: GroupSubject; readonly kind?: string; readonly serviceAccount?: ServiceAccountSubject; readonly user?: UserSubject; readonly apiGroup?: string; readonly name?: string; readonly namespace?: string; }
export interface SubjectAccessReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: SubjectAccessReviewSpec; readonly status?: SubjectAccessReviewStatus; }
export interface SubjectAccessReviewSpec { readonly extra?: { readonly [key: string]: readonly string[] }; readonly groups?: readonly string[]; readonly nonResourceAttributes?: NonResourceAttributes; readonly resourceAttributes?: ResourceAttributes; readonly uid?: string; readonly user?: string; }
export interface SubjectAccessReviewStatus { readonly allowed?: boolean; readonly denied?: boolean; readonly evaluationError?: string; readonly reason?: string; }
export interface SubjectRulesReviewStatus { readonly evaluationError?: string; readonly incomplete?: boolean; readonly nonResourceRules?: readonly NonResourceRule[]; readonly resourceRules?: readonly ResourceRule[]; }
export interface SuccessPolicy { readonly rules?: readonly SuccessPolicyRule[]; }
export interface SuccessPolicyRule { readonly succeededCount?: number; readonly succeededIndexes?: string; }
export interface Sysctl { readonly name?: string; readonly value?: string; }
export interface TCPSocketAction { readonly host?: string; readonly port?: IntOrString; }
export interface Taint { readonly effect?: string; readonly key?: string; readonly timeAdded?: string; readonly value?: string; }
export interface TargetResponder { readonly name?: string; readonly priority?: number; readonly state?: string; }
export interface TokenRequest { readonly audience?: string; readonly expirationSeconds?: Int64; }
export interface TokenReview { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: TokenReviewSpec; readonly status?: TokenReviewStatus; }
export interface TokenReviewSpec { readonly audiences?: readonly string[]; readonly token?: string; }
export interface TokenReviewStatus { readonly audiences?: readonly string[]; readonly authenticated?: boolean; readonly error?: string; readonly user?: UserInfo; }
export interface Toleration { readonly effect?: string; readonly key?: string; readonly operator?: string; readonly tolerationSeconds?: Int64; readonly value?: string; }
export interface TopologyConstraint { readonly key?: string; }
export interface TopologySelectorLabelRequirement { readonly key?: string; readonly values?: readonly string[]; }
export interface TopologySelectorTerm { readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[]; }
export interface TopologySpreadConstraint { readonly labelSelector?: LabelSelector; readonly matchLabelKeys?: readonly string[]; readonly maxSkew?: number; readonly minDomains?: number; readonly nodeAffinityPolicy?: string; readonly nodeTaintsPolicy?: string; readonly topologyKey?: string; readonly whenUnsatisfiable?: string; }
export interface TypeChecking { readonly expressionWarnings?: readonly ExpressionWarning[]; }
export interface TypedLocalObjectReference { readonly apiGroup?: string; readonly kind?: string; readonly name?: string; }
export interface TypedObjectReference { readonly apiGroup?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; }
export interface UncountedTerminatedPods { readonly failed?: readonly string[]; readonly succeeded?: readonly string[]; }
export interface UserInfo { readonly extra?: { readonly [key: string]: readonly string[] }; readonly groups?: readonly string[]; readonly uid?: string; readonly username?: string; }
export interface UserSubject { readonly name?: string; }
export interface ValidatingAdmissionPolicy { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ValidatingAdmissionPolicySpec; readonly status?: ValidatingAdmissionPolicyStatus; }
export interface ValidatingAdmissionPolicyBinding { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: ValidatingAdmissionPolicyBindingSpec; }
export interface ValidatingAdmissionPolicyBindingSpec { readonly matchResources?: MatchResources; readonly paramRef?: ParamRef; readonly policyName?: string; readonly validationActions?: readonly string[]; }
export interface ValidatingAdmissionPolicySpec { readonly auditAnnotations?: readonly AuditAnnotation[]; readonly failurePolicy?: string; readonly matchConditions?: readonly MatchCondition[]; readonly matchConstraints?: MatchResources; readonly paramKind?: ParamKind; readonly validations?: readonly Validation[]; readonly variables?: readonly Variable[]; }
export interface ValidatingAdmissionPolicyStatus { readonly conditions?: readonly Condition[]; readonly observedGeneration?: Int64; readonly typeChecking?: TypeChecking; }
export interface ValidatingWebhook { readonly admissionReviewVersions?: readonly string[]; readonly clientConfig?: WebhookClientConfig; readonly failurePolicy?: string; readonly matchConditions?: readonly MatchCondition[]; readonly matchPolicy?: string; readonly name?: string; readonly namespaceSelector?: LabelSelector; readonly objectSelector?: LabelSelector; readonly rules?: readonly RuleWithOperations[]; readonly sideEffects?: string; readonly timeoutSeconds?: number; }
export interface ValidatingWebhookConfiguration { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly webhooks?: readonly ValidatingWebhook[]; }
export interface Validation { readonly expression?: string; readonly message?: string; readonly messageExpression?: string; readonly reason?: string; }
export interface ValidationRule { readonly fieldPath?: string; readonly message?: string; readonly messageExpression?: string; readonly optionalOldSelf?: boolean; readonly reason?: string; readonly rule?: string; }
export interface Variable { readonly expression?: string; readonly name?: string; }
export interface Volume { readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource; readonly azureDisk?: AzureDiskVolumeSource; readonly azureFile?: AzureFileVolumeSource; readonly cephfs?: CephFSVolumeSource; readonly cinder?: CinderVolumeSource; readonly configMap?: ConfigMapVolumeSource; readonly csi?: CSIVolumeSource; readonly downwardAPI?: DownwardAPIVolumeSource; readonly emptyDir?: EmptyDirVolumeSource; readonly ephemeral?: EphemeralVolumeSource; readonly fc?: FCVolumeSource; readonly flexVolume?: FlexVolumeSource; readonly flocker?: FlockerVolumeSource; readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource; readonly gitRepo?: GitRepoVolumeSource; readonly glusterfs?: GlusterfsVolumeSource; readonly hostPath?: HostPathVolumeSource; /** Since 1.31. */ readonly image?: ImageVolumeSource; readonly iscsi?: ISCSIVolumeSource; readonly name?: string; readonly nfs?: NFSVolumeSource; readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource; readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource; readonly portworxVolume?: PortworxVolumeSource; readonly projected?: ProjectedVolumeSource; readonly quobyte?: QuobyteVolumeSource; readonly rbd?: RBDVolumeSource; readonly scaleIO?: ScaleIOVolumeSource; readonly secret?: SecretVolumeSource; readonly storageos?: StorageOSVolumeSource; readonly vsphereVolume?: VsphereVirtualDiskVolumeSource; }
export interface VolumeAttachment { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: VolumeAttachmentSpec; readonly status?: VolumeAttachmentStatus; }
export interface VolumeAttachmentSource { readonly inlineVolumeSpec?: PersistentVolumeSpec; readonly persistentVolumeName?: string; }
export interface VolumeAttachmentSpec { readonly attacher?: string; readonly nodeName?: string; readonly source?: VolumeAttachmentSource; }
export interface VolumeAttachmentStatus { readonly attachError?: VolumeError; readonly attached?: boolean; readonly attachmentMetadata?: { readonly [key: string]: string }; readonly detachError?: VolumeError; }
export interface VolumeAttributesClass { readonly apiVersion?: string; readonly driverName?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly parameters?: { readonly [key: string]: string }; }
export interface VolumeDevice { readonly devicePath?: string; readonly name?: string; }
export interface VolumeError { /** Since 1.33. */ readonly errorCode?: number; readonly message?: string; readonly time?: string; }
export interface VolumeHealthCondition { readonly message?: string; readonly reason?: string; readonly status?: string; }
export interface VolumeHealthStatus { readonly healthConditions?: readonly VolumeHealthCondition[]; readonly lastTransitionTime?: string; }
export interface VolumeMount { /** Since 1.37. */ readonly bindMountOptions?: readonly string[]; readonly mountPath?: string; readonly mountPropagation?: string; readonly name?: string; readonly readOnly?: boolean; readonly recursiveReadOnly?: string; readonly subPath?: string; readonly subPathExpr?: string; }
export interface VolumeMountStatus { readonly mountPath?: string; readonly name?: string; readonly readOnly?: boolean; readonly recursiveReadOnly?: string; /** Since 1.36. */ readonly volumeStatus?: VolumeStatus; }
export interface VolumeNodeAffinity { readonly required?: NodeSelector; }
export interface VolumeNodeResources { readonly count?: number; }
export interface VolumeProjection { readonly clusterTrustBundle?: ClusterTrustBundleProjection; readonly configMap?: ConfigMapProjection; readonly downwardAPI?: DownwardAPIProjection; /** Since 1.34. */ readonly podCertificate?: PodCertificateProjection; readonly secret?: SecretProjection; readonly serviceAccountToken?: ServiceAccountTokenProjection; }
export interface VolumeResourceRequirements { readonly limits?: { readonly [key: string]: Quantity }; readonly requests?: { readonly [key: string]: Quantity }; }
export interface VolumeStatus { readonly image?: ImageVolumeStatus; }
export interface VsphereVirtualDiskVolumeSource { readonly fsType?: string; readonly storagePolicyID?: string; readonly storagePolicyName?: string; readonly volumePath?: string; }
export interface WebhookClientConfig { readonly caBundle?: string; readonly service?: ServiceReference; readonly url?: string; }
export interface WebhookConversion { readonly clientConfig?: WebhookClientConfig; readonly conversionReviewVersions?: readonly string[]; }
export interface WeightedPodAffinityTerm { readonly podAffinityTerm?: PodAffinityTerm; readonly weight?: number; }
export interface WindowsSecurityContextOptions { readonly gmsaCredentialSpec?: string; readonly gmsaCredentialSpecName?: string; readonly hostProcess?: boolean; readonly runAsUserName?: string; }
export interface Workload { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: ObjectMeta; readonly spec?: WorkloadSpec; }
export type WorkloadPodGroupAllDisruptionMode = Readonly<Record<string, never>>;
export type WorkloadPodGroupBasicSchedulingPolicy = Readonly<Record<string, never>>;
export interface WorkloadPodGroupDisruptionMode { readonly all?: WorkloadPodGroupAllDisruptionMode; readonly single?: WorkloadPodGroupSingleDisruptionMode; }
export interface WorkloadPodGroupGangSchedulingPolicy { readonly minCount?: number; }
export interface WorkloadPodGroupResourceClaim { readonly name?: string; readonly resourceClaimName?: string; readonly resourceClaimTemplateName?: string; }
export interface WorkloadPodGroupSchedulingConstraints { readonly topology?: readonly TopologyConstraint[]; }
export interface WorkloadPodGroupSchedulingPolicy { readonly basic?: WorkloadPodGroupBasicSchedulingPolicy; readonly gang?: WorkloadPodGroupGangSchedulingPolicy; }
export type WorkloadPodGroupSingleDisruptionMode = Readonly<Record<string, never>>;
export interface WorkloadPodGroupTemplateReference { readonly podGroupTemplateName?: string; readonly workloadName?: string; }
export interface WorkloadReference { readonly name?: string; readonly podGroup?: string; readonly podGroupReplicaKey?: string; readonly templateName?: string; readonly workloadName?: string; }
export interface WorkloadSpec { readonly controllerRef?: TypedLocalObjectReference; readonly podGroups?: readonly PodGroup[]; readonly podGroupTemplates?: readonly PodGroupTemplate[]; readonly compositePodGroupTemplates?: readonly CompositePodGroupTemplate[]; }
