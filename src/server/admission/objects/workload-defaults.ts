import { isMapping } from '../../../yaml/tree.ts';
import { defaultAutoscalerV1, dropRoundTripAnnotations } from './autoscaler-versions.ts';
import { inheritLabels } from './core-defaults.ts';
import {
  copyOf,
  type Draft,
  ensureStruct,
  setDefault,
  setIfZero,
  structIn,
  structsIn,
} from './draft.ts';
import type { Defaulter } from './server-defaults.ts';

/**
 * The defaults of the groups other than the core group.
 *
 * Source: `pkg/apis/{apps,batch,autoscaling,networking,rbac,storage,scheduling,discovery,resource}/<version>/defaults.go` of
 * Kubernetes.
 */
export const WORKLOAD_DEFAULTS: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['apps.v1.Deployment', defaultDeployment],
  ['apps.v1.DaemonSet', defaultDaemonSet],
  ['apps.v1.StatefulSet', defaultStatefulSet],
  ['apps.v1.ReplicaSet', (set) => setDefault(ensureStruct(set, 'spec'), 'replicas', 1)],
  ['batch.v1.Job', defaultJob],
  ['batch.v1.CronJobSpec', defaultCronJob],
  [
    'batch.v1.PodFailurePolicyOnPodConditionsPattern',
    (pattern) => setIfZero(pattern, 'status', 'True'),
  ],
  ['autoscaling.v1.HorizontalPodAutoscalerSpec', (spec) => setDefault(spec, 'minReplicas', 1)],
  ['autoscaling.v1.HorizontalPodAutoscaler', defaultAutoscalerV1],
  ['autoscaling.v2.HorizontalPodAutoscaler', dropRoundTripAnnotations],
  ['autoscaling.v2.HorizontalPodAutoscalerSpec', defaultAutoscaler],
  ['networking.v1.IngressClassParametersReference', (ref) => setDefault(ref, 'scope', 'Cluster')],
  ['rbac.v1.RoleRef', (ref) => setIfZero(ref, 'apiGroup', 'rbac.authorization.k8s.io')],
  ['rbac.v1.Subject', defaultSubject],
  ['storage.v1.StorageClass', defaultStorageClass],
  ['storage.v1.CSIDriverSpec', defaultCsiDriver],
  [
    'scheduling.v1.PriorityClass',
    (priority) => setDefault(priority, 'preemptionPolicy', 'PreemptLowerPriority'),
  ],
  ['discovery.v1.EndpointPort', defaultEndpointPort],
  ['resource.v1.ExactDeviceRequest', defaultDeviceRequest],
  ['resource.v1.DeviceSubRequest', defaultDeviceRequest],
  ['resource.v1beta2.ExactDeviceRequest', defaultDeviceRequest],
  ['resource.v1beta2.DeviceSubRequest', defaultDeviceRequest],
  ['resource.v1beta1.DeviceSubRequest', defaultDeviceRequest],
  [
    'resource.v1beta1.DeviceRequest',
    (request) => {
      if ((request.deviceClassName ?? '') !== '') defaultDeviceRequest(request);
    },
  ],
]);

function defaultDeployment(deployment: Draft): void {
  const spec = ensureStruct(deployment, 'spec');
  setDefault(spec, 'replicas', 1);
  const strategy = ensureStruct(spec, 'strategy');
  setIfZero(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = ensureStruct(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', '25%');
    setDefault(rolling, 'maxSurge', '25%');
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  setDefault(spec, 'progressDeadlineSeconds', 600);
}

function defaultDaemonSet(set: Draft): void {
  const spec = ensureStruct(set, 'spec');
  const strategy = ensureStruct(spec, 'updateStrategy');
  setIfZero(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = ensureStruct(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', 1);
    setDefault(rolling, 'maxSurge', 0);
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  // A field of the beta versions became an annotation in v1.
  const annotations = ensureStruct(ensureStruct(set, 'metadata'), 'annotations');
  setDefault(annotations, 'deprecated.daemonset.template.generation', '0');
}

function defaultStatefulSet(set: Draft): void {
  const spec = ensureStruct(set, 'spec');
  setIfZero(spec, 'podManagementPolicy', 'OrderedReady');
  const strategy = ensureStruct(spec, 'updateStrategy');
  if ((strategy.type ?? '') === '') {
    strategy.type = 'RollingUpdate';
    ensureStruct(strategy, 'rollingUpdate');
  }
  const rolling = structIn(strategy, 'rollingUpdate');
  if (strategy.type === 'RollingUpdate' && rolling !== undefined) {
    setDefault(rolling, 'partition', 0);
  }
  const retention = ensureStruct(spec, 'persistentVolumeClaimRetentionPolicy');
  setIfZero(retention, 'whenDeleted', 'Retain');
  setIfZero(retention, 'whenScaled', 'Retain');
  setDefault(spec, 'replicas', 1);
  setDefault(spec, 'revisionHistoryLimit', 10);
  for (const claim of structsIn(spec, 'volumeClaimTemplates')) {
    claim.apiVersion = 'v1';
    claim.kind = 'PersistentVolumeClaim';
  }
}

const MAX_INT32 = 2_147_483_647;

function defaultJob(job: Draft): void {
  const spec = ensureStruct(job, 'spec');
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  setDefault(spec, 'parallelism', 1);
  setDefault(spec, 'backoffLimit', spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32);
  const template = structIn(spec, 'template');
  const labels = template && structIn(template, 'metadata')?.labels;
  if (isMapping(labels)) inheritLabels(job, labels);
  setDefault(spec, 'completionMode', 'NonIndexed');
  setDefault(spec, 'suspend', false);
  const replacement = spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  setDefault(spec, 'podReplacementPolicy', replacement);
  setDefault(spec, 'manualSelector', false);
}

function defaultCronJob(spec: Draft): void {
  setIfZero(spec, 'concurrencyPolicy', 'Allow');
  setDefault(spec, 'suspend', false);
  setDefault(spec, 'successfulJobsHistoryLimit', 3);
  setDefault(spec, 'failedJobsHistoryLimit', 1);
}

function defaultAutoscaler(spec: Draft): void {
  setDefault(spec, 'minReplicas', 1);
  if (!Array.isArray(spec.metrics) || spec.metrics.length === 0) {
    spec.metrics = [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ].map(copyOf);
  }
  const behavior = structIn(spec, 'behavior');
  if (behavior === undefined) return;
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  const scaleUp = ensureStruct(behavior, 'scaleUp');
  setDefault(scaleUp, 'stabilizationWindowSeconds', 0);
  setDefault(
    scaleUp,
    'policies',
    [{ type: 'Pods', value: 4, periodSeconds: 15 }, percent].map(copyOf),
  );
  setDefault(scaleUp, 'selectPolicy', 'Max');
  const scaleDown = ensureStruct(behavior, 'scaleDown');
  setDefault(scaleDown, 'policies', [percent].map(copyOf));
  setDefault(scaleDown, 'selectPolicy', 'Max');
}

function defaultSubject(subject: Draft): void {
  if (subject.kind === 'User' || subject.kind === 'Group') {
    setIfZero(subject, 'apiGroup', 'rbac.authorization.k8s.io');
  }
}

function defaultStorageClass(storage: Draft): void {
  setDefault(storage, 'reclaimPolicy', 'Delete');
  setDefault(storage, 'volumeBindingMode', 'Immediate');
}

function defaultCsiDriver(spec: Draft): void {
  setDefault(spec, 'attachRequired', true);
  setDefault(spec, 'podInfoOnMount', false);
  setDefault(spec, 'storageCapacity', false);
  setDefault(spec, 'fsGroupPolicy', 'ReadWriteOnceWithFSType');
  setDefault(spec, 'volumeLifecycleModes', ['Persistent']);
  setDefault(spec, 'requiresRepublish', false);
  setDefault(spec, 'seLinuxMount', false);
}

function defaultDeviceRequest(request: Draft): void {
  setIfZero(request, 'allocationMode', 'ExactCount');
  if (request.allocationMode === 'ExactCount') setIfZero(request, 'count', 1);
}

function defaultEndpointPort(port: Draft): void {
  setDefault(port, 'name', '');
  setDefault(port, 'protocol', 'TCP');
}
