import { INT32_MAX } from '../../../base/go/integers.ts';
import { isMapping, type Mapping, mappingIn } from '../../../yaml/tree.ts';
import { groupAndVersion } from '../../kubernetes/api-version.ts';
import { compareMinors, type Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import {
  type Defaulter,
  withDefaults,
  withField,
  within,
  withinEach,
  withZeroDefault,
} from '../defaulter.ts';
import { withMembers } from '../settle.ts';
import { defaultAutoscaler, defaultAutoscalerV1, dropRoundTripAnnotations } from './autoscalers.ts';
import { inheritLabels } from './core.ts';
import { defaultCount } from './devices.ts';

/**
 * The defaults of the groups other than the core group that depend on other fields.
 *
 * Source: `pkg/apis/{apps,batch,autoscaling,rbac,resource,storage}/<version>/defaults.go` of Kubernetes.
 */
export const WORKLOAD_DEFAULTS: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['apps.v1.DeploymentStrategy', rollingUpdateWith({ maxUnavailable: '25%', maxSurge: '25%' })],
  ['apps.v1.DaemonSetUpdateStrategy', rollingUpdateWith({ maxUnavailable: 1, maxSurge: 0 })],
  ['apps.v1.StatefulSetSpec', defaultStatefulSet],
  ['apps.v1.StatefulSetUpdateStrategy', defaultStatefulSetStrategy],
  ['batch.v1.Job', defaultJob],
  ['batch.v1.CronJob', defaultCronJob],
  ['autoscaling.v1.HorizontalPodAutoscaler', defaultAutoscalerV1],
  ['autoscaling.v2.HorizontalPodAutoscaler', dropRoundTripAnnotations],
  ['autoscaling.v2.HorizontalPodAutoscalerSpec', defaultAutoscaler],
  ['rbac.v1.Subject', defaultSubject],
  ['rbac.v1alpha1.Subject', convertAlphaSubject],
  ['node.v1alpha1.RuntimeClass', convertAlphaRuntimeClass],
  [
    'storage.v1.CSIDriverSpec',
    (spec, minor) => {
      const modes = spec.volumeLifecycleModes;
      const isEmpty = Array.isArray(modes) && modes.length === 0;
      const settled = isEmpty ? withField(spec, 'volumeLifecycleModes', ['Persistent']) : spec;
      return compareMinors(minor, '1.37') >= 0
        ? withDefaults(settled, { preventPodSchedulingIfMissing: false })
        : settled;
    },
  ],
  ['resource.v1.ExactDeviceRequest', defaultCount],
  ['resource.v1.DeviceSubRequest', defaultCount],
  ['resource.v1beta2.ExactDeviceRequest', defaultCount],
  ['resource.v1beta2.DeviceSubRequest', defaultCount],
  ['resource.v1beta1.DeviceSubRequest', defaultCount],
  ['resource.v1beta1.DeviceRequest', defaultOldDeviceRequest],
  ['resource.v1alpha3.DeviceSubRequest', defaultCount],
  ['resource.v1alpha3.DeviceRequest', defaultOldDeviceRequest],
  ...['v1beta2', 'v1beta1', 'v1alpha3'].map((version): [string, Defaulter] => [
    `resource.${version}.DeviceToleration`,
    (toleration) => withZeroDefault(toleration, 'operator', 'Equal'),
  ]),
]);

function rollingUpdateWith(defaults: Mapping): Defaulter {
  return (strategy) =>
    strategy.type === 'RollingUpdate'
      ? within(strategy, 'rollingUpdate', (rolling) => withDefaults(rolling, defaults))
      : strategy;
}

function defaultStatefulSet(spec: Mapping): Mapping {
  return withinEach(spec, 'volumeClaimTemplates', (claim) =>
    withField(withField(claim, 'apiVersion', 'v1'), 'kind', 'PersistentVolumeClaim'),
  );
}

function defaultStatefulSetStrategy(strategy: Mapping, minor: Minor): Mapping {
  const defaults = serverHas('stateful-set-max-unavailable', minor)
    ? { partition: 0, maxUnavailable: 1 }
    : { partition: 0 };
  const isGiven = (strategy.type ?? '') !== '';
  const typed = isGiven ? strategy : withField(strategy, 'type', 'RollingUpdate');
  return typed.type === 'RollingUpdate' && (!isGiven || isMapping(typed.rollingUpdate))
    ? within(typed, 'rollingUpdate', (rolling) => withDefaults(rolling, defaults))
    : typed;
}

function defaultJob(job: Mapping): Mapping {
  const defaulted = within(job, 'spec', (spec) => {
    const isUncounted = spec.completions === undefined && spec.parallelism === undefined;
    return withDefaults(defaultConditions(spec), {
      ...(isUncounted && { completions: 1 }),
      parallelism: 1,
      backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : INT32_MAX,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
      manualSelector: false,
    });
  });
  const { labels } = mappingIn(mappingIn(mappingIn(job, 'spec'), 'template'), 'metadata');
  return isMapping(labels) ? inheritLabels(defaulted, labels) : defaulted;
}

function defaultCronJob(job: Mapping, minor: Minor): Mapping {
  if (!serverHas('cron-job-condition-status', minor)) return job;
  return within(job, 'spec', (spec) =>
    within(spec, 'jobTemplate', (template) => within(template, 'spec', defaultConditions)),
  );
}

/** Sets the status of the conditions of pods in the failure policy of a Job. */
function defaultConditions(jobSpec: Mapping): Mapping {
  return within(jobSpec, 'podFailurePolicy', (policy) =>
    withinEach(policy, 'rules', (rule) =>
      withinEach(rule, 'onPodConditions', (condition) =>
        withZeroDefault(condition, 'status', 'True'),
      ),
    ),
  );
}

function defaultSubject(subject: Mapping): Mapping {
  return subject.kind === 'User' || subject.kind === 'Group'
    ? withZeroDefault(subject, 'apiGroup', 'rbac.authorization.k8s.io')
    : subject;
}

/**
 * Gives a subject of v1alpha1 its group.
 *
 * Source: `Convert_v1alpha1_Subject_To_rbac_Subject` in `pkg/apis/rbac/v1alpha1/conversion.go` of Kubernetes.
 */
function convertAlphaSubject(subject: Mapping): Mapping {
  const { kind, apiVersion } = subject;
  if (kind === 'ServiceAccount' || kind === 'User' || kind === 'Group')
    return defaultSubject(subject);
  const { group } = groupAndVersion(typeof apiVersion === 'string' ? apiVersion : '');
  return withField(subject, 'apiGroup', group);
}

/**
 * Moves the fields of a RuntimeClass of v1alpha1 to their places in later versions.
 *
 * Source: `Convert_v1alpha1_RuntimeClass_To_node_RuntimeClass` in `pkg/apis/node/v1alpha1/conversion.go` of Kubernetes.
 */
function convertAlphaRuntimeClass(object: Mapping): Mapping {
  const spec = isMapping(object.spec) ? object.spec : {};
  const { runtimeHandler: handler = '', overhead, scheduling } = spec;
  return withMembers(object, {
    handler,
    ...(overhead !== undefined && { overhead }),
    ...(scheduling !== undefined && { scheduling }),
  });
}

/**
 * Applies the defaults to a request of v1beta1 or v1alpha3, which is an exact request if it has a class, or if there
 * are no others.
 */
function defaultOldDeviceRequest(request: Mapping, minor: Minor): Mapping {
  return (request.deviceClassName ?? '') === '' && serverHas('devices-converted', minor)
    ? request
    : defaultCount(withZeroDefault(request, 'allocationMode', 'ExactCount'));
}
