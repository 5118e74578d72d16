// Made by scripts/generate/kubernetes-modules.ts; do not edit.

export const gateLines = () => `APIListChunking 1.30 1.32 ga locked-on
APIPriorityAndFairness 1.30 1.30 ga locked-on
APIResponseCompression 1.30 - beta on
APIServerIdentity 1.30 - beta on
APIServerTracing 1.30 1.33 beta on;1.34 1.36 ga locked-on
APIServerWebhookAuthenticationToken 1.37 - alpha off
APIServingWithRoutine 1.30 - alpha off
AdmissionWebhookMatchConditions 1.30 1.32 ga locked-on
AggregatedDiscoveryEndpoint 1.30 1.32 ga locked-on
AggregatedDiscoveryRemoveBetaType 1.33 1.34 deprecated on;1.35 - deprecated locked-on
AllAlpha 1.30 - alpha off
AllBeta 1.30 - beta off
AllowDNSOnlyNodeCSR 1.31 - deprecated off
AllowInsecureKubeletCertificateSigningRequests 1.31 - deprecated off
AllowOverwriteTerminationGracePeriodSeconds 1.32 1.34 deprecated off;1.35 - deprecated locked-off
AllowParsingUserUIDFromCertAuth 1.33 - beta on
AllowServiceExternalIPs 1.36 - ga on
AllowServiceLBStatusOnNonLB 1.30 1.31 deprecated off;1.32 1.34 deprecated locked-off
AllowUnsafeMalformedObjectDeletion 1.32 1.36 alpha off;1.37 - beta on
AnonymousAuthConfigurableEndpoints 1.31 1.31 alpha off;1.32 1.33 beta on;1.34 1.36 ga locked-on
AnyVolumeDataSource 1.30 1.32 beta on;1.33 1.36 ga locked-on
AppArmor 1.30 1.30 beta on;1.31 1.32 ga locked-on
AppArmorFields 1.30 1.30 beta on;1.31 1.32 ga locked-on
AtomicFIFO 1.36 - beta on
AtomicWriteVolumeUserFields 1.37 - alpha off
AuthorizeNodeWithSelectors 1.31 1.31 alpha off;1.32 1.33 beta on;1.34 1.36 ga locked-on
AuthorizePodWebsocketUpgradeCreatePermission 1.35 - beta on
AuthorizeWithSelectors 1.31 1.31 alpha off;1.32 1.33 beta on;1.34 1.36 ga locked-on
BtreeWatchCache 1.32 1.32 beta on;1.33 1.36 ga locked-on
CBORServingAndStorage 1.32 - alpha off
CPUManager 1.30 1.32 ga locked-on
CPUManagerPolicyAlphaOptions 1.30 - alpha off
CPUManagerPolicyBetaOptions 1.30 - beta on
CPUManagerPolicyOptions 1.30 1.32 beta on;1.33 - ga locked-on
CRDObservedGenerationTracking 1.35 1.35 beta off;1.36 - beta on
CRDValidationRatcheting 1.30 1.32 beta on;1.33 - ga locked-on
CRIListStreaming 1.36 - alpha off
CSIMigrationPortworx 1.30 1.30 beta off;1.31 1.32 beta on;1.33 1.35 ga locked-on
CSIMigrationRBD 1.30 1.30 deprecated off
CSINodeExpandSecret 1.30 1.30 ga locked-on
CSIServiceAccountTokenSecrets 1.35 1.35 beta on;1.36 - ga locked-on
CSIVolumeHealth 1.30 - alpha off
ChangeContainerStatusOnKubeletRestart 1.35 - deprecated off
ClearingNominatedNodeNameAfterBinding 1.34 1.34 alpha off;1.35 - beta on
ClientsAllowCARotation 1.36 - beta on
ClientsAllowCBOR 1.32 - alpha off
ClientsAllowTLSCacheGC 1.36 - beta on
ClientsPreferCBOR 1.32 - alpha off
CloudControllerManagerWatchBasedRoutesReconciliation 1.35 - alpha off
CloudControllerManagerWebhook 1.30 - alpha off
CloudDualStackNodeIPs 1.30 1.31 ga locked-on
ClusterTrustBundle 1.30 1.32 alpha off;1.33 1.36 beta off;1.37 - ga on
ClusterTrustBundleProjection 1.30 1.32 alpha off;1.33 1.36 beta off;1.37 - ga on
ComponentFlagz 1.32 1.35 alpha off;1.36 - beta on
ComponentSLIs 1.30 1.31 beta on;1.32 1.34 ga locked-on
ComponentStatusz 1.32 1.35 alpha off;1.36 - beta on
CompositePodGroup 1.37 - alpha off
ConcurrentWatchObjectDecode 1.31 1.36 beta off;1.37 - beta on
ConsistentHTTPGetHandlers 1.30 1.30 ga locked-on
ConsistentListFromCache 1.30 1.30 alpha off;1.31 1.33 beta on;1.34 1.36 ga locked-on
ConsistentListFromCacheSkipTimeoutFallback 1.37 - alpha off
ConstrainedImpersonation 1.35 1.35 alpha off;1.36 - beta on
ContainerCheckpoint 1.30 - beta on
ContainerRestartRules 1.34 1.34 alpha off;1.35 - beta on
ContainerStopSignals 1.33 - alpha off
CoordinatedLeaderElection 1.31 1.32 alpha off;1.33 - beta off
CronJobsScheduledAnnotation 1.30 1.31 beta on;1.32 1.34 ga locked-on
CrossNamespaceVolumeDataSource 1.30 - alpha off
CustomCPUCFSQuotaPeriod 1.30 1.35 alpha off;1.36 - ga on
CustomResourceFieldSelectors 1.30 1.30 alpha off;1.31 1.31 beta on;1.32 - ga locked-on
CustomResourceValidationExpressions 1.30 1.30 ga locked-on
DRAAdminAccess 1.32 1.33 alpha off;1.34 1.35 beta on;1.36 - ga locked-on
DRAConsumableCapacity 1.34 1.35 alpha off;1.36 - beta on
DRAControlPlaneController 1.31 1.31 alpha off
DRADerivedAttributes 1.37 - alpha off
DRADeviceBindingConditions 1.34 1.35 alpha off;1.36 - beta on
DRADeviceCompatibilityGroups 1.37 - alpha off
DRADeviceTaintRules 1.35 1.35 alpha off;1.36 1.36 beta off;1.37 - ga on
DRADeviceTaints 1.33 1.35 alpha off;1.36 1.36 beta on;1.37 - ga on
DRAExtendedResource 1.34 1.35 alpha off;1.36 1.36 beta on;1.37 - ga locked-on
DRAFractionalCapacityRange 1.37 - beta off
DRAListTypeAttributes 1.36 - alpha off
DRANodeAllocatableResources 1.36 - alpha off
DRAOptionalNodeOperations 1.37 - alpha off
DRAPartitionableDevices 1.33 1.35 alpha off;1.36 - beta on
DRAPartitionableDevicesType 1.37 - alpha off
DRAPrioritizedList 1.33 1.33 alpha off;1.34 1.35 beta on;1.36 1.36 ga on;1.37 - ga locked-on
DRAResourceClaimDeviceStatus 1.32 1.32 alpha off;1.33 1.36 beta on;1.37 - ga locked-on
DRAResourceClaimGranularStatusAuthorization 1.36 - beta on
DRAResourcePoolStatus 1.36 - alpha off
DRASchedulerFilterTimeout 1.34 - beta on
DRAWorkloadResourceClaims 1.36 1.36 alpha off;1.37 - beta off
DeclarativeValidation 1.33 1.35 beta on;1.36 - ga locked-on
DeclarativeValidationBeta 1.36 - beta on
DeclarativeValidationTakeover 1.33 1.35 beta off;1.36 1.36 deprecated off;1.37 - deprecated locked-off
DefaultHostNetworkHostPortsInPodTemplates 1.30 1.30 deprecated off
DefaultPodSysctls 1.37 - alpha off
DeploymentReplicaSetTerminatingReplicas 1.33 1.34 alpha off;1.35 - beta on
DetectCacheInconsistency 1.34 - beta on
DevicePluginCDIDevices 1.30 1.30 beta on;1.31 1.33 ga locked-on
DisableAllocatorDualWrite 1.31 1.32 alpha off;1.33 1.33 beta off;1.34 1.34 ga on;1.35 - ga locked-on
DisableCPUQuotaWithExclusiveCPUs 1.33 1.35 beta on;1.36 1.36 deprecated on;1.37 - deprecated locked-on
DisableCloudProviders 1.30 1.30 beta on;1.31 1.32 ga locked-on
DisableKubeletCloudCredentialProviders 1.30 1.30 beta on;1.31 1.32 ga locked-on
DisableNodeKubeProxyVersion 1.30 1.30 alpha off;1.31 1.32 deprecated off;1.33 1.35 deprecated on;1.36 - deprecated locked-on
DynamicResourceAllocation 1.30 1.31 alpha off;1.32 1.33 beta off;1.34 1.34 ga on;1.35 - ga locked-on
EfficientWatchResumption 1.30 1.32 ga locked-on
ElasticIndexedJob 1.30 1.30 beta on;1.31 1.33 ga locked-on
EmptyDirVolumeMode 1.37 - alpha off
EnvFiles 1.34 1.34 alpha off;1.35 - beta on
EtcdRangeStream 1.37 - beta on
EventedPLEG 1.30 - alpha off
EvictionRequestAPI 1.37 - alpha off
ExcludeAdmissionWebhookVirtualResources 1.37 - beta on
ExecProbeTimeout 1.30 1.34 ga on;1.35 - ga locked-on
ExtendWebSocketsToKubelet 1.36 - beta on
ExternalServiceAccountTokenSigner 1.32 1.33 alpha off;1.34 1.35 beta on;1.36 - ga locked-on
GRPCContainerProbeTLS 1.37 - alpha off
GangScheduling 1.35 1.36 alpha off
GenericWorkload 1.35 1.36 alpha off;1.37 - beta off
GitRepoVolumeDriver 1.33 1.35 deprecated off;1.36 - deprecated locked-off
GracefulNodeShutdown 1.30 - beta on
GracefulNodeShutdownBasedOnPodPriority 1.30 - beta on
H2CContainerProbe 1.37 - alpha off
HPAConfigurableTolerance 1.33 1.34 alpha off;1.35 1.36 beta on;1.37 - ga locked-on
HPAContainerMetrics 1.30 1.31 ga locked-on
HPAGeneration 1.37 - beta on
HPAOptimizedSelectorStore 1.37 - beta on
HPAScaleToZero 1.30 1.36 alpha off;1.37 - beta on
HonorPVReclaimPolicy 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 1.35 ga locked-on
HostnameOverride 1.34 1.34 alpha off;1.35 1.36 beta on;1.37 - ga locked-on
HugepageAwareEviction 1.37 - beta on
ImageMaximumGCAge 1.30 1.34 beta on;1.35 - ga locked-on
ImageVolume 1.31 1.32 alpha off;1.33 1.34 beta off;1.35 1.35 beta on;1.36 - ga locked-on
ImageVolumeWithDigest 1.36 - alpha off
InOrderInformers 1.33 1.35 beta on;1.36 - ga locked-on
InOrderInformersBatchProcess 1.35 - beta on
InPlacePodLevelResourcesVerticalScaling 1.35 1.35 alpha off;1.36 - beta on
InPlacePodVerticalScaling 1.30 1.32 alpha off;1.33 1.34 beta on;1.35 - ga locked-on
InPlacePodVerticalScalingAllocatedStatus 1.32 1.32 alpha off;1.33 1.35 deprecated off
InPlacePodVerticalScalingExclusiveCPUs 1.32 - alpha off
InPlacePodVerticalScalingExclusiveMemory 1.34 - alpha off
InPlacePodVerticalScalingInitContainers 1.36 1.36 beta on;1.37 - ga locked-on
InPlacePodVerticalScalingMemoryBackedVolumes 1.37 - alpha off
InPlacePodVerticalScalingSchedulerPreemption 1.37 - alpha off
InTreePluginAWSUnregister 1.30 1.30 alpha off
InTreePluginAzureDiskUnregister 1.30 1.30 alpha off
InTreePluginAzureFileUnregister 1.30 1.30 alpha off
InTreePluginGCEUnregister 1.30 1.30 alpha off
InTreePluginOpenStackUnregister 1.30 1.30 alpha off
InTreePluginPortworxUnregister 1.30 1.35 alpha off
InTreePluginRBDUnregister 1.30 1.30 deprecated off
InTreePluginvSphereUnregister 1.30 1.30 alpha off
InformerResourceVersion 1.30 1.34 alpha off;1.35 - ga on
InterPodAffinityHostnameFastPath 1.37 - alpha off
JobBackoffLimitPerIndex 1.30 1.32 beta on;1.33 1.36 ga locked-on
JobManagedBy 1.30 1.31 alpha off;1.32 1.34 beta on;1.35 - ga locked-on
JobPodFailurePolicy 1.30 1.30 beta on;1.31 1.32 ga locked-on
JobPodReplacementPolicy 1.30 1.33 beta on;1.34 1.36 ga locked-on
JobReadyPods 1.30 1.30 ga locked-on
JobSuccessPolicy 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 1.36 ga locked-on
KMSv1 1.30 - deprecated off
KMSv2 1.30 1.31 ga locked-on
KMSv2KDF 1.30 1.31 ga locked-on
KubeProxyDrainingTerminatingNodes 1.30 1.30 beta on;1.31 1.32 ga locked-on
KubeProxyIPVS 1.37 - deprecated on
KubeProxyNFTablesLocalhostNodePorts 1.37 - alpha off
KubeletAllocatedPodsEndpoint 1.37 - alpha off
KubeletCgroupDriverFromCRI 1.30 1.30 alpha off;1.31 1.33 beta on;1.34 - ga locked-on
KubeletCrashLoopBackOffMax 1.32 1.34 alpha off;1.35 - beta on
KubeletEnsureSecretPulledImages 1.33 1.34 alpha off;1.35 - beta on
KubeletFineGrainedAuthz 1.32 1.32 alpha off;1.33 1.35 beta on;1.36 - ga locked-on
KubeletInUserNamespace 1.30 1.36 alpha off;1.37 - beta on
KubeletPSI 1.33 1.33 alpha off;1.34 1.35 beta on;1.36 - ga locked-on
KubeletPodResourcesDynamicResources 1.30 1.33 alpha off;1.34 1.35 beta on;1.36 - ga locked-on
KubeletPodResourcesGet 1.30 1.33 alpha off;1.34 1.35 beta on;1.36 - ga locked-on
KubeletPodResourcesListUseActivePods 1.34 - deprecated on
KubeletRegistrationGetOnExistsOnly 1.32 - deprecated off
KubeletSeparateDiskGC 1.30 1.30 alpha off;1.31 - beta on
KubeletServiceAccountTokenForCredentialProviders 1.33 1.33 alpha off;1.34 - beta on
KubeletTracing 1.30 1.33 beta on;1.34 - ga locked-on
LegacyServiceAccountTokenCleanUp 1.30 1.31 ga locked-on
LegacySidecarContainers 1.33 1.33 deprecated off
ListFromCacheSnapshot 1.33 1.33 alpha off;1.34 - beta on
LoadBalancerIPMode 1.30 1.31 beta on;1.32 1.34 ga locked-on
LocalStorageCapacityIsolationFSQuotaMonitoring 1.30 1.30 alpha off;1.31 - beta off
LogarithmicScaleDown 1.30 1.30 beta on;1.31 1.36 ga locked-on
ManifestBasedAdmissionControlConfig 1.36 1.36 alpha off;1.37 - beta on
MatchLabelKeysInPodAffinity 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 - ga locked-on
MatchLabelKeysInPodTopologySpread 1.30 - beta on
MatchLabelKeysInPodTopologySpreadSelectorMerge 1.34 - beta on
MaxUnavailableStatefulSet 1.30 1.34 alpha off;1.35 1.36 beta off;1.37 - beta on
MemoryManager 1.30 1.31 beta on;1.32 1.35 ga locked-on
MemoryQoS 1.30 1.36 alpha off;1.37 - beta on
MinDomainsInPodTopologySpread 1.30 1.31 ga locked-on
MultiCIDRServiceAllocator 1.30 1.30 alpha off;1.31 1.32 beta off;1.33 1.33 ga on;1.34 - ga locked-on
MutableCSINodeAllocatableCount 1.33 1.33 alpha off;1.34 1.34 beta off;1.35 1.35 beta on;1.36 - ga locked-on
MutablePVNodeAffinity 1.35 - alpha off
MutablePodResourcesForSuspendedJobs 1.35 1.35 alpha off;1.36 - beta on
MutableSchedulingDirectivesForSuspendedJobs 1.35 1.35 alpha off;1.36 - beta on
MutatingAdmissionPolicy 1.30 1.33 alpha off;1.34 1.35 beta off;1.36 - ga on
NFTablesNetlink 1.37 - beta on
NFTablesProxyMode 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 - ga locked-on
NativeHistograms 1.36 1.36 alpha off;1.37 - beta on
NewVolumeManagerReconstruction 1.30 1.31 ga locked-on
NodeControllerLeaseCircuitBreaker 1.37 - beta on
NodeDeclaredFeatures 1.35 1.35 alpha off;1.36 1.36 beta on;1.37 - ga locked-on
NodeInclusionPolicyInPodTopologySpread 1.30 1.32 beta on;1.33 - ga locked-on
NodeLifecycleConditions 1.37 - alpha off
NodeLogQuery 1.30 1.35 beta off;1.36 - ga locked-on
NodeOutOfServiceVolumeDetach 1.30 1.31 ga locked-on
NodeSwap 1.30 1.33 beta on;1.34 - ga locked-on
NominatedNodeNameForExpectation 1.34 1.34 alpha off;1.35 - beta on
OpenAPIEnums 1.30 - beta on
OpportunisticBatching 1.35 - beta on
OrderedNamespaceDeletion 1.30 1.32 beta off;1.33 1.33 beta on;1.34 1.36 ga locked-on
PDBUnhealthyPodEvictionPolicy 1.30 1.30 beta on;1.31 1.32 ga locked-on
PLEGOnDemandRelist 1.36 1.36 beta on;1.37 - ga locked-on
PersistentVolumeClaimUnusedSinceTime 1.36 1.36 alpha off;1.37 - beta on
PersistentVolumeLastPhaseTransitionTime 1.30 1.30 beta on;1.31 1.32 ga locked-on
PodAndContainerStatsFromCRI 1.30 1.36 alpha off;1.37 - beta off
PodCertificateRequest 1.34 1.34 alpha off;1.35 1.36 beta off;1.37 - ga on
PodDeletionCost 1.30 - beta on
PodDisruptionConditions 1.30 1.30 beta on;1.31 1.33 ga locked-on
PodGroupPreemptionPolicy 1.37 - alpha off
PodHostIPs 1.30 1.31 ga locked-on
PodIndexLabel 1.30 1.31 beta on;1.32 1.34 ga locked-on
PodLevelResourceManagers 1.36 1.36 alpha off;1.37 - beta off
PodLevelResources 1.32 1.33 alpha off;1.34 - beta on
PodLevelResourcesFixDefaulting 1.37 - beta on
PodLevelResourcesFixKubeletQOSClass 1.37 - beta on
PodLifecycleSleepAction 1.30 1.33 beta on;1.34 1.36 ga locked-on
PodLifecycleSleepActionAllowZero 1.32 1.32 alpha off;1.33 1.33 beta on;1.34 1.36 ga locked-on
PodLogsQuerySplitStreams 1.32 - alpha off
PodObservedGenerationTracking 1.33 1.33 alpha off;1.34 1.34 beta on;1.35 - ga locked-on
PodReadyToStartContainersCondition 1.30 1.36 beta on;1.37 - ga locked-on
PodSchedulingReadiness 1.30 - ga locked-on
PodTopologyLabelsAdmission 1.33 1.34 alpha off;1.35 - beta on
PodsAPI 1.36 1.36 alpha off;1.37 - beta on
PortForwardWebsockets 1.30 1.30 alpha off;1.31 - beta on
PreferSameTrafficDistribution 1.33 1.33 alpha off;1.34 1.34 beta on;1.35 - ga locked-on
PreventStaticPodAPIReferences 1.34 1.36 beta on
ProbeHostPodSecurityStandards 1.34 1.34 ga locked-on
ProcMountType 1.30 1.30 alpha off;1.31 1.32 beta off;1.33 1.35 beta on;1.36 - ga locked-on
QOSReserved 1.30 - alpha off
ReadWriteOncePod 1.30 1.30 ga locked-on
RecoverVolumeExpansionFailure 1.30 1.31 alpha off;1.32 1.33 beta on;1.34 - ga locked-on
RecursiveReadOnlyMounts 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 - ga locked-on
ReduceDefaultCrashLoopBackOffDecay 1.33 - alpha off
RelaxedDNSSearchValidation 1.32 1.32 alpha off;1.33 1.33 beta on;1.34 1.36 ga locked-on
RelaxedEnvironmentVariableValidation 1.30 1.31 alpha off;1.32 1.33 beta on;1.34 - ga locked-on
RelaxedServiceNameValidation 1.34 1.35 alpha off;1.36 1.36 beta on;1.37 - ga locked-on
ReloadKubeletClientCAFile 1.36 - beta on
ReloadKubeletServerCertificateFile 1.31 - beta on
RemainingItemCount 1.30 1.32 ga locked-on
RemoteRequestHeaderUID 1.32 1.32 alpha off;1.33 - beta on
ResilientWatchCacheInitialization 1.31 1.33 beta on;1.34 1.36 ga locked-on
ResourceHealthStatus 1.31 1.35 alpha off;1.36 - beta on
ResourceHealthStatusMessage 1.36 - beta on
RestartAllContainersOnContainerExits 1.35 1.35 alpha off;1.36 - beta on
RetryGenerateName 1.30 1.30 alpha off;1.31 1.31 beta on;1.32 1.36 ga locked-on
RotateKubeletServerCertificate 1.30 - beta on
RuntimeClassInImageCriApi 1.30 - alpha off
SELinuxChangePolicy 1.32 1.32 alpha off;1.33 1.35 beta on;1.36 - ga locked-on
SELinuxMount 1.30 1.32 alpha off;1.33 1.36 beta off;1.37 - ga on
SELinuxMountReadWriteOncePod 1.30 1.35 beta on;1.36 - ga locked-on
SchedulerAsyncAPICalls 1.34 - beta off
SchedulerAsyncPreemption 1.32 1.32 alpha off;1.33 - beta on
SchedulerPopFromBackoffQ 1.33 - beta on
SchedulerPreQueueingHints 1.37 - alpha off
SchedulerQueueingHints 1.30 1.31 beta off;1.32 1.33 beta on;1.34 1.36 ga locked-on
SeparateCacheWatchRPC 1.30 1.32 beta on;1.33 1.35 deprecated off;1.36 - deprecated locked-off
SeparateTaintEvictionController 1.30 1.33 beta on;1.34 - ga locked-on
ServerSideApply 1.30 1.31 ga locked-on
ServerSideFieldValidation 1.30 1.31 ga locked-on
ServiceAccountNodeAudienceRestriction 1.32 1.32 beta off;1.33 - beta on
ServiceAccountTokenJTI 1.30 1.31 beta on;1.32 - ga locked-on
ServiceAccountTokenNodeBinding 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 - ga locked-on
ServiceAccountTokenNodeBindingValidation 1.30 1.31 beta on;1.32 - ga locked-on
ServiceAccountTokenPodNodeInfo 1.30 1.31 beta on;1.32 - ga locked-on
ServiceCIDRStatusFieldWiping 1.36 - deprecated on
ServiceNodePortStaticSubrange 1.30 1.30 ga locked-on
ServiceTrafficDistribution 1.30 1.30 alpha off;1.31 1.32 beta on;1.33 1.35 ga locked-on
ShardedListAndWatch 1.36 - alpha off
SidecarContainers 1.30 1.32 beta on;1.33 1.36 ga locked-on
SizeBasedListCostEstimate 1.34 - beta on
SizeMemoryBackedVolumes 1.30 1.31 beta on;1.32 1.34 ga locked-on
SkipReadOnlyValidationGCE 1.30 1.30 deprecated on
StableLoadBalancerNodeSet 1.30 1.31 ga locked-on
StaleControllerConsistencyDaemonSet 1.36 - beta on
StaleControllerConsistencyHPA 1.37 - beta on
StaleControllerConsistencyJob 1.36 - beta on
StaleControllerConsistencyReplicaSet 1.36 - beta on
StaleControllerConsistencyStatefulSet 1.36 - beta on
StatefulSetAutoDeletePVC 1.30 1.31 beta on;1.32 1.34 ga locked-on
StatefulSetRecreateStrategy 1.37 - alpha off
StatefulSetSemanticRevisionComparison 1.34 - beta on
StatefulSetStartOrdinal 1.30 1.30 beta on;1.31 1.33 ga locked-on
StorageCapacityScoring 1.33 1.36 alpha off;1.37 - beta on
StorageNamespaceIndex 1.30 1.32 beta on;1.33 - deprecated on
StorageVersionAPI 1.30 - alpha off
StorageVersionHash 1.30 - beta on
StorageVersionMigrator 1.30 1.34 alpha off;1.35 1.36 beta off;1.37 - ga on
StreamingCollectionEncodingToJSON 1.33 1.33 beta on;1.34 1.36 ga locked-on
StreamingCollectionEncodingToProtobuf 1.33 1.33 beta on;1.34 1.36 ga locked-on
StrictCostEnforcementForVAP 1.30 1.31 beta off;1.32 1.34 ga locked-on
StrictCostEnforcementForWebhooks 1.30 1.31 beta off;1.32 1.34 ga locked-on
StrictIPCIDRValidation 1.33 1.35 alpha off;1.36 - beta on
StructuredAuthenticationConfiguration 1.30 1.33 beta on;1.34 1.36 ga locked-on
StructuredAuthenticationConfigurationEgressSelector 1.34 - beta on
StructuredAuthenticationConfigurationJWKSMetrics 1.35 - beta on
StructuredAuthorizationConfiguration 1.30 1.31 beta on;1.32 1.35 ga locked-on
SupplementalGroupsPolicy 1.31 1.32 alpha off;1.33 1.34 beta on;1.35 - ga locked-on
SystemdWatchdog 1.32 1.34 beta on;1.35 - ga locked-on
TaintTolerationComparisonOperators 1.35 - alpha off
TokenRequestServiceAccountUIDValidation 1.34 - beta on
TopologyAwareHints 1.30 1.32 beta on;1.33 1.35 ga locked-on
TopologyAwareWorkloadScheduling 1.36 - alpha off
TopologyManagerPolicyAlphaOptions 1.30 - alpha off
TopologyManagerPolicyBetaOptions 1.30 - beta on
TopologyManagerPolicyOptions 1.30 1.31 beta on;1.32 1.35 ga on;1.36 - ga locked-on
TranslateStreamCloseWebsocketRequests 1.30 - beta on
UnauthenticatedHTTP2DOSMitigation 1.30 - beta on
UnknownVersionInteroperabilityProxy 1.30 1.35 alpha off;1.36 - beta on
UnlockWhileProcessingFIFO 1.36 - beta on
UserNamespacesHostNetworkSupport 1.35 - alpha off
UserNamespacesPodSecurityStandards 1.30 1.34 alpha off
UserNamespacesSupport 1.30 1.32 beta off;1.33 1.35 beta on;1.36 - ga locked-on
ValidatingAdmissionPolicy 1.30 1.31 ga locked-on
VolumeAttributesClass 1.30 1.30 alpha off;1.31 1.33 beta off;1.34 1.35 ga on;1.36 - ga locked-on
VolumeBindMountOptions 1.37 - alpha off
VolumeCapacityPriority 1.30 1.32 alpha off
VolumeLimitScaling 1.35 1.36 alpha off;1.37 - beta on
WatchBookmark 1.30 1.32 ga locked-on
WatchCacheInitializationPostStartHook 1.31 1.35 beta off;1.36 1.36 beta on;1.37 - ga locked-on
WatchFromStorageWithoutResourceVersion 1.30 1.32 beta off;1.33 1.35 deprecated locked-off
WatchList 1.30 1.31 alpha off;1.32 1.32 beta on;1.33 1.33 beta off;1.34 - beta on
WatchListClient 1.30 1.34 beta off;1.35 - beta on
WatchListCompression 1.37 - beta on
WebhookRoundTripLoadBalancing 1.37 - beta on
WinDSR 1.30 1.32 alpha off;1.33 1.33 beta on;1.34 - ga locked-on
WinOverlay 1.30 1.33 beta on;1.34 - ga locked-on
WindowsCPUAndMemoryAffinity 1.32 - alpha off
WindowsGracefulNodeShutdown 1.32 1.33 alpha off;1.34 - beta on
WindowsHostNetwork 1.30 1.32 alpha on;1.33 - deprecated off
WorkloadAwarePreemption 1.36 1.36 alpha off
WorkloadWithJob 1.36 - alpha off
ZeroLimitedNominalConcurrencyShares 1.30 1.31 ga locked-on`;
