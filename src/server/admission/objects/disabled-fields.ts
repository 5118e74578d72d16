import { onceForEach } from '../../../base/once-for-each.ts';
import { isMapping } from '../../../yaml/tree.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import type { FieldType } from '../../kubernetes/field-type.ts';
import { hasGate, type Server } from '../../kubernetes/server.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { type Draft, structsIn } from './draft.ts';

/**
 * The feature gates without which the server drops a field, by definition. A field can be named under several gates.
 *
 * Source: the functions `dropDisabled...` in `pkg/api` and `pkg/registry` of Kubernetes.
 */
const GATED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'core.v1.PodSpec': {
    DynamicResourceAllocation: ['resourceClaims'],
    EvictionRequestAPI: ['evictionResponders'],
    GenericWorkload: ['schedulingGroup', 'workloadRef'],
    HostnameOverride: ['hostnameOverride'],
    PodLevelResources: ['resources'],
    UserNamespacesSupport: ['hostUsers'],
  },
  'core.v1.PodSecurityContext': {
    SELinuxChangePolicy: ['seLinuxChangePolicy'],
    SupplementalGroupsPolicy: ['supplementalGroupsPolicy'],
  },
  'core.v1.Container': {
    ContainerRestartRules: ['restartPolicyRules'],
    InPlacePodVerticalScaling: ['resizePolicy'],
  },
  'core.v1.EphemeralContainer': {
    ContainerRestartRules: ['restartPolicyRules'],
    InPlacePodVerticalScaling: ['resizePolicy'],
  },
  'core.v1.ResourceRequirements': { DynamicResourceAllocation: ['claims'] },
  'core.v1.VolumeMount': {
    RecursiveReadOnlyMounts: ['recursiveReadOnly'],
    VolumeBindMountOptions: ['bindMountOptions'],
  },
  'core.v1.EnvVarSource': { EnvFiles: ['fileKeyRef'] },
  'core.v1.Lifecycle': { ContainerStopSignals: ['stopSignal'] },
  'core.v1.GRPCAction': { GRPCContainerProbeTLS: ['mode'] },
  'core.v1.HTTPGetAction': { H2CContainerProbe: ['protocol'] },
  'core.v1.LifecycleHandler': { PodLifecycleSleepAction: ['sleep'] },
  'core.v1.PodAffinityTerm': {
    MatchLabelKeysInPodAffinity: ['matchLabelKeys', 'mismatchLabelKeys'],
  },
  'core.v1.TopologySpreadConstraint': {
    MatchLabelKeysInPodTopologySpread: ['matchLabelKeys'],
    NodeInclusionPolicyInPodTopologySpread: ['nodeAffinityPolicy', 'nodeTaintsPolicy'],
  },
  'core.v1.EmptyDirVolumeSource': { EmptyDirVolumeMode: ['mode'] },
  'core.v1.VolumeProjection': {
    ClusterTrustBundleProjection: ['clusterTrustBundle'],
    PodCertificateRequest: ['podCertificate'],
  },
  'core.v1.SecretVolumeSource': { AtomicWriteVolumeUserFields: ['defaultUser'] },
  'core.v1.ConfigMapVolumeSource': { AtomicWriteVolumeUserFields: ['defaultUser'] },
  'core.v1.DownwardAPIVolumeSource': { AtomicWriteVolumeUserFields: ['defaultUser'] },
  'core.v1.ProjectedVolumeSource': { AtomicWriteVolumeUserFields: ['defaultUser'] },
  'core.v1.KeyToPath': { AtomicWriteVolumeUserFields: ['user'] },
  'core.v1.DownwardAPIVolumeFile': { AtomicWriteVolumeUserFields: ['user'] },
  'core.v1.ServiceAccountTokenProjection': { AtomicWriteVolumeUserFields: ['user'] },
  'core.v1.ClusterTrustBundleProjection': { AtomicWriteVolumeUserFields: ['user'] },
  'core.v1.PodCertificateProjection': { AtomicWriteVolumeUserFields: ['user'] },
  'core.v1.NodeSpec': { InPlacePodVerticalScalingSchedulerPreemption: ['podPreemptionPolicy'] },
  'core.v1.NodeStatus': {
    NodeDeclaredFeatures: ['declaredFeatures'],
    SupplementalGroupsPolicy: ['features'],
  },
  'core.v1.ServiceSpec': { ServiceTrafficDistribution: ['trafficDistribution'] },
  'apiextensions.v1.CustomResourceDefinitionVersion': {
    CustomResourceFieldSelectors: ['selectableFields'],
  },
  'apps.v1.RollingUpdateStatefulSetStrategy': { MaxUnavailableStatefulSet: ['maxUnavailable'] },
  'autoscaling.v2.HPAScalingRules': { HPAConfigurableTolerance: ['tolerance'] },
  'batch.v1.JobSpec': {
    JobManagedBy: ['managedBy'],
    JobSuccessPolicy: ['successPolicy'],
    WorkloadWithJob: ['scheduling'],
  },
  'coordination.v1.LeaseSpec': { CoordinatedLeaderElection: ['preferredHolder', 'strategy'] },
  'discovery.v1.EndpointHints': { PreferSameTrafficDistribution: ['forNodes'] },
  'storage.v1.CSIDriverSpec': {
    CSIServiceAccountTokenSecrets: ['serviceAccountTokenInSecrets'],
    MutableCSINodeAllocatableCount: ['nodeAllocatableUpdatePeriodSeconds'],
    SELinuxMountReadWriteOncePod: ['seLinuxMount'],
    VolumeLimitScaling: ['preventPodSchedulingIfMissing'],
  },
  'storage.v1.CSINodeStatus': { CSIVolumeHealth: ['storageHealth'] },
  'resource.v1.DeviceClassSpec': { DRAExtendedResource: ['extendedResourceName'] },
  'resource.v1.DeviceConstraint': { DRAConsumableCapacity: ['distinctAttribute'] },
  'resource.v1.DeviceRequest': { DRAPrioritizedList: ['firstAvailable'] },
  'resource.v1.ExactDeviceRequest': {
    DRAAdminAccess: ['adminAccess'],
    DRAConsumableCapacity: ['capacity'],
    DRADerivedAttributes: ['derivedAttributes'],
    DRADeviceTaints: ['tolerations'],
  },
  'resource.v1.DeviceSubRequest': {
    DRAConsumableCapacity: ['capacity'],
    DRADerivedAttributes: ['derivedAttributes'],
    DRADeviceTaints: ['tolerations'],
  },
  'resource.v1.ResourceSliceSpec': {
    DRAOptionalNodeOperations: ['skipNodeOperations'],
    DRAPartitionableDevices: ['perDeviceNodeSelection', 'sharedCounters'],
    DRAPartitionableDevicesType: ['partitionTypeAttribute'],
  },
  'resource.v1.Device': {
    DRAConsumableCapacity: ['allowMultipleAllocations'],
    DRADeviceBindingConditions: ['bindingConditions', 'bindingFailureConditions', 'bindsToNode'],
    DRADeviceTaints: ['taints'],
    DRANodeAllocatableResources: ['nodeAllocatableResources'],
    DRAPartitionableDevices: ['allNodes', 'consumesCounters', 'nodeName', 'nodeSelector'],
  },
  'resource.v1.DeviceCapacity': { DRAConsumableCapacity: ['requestPolicy'] },
  'resource.v1.DeviceCounterConsumption': {
    DRADeviceCompatibilityGroups: ['compatibilityGroups'],
  },
};

/** What the server changes of a struct in addition if a feature is disabled. */
type Drop = (struct: Draft, isDisabled: (gate: string) => boolean) => void;

const DROPS: ReadonlyMap<string, Drop> = new Map<string, Drop>([
  ['core.v1.PodSpec', dropOfPod],
  ['core.v1.Container', dropOfContainer],
  ['core.v1.EphemeralContainer', dropOfContainer],
  ['core.v1.SecurityContext', dropOfSecurityContext],
]);

/**
 * Drops the fields of features that the server has disabled, unless the stored object uses the feature.
 *
 * @param definition of the object, such as `core.v1.Pod`
 * @param stored the object before an update; undefined for a new one
 */
export function dropDisabledFields(
  definition: string,
  object: Draft,
  server: Server,
  stored: Mapping | undefined,
): void {
  const used = new Set<string>();
  if (stored !== undefined) {
    walk(definition, stored, (name, struct) => {
      for (const [gate, fields] of Object.entries(GATED[name] ?? {})) {
        if (fields.some((field) => field in struct)) used.add(gate);
      }
      if (name === 'core.v1.Volume' && isMapping(struct.image)) used.add('ImageVolume');
    });
  }
  const disabled = disabledGates(server);
  const isDisabled = (gate: string): boolean => disabled.has(gate) && !used.has(gate);
  walk(definition, object, (name, struct) => {
    for (const [gate, fields] of Object.entries(GATED[name] ?? {})) {
      if (!isDisabled(gate)) continue;
      for (const field of fields) delete struct[field];
    }
    DROPS.get(name)?.(struct, isDisabled);
  });
}

/** The gates that a server has disabled, among those of fields. */
const disabledGates: (server: Server) => ReadonlySet<string> = onceForEach((server: Server) => {
  const gates = Object.values(GATED).flatMap((fields) => Object.keys(fields));
  const all = new Set([...gates, 'ImageVolume', 'ProcMountType']);
  return new Set([...all].filter((gate) => hasGate(server, gate, false)));
});

/** Visits the structs of an object that can have such fields, the outer ones first. */
function walk<S extends Mapping>(
  definition: string,
  object: S,
  visit: (definition: string, struct: S) => void,
): void {
  visit(definition, object);
  for (const [name, { type }] of findDefinition(definition)?.fields ?? []) {
    const value = object[name];
    if (value !== undefined && reachesGates(type)) walkValue(type, value, visit);
  }
}

function walkValue<S extends Mapping>(
  type: FieldType,
  value: Value,
  visit: (definition: string, struct: S) => void,
): void {
  if (type.shape === 'object' && isMapping(value)) {
    // All structs in a draft are drafts.
    walk(type.definition, value as S, visit);
  } else if (type.shape === 'list' && Array.isArray(value)) {
    for (const item of value) walkValue(type.of, item, visit);
  } else if (type.shape === 'map' && isMapping(value)) {
    for (const item of Object.values(value)) walkValue(type.of, item, visit);
  }
}

const known = new Map<string, boolean>();

/** Reports whether a value of a type can have a field that needs a feature. */
function reachesGates(type: FieldType): boolean {
  if (type.shape === 'list' || type.shape === 'map') return reachesGates(type.of);
  if (type.shape !== 'object') return false;
  const { definition } = type;
  let reaches = known.get(definition);
  if (reaches === undefined) {
    // A definition that refers to itself counts as having none until the result is known.
    known.set(definition, false);
    reaches =
      definition in GATED ||
      DROPS.has(definition) ||
      [...(findDefinition(definition)?.fields.values() ?? [])].some((field) =>
        reachesGates(field.type),
      );
    known.set(definition, reaches);
  }
  return reaches;
}

/** Without image volumes, their mounts are dropped too. */
function dropOfPod(spec: Draft, isDisabled: (gate: string) => boolean): void {
  if (!isDisabled('ImageVolume')) return;
  const images = structsIn(spec, 'volumes').filter(({ image }) => isMapping(image));
  if (images.length === 0) return;
  const names = new Set(images.map(({ name }) => name));
  spec.volumes = structsIn(spec, 'volumes').filter((volume) => !images.includes(volume));
  for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const container of structsIn(spec, list)) {
      if (!Array.isArray(container.volumeMounts)) continue;
      container.volumeMounts = structsIn(container, 'volumeMounts').filter(
        ({ name }) => !names.has(name),
      );
    }
  }
}

/** Without restart rules, only init containers have a restart policy, which is `Always`. */
function dropOfContainer(container: Draft, isDisabled: (gate: string) => boolean): void {
  if (isDisabled('ContainerRestartRules') && container.restartPolicy !== 'Always') {
    delete container.restartPolicy;
  }
  const { lifecycle } = container;
  if (isDisabled('ContainerStopSignals') && isMapping(lifecycle)) {
    const { stopSignal, ...others } = lifecycle;
    if (stopSignal !== undefined && Object.keys(others).length === 0) delete container.lifecycle;
  }
}

function dropOfSecurityContext(context: Draft, isDisabled: (gate: string) => boolean): void {
  if (context.procMount !== undefined && isDisabled('ProcMountType')) context.procMount = 'Default';
}
