import { isMapping, mappingIn } from '../../../yaml/tree.ts';
import { type Amounts, aggregatedAmounts, amountsOf } from '../../kubernetes/aggregated-amounts.ts';
import {
  APP_ARMOR_OF_CONTAINER,
  isSameProfile,
  profileOfAnnotation,
} from '../../kubernetes/formats/app-armor-profile.ts';
import { compareMinors } from '../../kubernetes/minors.ts';
import { hasGate, type Server } from '../../kubernetes/server.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { type Draft, ensureStruct, findStruct, structsIn } from './draft.ts';
import { GENERATED } from './generated-values.ts';

const HUGE_PAGES = 'hugepages-';

/**
 * Changes a new Pod as the server does before policies see it.
 *
 * Source: `PrepareForCreate` in `pkg/registry/core/pod/strategy.go` of Kubernetes.
 */
export function preparePod(pod: Draft, server: Server): void {
  const spec = ensureStruct(pod, 'spec');
  const status = ensureStruct(pod, 'status');
  status.phase = 'Pending';
  if (structsIn(spec, 'schedulingGates').length > 0) {
    status.conditions = [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
        lastProbeTime: null,
        lastTransitionTime: compareMinors(server.minor, '1.31') < 0 ? null : GENERATED.time,
      },
    ];
  }
  const labels = mappingIn(mappingIn(pod, 'metadata'), 'labels');
  if (hasGate(server, 'MatchLabelKeysInPodAffinity', true)) selectByLabels(spec, labels);
  if (
    hasGate(server, 'MatchLabelKeysInPodTopologySpread', true) &&
    hasGate(server, 'MatchLabelKeysInPodTopologySpreadSelectorMerge', true)
  ) {
    for (const constraint of structsIn(spec, 'topologySpreadConstraints')) {
      addRequirements(constraint, 'matchLabelKeys', 'In', labels);
    }
  }
  copyAppArmorProfiles(spec, mappingIn(mappingIn(pod, 'metadata'), 'annotations'));
  completeResources(spec, server);
  status.qosClass = qosClassOf(spec, server);
}

/** Adds the values of labels of the pod to the selectors of its affinities. */
function selectByLabels(spec: Draft, labels: Mapping): void {
  const affinity = findStruct(spec, 'affinity');
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const terms = affinity && findStruct(affinity, kind);
    if (terms === undefined) continue;
    const preferred = structsIn(terms, 'preferredDuringSchedulingIgnoredDuringExecution').flatMap(
      (weighted): readonly Draft[] => {
        const term = findStruct(weighted, 'podAffinityTerm');
        return term === undefined ? [] : [term];
      },
    );
    const required = structsIn(terms, 'requiredDuringSchedulingIgnoredDuringExecution');
    for (const term of [...preferred, ...required]) {
      addRequirements(term, 'matchLabelKeys', 'In', labels);
      addRequirements(term, 'mismatchLabelKeys', 'NotIn', labels);
    }
  }
}

function addRequirements(term: Draft, list: string, operator: string, labels: Mapping): void {
  const selector = findStruct(term, 'labelSelector');
  const keys = Array.isArray(term[list]) ? term[list] : [];
  if (selector === undefined) return;
  const added = keys.flatMap((key) => {
    const value = typeof key === 'string' ? labels[key] : undefined;
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  if (added.length > 0) {
    selector.matchExpressions = [...structsIn(selector, 'matchExpressions'), ...added];
  }
}

/** Copies the AppArmor profiles of annotations to the containers that have none. */
function copyAppArmorProfiles(spec: Draft, annotations: Mapping): void {
  if (mappingIn(spec, 'os').name === 'windows') return;
  const ofPod = mappingIn(mappingIn(spec, 'securityContext'), 'appArmorProfile');
  for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
    for (const container of structsIn(spec, list)) {
      const annotation = annotations[`${APP_ARMOR_OF_CONTAINER}${String(container.name)}`];
      if (typeof annotation !== 'string') continue;
      if (isMapping(mappingIn(container, 'securityContext').appArmorProfile)) continue;
      const profile = profileOfAnnotation(annotation);
      if (profile === undefined || isSameProfile(profile, ofPod)) continue;
      ensureStruct(container, 'securityContext').appArmorProfile = { ...profile };
    }
  }
}

/**
 * Completes the resources of a pod as a whole by those of its containers.
 *
 * Source: `DefaultPodLevelResources` in `pkg/api/pod/util.go` of Kubernetes, and until 1.36 `SetDefaults_Pod`.
 */
export function completeResources(spec: Draft, server: Server): void {
  if (!hasGate(server, 'PodLevelResources', true)) return;
  const resources = findStruct(spec, 'resources');
  if (resources === undefined) return;
  const isWhole = hasGate(server, 'PodLevelResourcesFixDefaulting', true);
  const requests = new Map(Object.entries(mappingIn(resources, 'requests')));
  const limits = new Map(Object.entries(mappingIn(resources, 'limits')));
  if (requests.size === 0 && limits.size === 0) return;
  const allLimits = totalOf(spec, 'limits');
  for (const [name, amount] of allLimits) {
    if (!name.startsWith(HUGE_PAGES) || requests.has(name) || limits.has(name)) continue;
    limits.set(name, String(amount));
  }
  if (isWhole || limits.size > 0) {
    for (const [name, amount] of totalOf(spec, 'requests')) {
      if (isOvercommitted(name) && !requests.has(name)) requests.set(name, String(amount));
    }
    for (const [name, limit] of limits) {
      if (isOfPods(name) && !requests.has(name)) requests.set(name, limit);
    }
  }
  if (isWhole) {
    const containers = [
      ...structsIn(spec, 'initContainers'),
      ...structsIn(spec, 'containers'),
      ...structsIn(spec, 'ephemeralContainers'),
    ];
    for (const [name, request] of amountsOf(Object.fromEntries(requests))) {
      const isLimited = containers.every(
        (container) => mappingIn(mappingIn(container, 'resources'), 'limits')[name] !== undefined,
      );
      const sum = allLimits.get(name);
      if (!isOfPods(name) || limits.has(name) || !isLimited || sum === undefined) continue;
      limits.set(name, String(request.compareTo(sum) > 0 ? request : sum));
    }
  }
  if (requests.size > 0) resources.requests = Object.fromEntries(requests);
  if (limits.size > 0) resources.limits = Object.fromEntries(limits);
}

/** Reports whether a pod as a whole can have a resource of which containers can request more than there is. */
function isOvercommitted(name: string): boolean {
  return name === 'cpu' || name === 'memory';
}

function isOfPods(name: string): boolean {
  return isOvercommitted(name) || name.startsWith(HUGE_PAGES);
}

function totalOf(spec: Draft, map: 'requests' | 'limits'): Amounts {
  return aggregatedAmounts(
    (['containers', 'initContainers'] as const).flatMap((list) =>
      structsIn(spec, list).map((container) => ({
        list,
        isSidecar: list === 'initContainers' && container.restartPolicy === 'Always',
        amounts: amountsOf(mappingIn(mappingIn(container, 'resources'), map)),
      })),
    ),
  );
}

type QosClass = 'BestEffort' | 'Burstable' | 'Guaranteed';

/**
 * The class of a pod by its resources: `Guaranteed` if it gets what it may use, `BestEffort` if it requests nothing.
 *
 * Source: `ComputePodQOS` in `pkg/apis/core/helper/qos/qos.go` of Kubernetes.
 */
export function qosClassOf(spec: Draft, server: Server): QosClass {
  const whole = findStruct(spec, 'resources');
  if (whole !== undefined && hasGate(server, 'PodLevelResources', true)) {
    const names = Object.keys({ ...mappingIn(whole, 'requests'), ...mappingIn(whole, 'limits') });
    const isSet = names.some(isOfPods);
    if (isSet || !hasGate(server, 'PodLevelResourcesFixKubeletQOSClass', true)) {
      return classOfResources(whole);
    }
  }
  const containers = [...structsIn(spec, 'initContainers'), ...structsIn(spec, 'containers')];
  return commonClass(
    containers.map((container) => classOfResources(mappingIn(container, 'resources'))),
  );
}

function classOfResources(resources: Mapping): QosClass {
  const requests = amountsOf(mappingIn(resources, 'requests'));
  const limits = amountsOf(mappingIn(resources, 'limits'));
  return commonClass(
    ['cpu', 'memory'].map((name): QosClass => {
      const [request, limit] = [requests.get(name), limits.get(name)];
      const isSame =
        request === undefined || limit === undefined
          ? ((request ?? limit)?.sign() ?? 0) === 0
          : request.equals(limit);
      if (!isSame) return 'Burstable';
      return (request?.sign() ?? 0) === 0 ? 'BestEffort' : 'Guaranteed';
    }),
  );
}

function commonClass(classes: readonly QosClass[]): QosClass {
  const [first = 'BestEffort'] = classes;
  return classes.every((one) => one === first) ? first : 'Burstable';
}
