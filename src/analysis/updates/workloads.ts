import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { storedObject, updatedObject } from '../../server/admission/objects/stored-object.ts';
import { zonedCronProblem } from '../../server/kubernetes/formats/cron.ts';
import { hasGate } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { JobSpec, PodTemplateSpec } from '../../server/kubernetes/types.generated.ts';
import { asMapping, type Mapping } from '../../server/kubernetes/value.ts';
import { isJobOfServer } from '../workloads/job-specs.ts';
import { isOfTemplate, uncheckedByMinor } from '../workloads/stateful-sets.ts';
import { firstChange } from './first-change.ts';
import { FIXED_IN_WORKLOADS } from './fixed-fields.ts';
import { isSameMember, isSameStruct } from './same-value.ts';
import { type Overlooks, overlooksNothing } from './server-error.ts';

/** The kinds with fields that an update cannot change. */
export const WORKLOADS_WITH_UPDATES = [
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Job',
] as const;

type WorkloadKind = (typeof WORKLOADS_WITH_UPDATES)[number];

/** A change of a field that an update cannot change. */
interface WorkloadChange {
  /** The fields of a StatefulSet were `forbidden` until 1.36. */
  readonly kind: 'immutable' | 'forbidden' | 'tandem';
  readonly at: Field;
  /** The path that the server reports. */
  readonly path: string;
}

/**
 * The changes that the server refuses in an update of a workload.
 *
 * Source: `pkg/apis/apps/validation/validation.go` and `pkg/apis/batch/validation/validation.go` of Kubernetes.
 */
export function workloadChanges(
  stored: Resource,
  sent: Resource<WorkloadKind>,
): readonly WorkloadChange[] {
  const { minor } = sent;
  if (isOfKind(stored, 'StatefulSet') && isOfKind(sent, 'StatefulSet')) {
    return statefulSetChanges(stored, sent);
  }
  if (isOfKind(stored, 'Job') && isOfKind(sent, 'Job')) return jobChanges(stored, sent);
  if (!isOfKind(stored, ...SELECTING) || !isOfKind(sent, ...SELECTING)) return [];
  const at = sent.root.get('spec').get('selector');
  const before = stored.root.get('spec').get('selector');
  return isSameStruct(SELECTOR, before.value, at.value, minor) ? [] : [immutable(at)];
}

const SELECTING = ['ReplicaSet', 'Deployment', 'DaemonSet'] as const;
const SELECTOR = 'meta.v1.LabelSelector';

function immutable(at: Field): WorkloadChange {
  return { kind: 'immutable', at, path: at.path };
}

function statefulSetChanges(
  stored: Resource<'StatefulSet'>,
  sent: Resource<'StatefulSet'>,
): readonly WorkloadChange[] {
  const { minor } = sent;
  const before = stored.root.get('spec');
  const after = sent.root.get('spec');
  const fixed = serverHas('revision-limit-changes', minor)
    ? FIXED_IN_WORKLOADS.StatefulSet
    : [...FIXED_IN_WORKLOADS.StatefulSet, 'revisionHistoryLimit' as const];
  const changed = fixed.filter(
    (name) => !isSameMember('apps.v1.StatefulSetSpec', before.value, after.value, name, minor),
  );
  const [first] = changed;
  if (first === undefined) return [];
  if (!serverHas('stateful-set-immutable-fields', minor)) {
    return [{ kind: 'forbidden', at: after.get(first), path: after.path }];
  }
  return changed.map((name) => immutable(after.get(name)));
}

function jobChanges(stored: Resource<'Job'>, sent: Resource<'Job'>): readonly WorkloadChange[] {
  const { before, after } = comparedSpecs(stored, sent);
  const spec = sent.root.get('spec');
  const changes = FIXED_IN_WORKLOADS.Job.filter((name) => !isSame(before, after, name, sent)).map(
    (name) => immutable(spec.get(name)),
  );
  const completions = spec.get('completions');
  if (!isSame(before, after, 'completions', sent)) {
    const isIndexed = after.completionMode === 'Indexed';
    if (!isIndexed) changes.push(immutable(completions));
    else if (completions.value !== undefined && completions.value !== after.parallelism) {
      changes.push({ kind: 'tandem', at: completions, path: completions.path });
    }
  }
  const template = templateChange(stored, sent, before, after);
  return template === undefined ? changes : [...changes, template];
}

/**
 * The specs of an update as the server compares them: with the selector that it generates, and without what it drops.
 */
function comparedSpecs(
  stored: Resource<'Job'>,
  sent: Resource<'Job'>,
): { readonly before: JobSpec; readonly after: JobSpec } {
  const { facts, server } = sent;
  const { apiVersion, root } = sent;
  const created = (job: Resource<'Job'>) =>
    storedObject(facts, job.apiVersion, asMapping(job.root.value), server);
  const before = created(stored);
  const after =
    before !== undefined && isJobOfServer(stored)
      ? updatedObject(facts, apiVersion, asMapping(root.value), before, server).object
      : created(sent);
  const { managedBy } = root.get('spec').value ?? {};
  // If the feature is disabled, the server drops managedBy of a new Job, but not of an update.
  return {
    before: specOf(before),
    after: { ...specOf(after), ...(managedBy !== undefined && { managedBy }) },
  };
}

function specOf(job: Mapping | undefined): JobSpec {
  // The server has prepared an object of this type.
  return (job?.spec ?? {}) as JobSpec;
}

function isSame(
  before: JobSpec,
  after: JobSpec,
  name: keyof JobSpec,
  { minor }: Resource,
): boolean {
  return isSameMember('batch.v1.JobSpec', before, after, name, minor);
}

/**
 * The template of a Job only changes while the Job is suspended, and then only where and with which resources its pods
 * run.
 */
function templateChange(
  stored: Resource<'Job'>,
  { root, minor, server }: Resource<'Job'>,
  before: JobSpec,
  after: JobSpec,
): WorkloadChange | undefined {
  const at = root.get('spec').get('template');
  const status = stored.root.get('status').value ?? {};
  const isSuspended = before.suspend === true;
  const hasStarted = status.startTime !== undefined;
  const wasStopped = (status.conditions ?? []).some(
    ({ type, status: holds }) => type === 'Suspended' && holds === 'True',
  );
  const isIdle = isSuspended && (!hasStarted || wasStopped) && (status.active ?? 0) === 0;
  const movesPods = hasGate(server, 'MutableSchedulingDirectivesForSuspendedJobs', true)
    ? isIdle
    : isSuspended && !hasStarted;
  const resizesPods = isIdle && hasGate(server, 'MutablePodResourcesForSuspendedJobs', true);
  let old = before.template ?? {};
  const next = after.template ?? {};
  if (movesPods) old = withScheduling(old, next);
  if (!resizesPods) {
    return isSameStruct(TEMPLATE, old, next, minor)
      ? undefined
      : { kind: 'immutable', at: firstChange(at, TEMPLATE, old, next, minor), path: at.path };
  }
  const spec = withResources(old, next).spec;
  if (isSameStruct('core.v1.PodSpec', spec, next.spec, minor)) return undefined;
  const changed = firstChange(at.get('spec'), 'core.v1.PodSpec', spec, next.spec, minor);
  return { kind: 'immutable', at: changed, path: `${at.path}.spec` };
}

const TEMPLATE = 'core.v1.PodTemplateSpec';

/** The old template with what may change in the template of a suspended Job. */
function withScheduling(old: PodTemplateSpec, next: PodTemplateSpec): PodTemplateSpec {
  const { nodeAffinity: _, ...oldAffinity } = old.spec?.affinity ?? {};
  const affinity = next.spec?.affinity;
  const isCleared = affinity === undefined && Object.keys(oldAffinity).length === 0;
  const moved = {
    ...old.spec,
    affinity: isCleared ? undefined : { ...oldAffinity, nodeAffinity: affinity?.nodeAffinity },
    nodeSelector: next.spec?.nodeSelector,
    tolerations: next.spec?.tolerations,
    schedulingGates: next.spec?.schedulingGates,
  };
  const metadata = {
    ...old.metadata,
    annotations: next.metadata?.annotations,
    labels: next.metadata?.labels,
  };
  return withoutUndefined({ metadata: withoutUndefined(metadata), spec: withoutUndefined(moved) });
}

/** The old template with the resources of the containers of the new one, which are compared by name. */
function withResources(old: PodTemplateSpec, next: PodTemplateSpec): PodTemplateSpec {
  const { spec = {} } = old;
  const lists = (['containers', 'initContainers'] as const).flatMap((list) => {
    const before = spec[list];
    const after = next.spec?.[list];
    if (before === undefined || after?.length !== before.length) return [];
    const resized = before.map((container, index) => {
      const other = after[index];
      return container.name === other?.name
        ? withoutUndefined({ ...container, resources: other?.resources })
        : container;
    });
    return [[list, resized] as const];
  });
  return { ...old, spec: { ...spec, ...Object.fromEntries(lists) } };
}

function withoutUndefined<T extends object>(value: T): PodTemplateSpec & T {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  // Only fields without a value are removed.
  return Object.fromEntries(entries) as PodTemplateSpec & T;
}

/**
 * The errors that the server reports for a new workload, but not for an update: the name of the Service of a
 * StatefulSet, its claims (but for warnings), and a time zone of a CronJob that does not change,
 * or that is in its schedule as in the stored one.
 */
export function overlookedInWorkload(stored: Resource, sent: Resource): Overlooks {
  if (isOfKind(sent, 'StatefulSet')) {
    const isUnchecked = uncheckedByMinor(sent);
    return (error) =>
      error.field === 'spec.serviceName' ||
      (error.field.startsWith('spec.volumeClaimTemplates') && error.cause !== 'Warning') ||
      isUnchecked?.(error) === true;
  }
  if (isOfKind(stored, 'CronJob') && isOfKind(sent, 'CronJob')) {
    const before = stored.root.get('spec').value;
    const after = sent.root.get('spec').value;
    const keepsZone = before?.timeZone === after?.timeZone;
    const schedule = after?.schedule ?? '';
    const keepsSchedule =
      before?.schedule?.includes('TZ') === true &&
      schedule.includes('TZ') &&
      after?.timeZone === undefined &&
      zonedCronProblem(schedule) === undefined;
    return ({ field }) =>
      (keepsZone && field === 'spec.timeZone') || (keepsSchedule && field === 'spec.schedule');
  }
  return overlooksNothing;
}

/**
 * The errors in the template of a StatefulSet that the server ignores in an update if the stored spec is invalid: those
 * of its pods. What a StatefulSet requires of its template is still checked.
 *
 * @param isStoredInvalid reports whether the stored object has errors that the server does not ignore in updates
 */
export function overlookedInTemplate(
  { kind }: Resource,
  isStoredInvalid: () => boolean,
): Overlooks {
  if (kind !== 'StatefulSet') return overlooksNothing;
  return (error) => isOfTemplate(error) && isStoredInvalid();
}
