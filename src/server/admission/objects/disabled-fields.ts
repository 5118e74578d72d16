import { onceForEach } from '../../../base/once-for-each.ts';
import { isMapping } from '../../../yaml/tree.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import type { FieldType } from '../../kubernetes/field-type.ts';
import { holdsIn, type Minor, type MinorRange } from '../../kubernetes/minors.ts';
import { hasGate, type Server } from '../../kubernetes/server.ts';
import { SERVER_CHANGES } from '../../kubernetes/server-changes.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { type Draft, structsIn } from './draft.ts';

const TOLERATIONS_SINCE = SERVER_CHANGES['dropped-tolerations'].since;

/**
 * A definition, a feature gate, the fields that the server drops without it, and the first minor that drops them, if
 * earlier ones with the gate keep them.
 *
 * Source: the functions `dropDisabled...` in `pkg/api` and `pkg/registry` of Kubernetes.
 */
const TABLE = `
  core.v1.PodSpec DynamicResourceAllocation resourceClaims
  core.v1.PodSpec EvictionRequestAPI evictionResponders
  core.v1.PodSpec GenericWorkload schedulingGroup,workloadRef
  core.v1.PodSpec HostnameOverride hostnameOverride
  core.v1.PodSpec PodLevelResources resources
  core.v1.PodSpec UserNamespacesSupport hostUsers
  core.v1.PodSecurityContext SELinuxChangePolicy seLinuxChangePolicy
  core.v1.PodSecurityContext SupplementalGroupsPolicy supplementalGroupsPolicy
  core.v1.Container ContainerRestartRules restartPolicyRules
  core.v1.Container InPlacePodVerticalScaling resizePolicy
  core.v1.EphemeralContainer ContainerRestartRules restartPolicyRules
  core.v1.EphemeralContainer InPlacePodVerticalScaling resizePolicy
  core.v1.ResourceRequirements DynamicResourceAllocation claims
  core.v1.VolumeMount RecursiveReadOnlyMounts recursiveReadOnly
  core.v1.VolumeMount VolumeBindMountOptions bindMountOptions
  core.v1.EnvVarSource EnvFiles fileKeyRef
  core.v1.Lifecycle ContainerStopSignals stopSignal
  core.v1.GRPCAction GRPCContainerProbeTLS mode
  core.v1.HTTPGetAction H2CContainerProbe protocol
  core.v1.LifecycleHandler PodLifecycleSleepAction sleep
  core.v1.PodAffinityTerm MatchLabelKeysInPodAffinity matchLabelKeys,mismatchLabelKeys
  core.v1.TopologySpreadConstraint MatchLabelKeysInPodTopologySpread matchLabelKeys
  core.v1.TopologySpreadConstraint NodeInclusionPolicyInPodTopologySpread nodeAffinityPolicy,nodeTaintsPolicy
  core.v1.EmptyDirVolumeSource EmptyDirVolumeMode mode
  core.v1.VolumeProjection ClusterTrustBundleProjection clusterTrustBundle
  core.v1.VolumeProjection PodCertificateRequest podCertificate
  core.v1.SecretVolumeSource AtomicWriteVolumeUserFields defaultUser
  core.v1.ConfigMapVolumeSource AtomicWriteVolumeUserFields defaultUser
  core.v1.DownwardAPIVolumeSource AtomicWriteVolumeUserFields defaultUser
  core.v1.ProjectedVolumeSource AtomicWriteVolumeUserFields defaultUser
  core.v1.KeyToPath AtomicWriteVolumeUserFields user
  core.v1.DownwardAPIVolumeFile AtomicWriteVolumeUserFields user
  core.v1.ServiceAccountTokenProjection AtomicWriteVolumeUserFields user
  core.v1.ClusterTrustBundleProjection AtomicWriteVolumeUserFields user
  core.v1.PodCertificateProjection AtomicWriteVolumeUserFields user
  core.v1.NodeSpec InPlacePodVerticalScalingSchedulerPreemption podPreemptionPolicy
  core.v1.NodeStatus NodeDeclaredFeatures declaredFeatures
  core.v1.NodeStatus SupplementalGroupsPolicy features
  core.v1.ServiceSpec ServiceTrafficDistribution trafficDistribution
  apiextensions.v1.CustomResourceDefinitionVersion CustomResourceFieldSelectors selectableFields
  apps.v1.RollingUpdateStatefulSetStrategy MaxUnavailableStatefulSet maxUnavailable
  autoscaling.v2.HPAScalingRules HPAConfigurableTolerance tolerance
  batch.v1.JobSpec JobManagedBy managedBy
  batch.v1.JobSpec JobSuccessPolicy successPolicy
  batch.v1.JobSpec WorkloadWithJob scheduling
  coordination.v1.LeaseSpec CoordinatedLeaderElection preferredHolder,strategy
  discovery.v1.EndpointHints PreferSameTrafficDistribution forNodes
  storage.v1.CSIDriverSpec CSIServiceAccountTokenSecrets serviceAccountTokenInSecrets
  storage.v1.CSIDriverSpec MutableCSINodeAllocatableCount nodeAllocatableUpdatePeriodSeconds
  storage.v1.CSIDriverSpec SELinuxMountReadWriteOncePod seLinuxMount
  storage.v1.CSIDriverSpec VolumeLimitScaling preventPodSchedulingIfMissing
  storage.v1.CSINodeStatus CSIVolumeHealth storageHealth
  resource.v1.DeviceClassSpec DRAExtendedResource extendedResourceName
  resource.v1.DeviceConstraint DRAConsumableCapacity distinctAttribute
  resource.v1.DeviceRequest DRAPrioritizedList firstAvailable
  resource.v1.ExactDeviceRequest DRAAdminAccess adminAccess
  resource.v1.ExactDeviceRequest DRAConsumableCapacity capacity
  resource.v1.ExactDeviceRequest DRADerivedAttributes derivedAttributes
  resource.v1.ExactDeviceRequest DRADeviceTaints tolerations ${TOLERATIONS_SINCE}
  resource.v1.DeviceSubRequest DRAConsumableCapacity capacity
  resource.v1.DeviceSubRequest DRADerivedAttributes derivedAttributes
  resource.v1.DeviceSubRequest DRADeviceTaints tolerations ${TOLERATIONS_SINCE}
  resource.v1.ResourceSliceSpec DRAOptionalNodeOperations skipNodeOperations
  resource.v1.ResourceSliceSpec DRAPartitionableDevices perDeviceNodeSelection,sharedCounters
  resource.v1.ResourceSliceSpec DRAPartitionableDevicesType partitionTypeAttribute
  resource.v1.Device DRAConsumableCapacity allowMultipleAllocations
  resource.v1.Device DRADeviceBindingConditions bindingConditions,bindingFailureConditions,bindsToNode
  resource.v1.Device DRADeviceTaints taints
  resource.v1.Device DRANodeAllocatableResources nodeAllocatableResources
  resource.v1.Device DRAPartitionableDevices allNodes,consumesCounters,nodeName,nodeSelector
  resource.v1.DeviceCapacity DRAConsumableCapacity requestPolicy
  resource.v1.DeviceCounterConsumption DRADeviceCompatibilityGroups compatibilityGroups
`;

/** The gates of the fields of a definition, each with the fields. */
type GatedFields = readonly (readonly [
  gate: string,
  fields: readonly string[],
  minors: MinorRange,
])[];

let table: ReadonlyMap<string, GatedFields> | undefined;

function gatedFields(): ReadonlyMap<string, GatedFields> {
  if (table === undefined) {
    const byDefinition = new Map<string, GatedFields>();
    for (const line of TABLE.trim().split('\n')) {
      const [definition = '', gate = '', fields = '', since] = line.trim().split(' ');
      const known = byDefinition.get(definition) ?? [];
      const minors = since === undefined ? {} : { since: since as Minor };
      byDefinition.set(definition, [...known, [gate, fields.split(','), minors]]);
    }
    table = byDefinition;
  }
  return table;
}

/** Changes a struct in addition if a feature is disabled. */
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
      for (const [gate, fields] of gatedFields().get(name) ?? []) {
        if (fields.some((field) => struct[field] !== undefined)) used.add(gate);
      }
      if (name === 'core.v1.Volume' && isMapping(struct.image)) used.add('ImageVolume');
    });
  }
  const disabled = disabledGates(server);
  const isDisabled = (gate: string): boolean => disabled.has(gate) && !used.has(gate);
  walk(definition, object, (name, struct) => {
    for (const [gate, fields, minors] of gatedFields().get(name) ?? []) {
      if (!isDisabled(gate) || !holdsIn(minors, server.minor)) continue;
      for (const field of fields) delete struct[field];
    }
    DROPS.get(name)?.(struct, isDisabled);
  });
}

/** The gates that a server has disabled, among those of fields. */
const disabledGates: (server: Server) => ReadonlySet<string> = onceForEach((server: Server) => {
  const gates = [...gatedFields().values()].flatMap((fields) => fields.map(([gate]) => gate));
  const all = new Set([...gates, 'ImageVolume', 'ProcMountType']);
  return new Set([...all].filter((gate) => hasGate(server, gate, false)));
});

/** The names of the fields of a definition that a server drops from new objects. */
export function disabledFieldNames(definition: string, server: Server): readonly string[] {
  const disabled = disabledGates(server);
  return (gatedFields().get(definition) ?? []).flatMap(([gate, fields, minors]) =>
    disabled.has(gate) && holdsIn(minors, server.minor) ? fields : [],
  );
}

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
      gatedFields().has(definition) ||
      DROPS.has(definition) ||
      [...(findDefinition(definition)?.fields.values() ?? [])].some((field) =>
        reachesGates(field.type),
      );
    known.set(definition, reaches);
  }
  return reaches;
}

/** Without restart rules, only init containers have a restart policy. */
function dropOfPod(spec: Draft, isDisabled: (gate: string) => boolean): void {
  if (isDisabled('ContainerRestartRules')) {
    for (const list of ['containers', 'ephemeralContainers']) {
      for (const container of structsIn(spec, list)) delete container.restartPolicy;
    }
  }
  if (isDisabled('ImageVolume')) dropImageVolumes(spec);
}

function dropImageVolumes(spec: Draft): void {
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

/** Without restart rules, the restart policy of an init container is `Always`. */
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
