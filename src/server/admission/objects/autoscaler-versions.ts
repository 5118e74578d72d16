import { jsonOf } from '../../../base/json.ts';
import { isMapping, mappingIn } from '../../../yaml/tree.ts';
import {
  BEHAVIOR,
  DEFAULT_CPU_UTILIZATION,
  METRICS,
  ROUND_TRIP,
} from '../../decode/defaults/autoscalers.ts';
import { compareMinors, type Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { copyOf, type Draft, draftOf, ensureStruct, findStruct } from './draft.ts';
import { writtenForm } from './written-form.ts';

const V1 = 'autoscaling.v1.HorizontalPodAutoscaler';
const V2 = 'autoscaling.v2.HorizontalPodAutoscaler';

/**
 * Converts a HorizontalPodAutoscaler between `autoscaling/v1` and `autoscaling/v2`.
 *
 * Source: `pkg/apis/autoscaling/v1/conversion.go` of Kubernetes.
 *
 * @param object in the form that expressions see
 * @returns undefined if its status, or a part of its spec, is in annotations
 */
export function convertAutoscaler(
  object: Mapping,
  version: string,
  minor: Minor,
): Mapping | undefined {
  const changed = draftOf(object);
  const spec = ensureStruct(changed, 'spec');
  const status = ensureStruct(changed, 'status');
  if (Array.isArray(status.currentMetrics) || Array.isArray(status.conditions)) return undefined;
  if (status.currentCPUUtilizationPercentage !== undefined) return undefined;
  changed.apiVersion = `autoscaling/${version}`;
  if (version === 'v1') {
    toVersion1(changed, spec, minor);
    return writtenForm(V1, changed, minor);
  }
  const annotations = findStruct(changed, 'metadata')?.annotations;
  if (isMapping(annotations) && ROUND_TRIP.some((key) => annotations[key] !== undefined)) {
    return undefined;
  }
  toVersion2(spec);
  return writtenForm(V2, changed, minor);
}

function toVersion2(spec: Draft): void {
  const averageUtilization = spec.targetCPUUtilizationPercentage ?? DEFAULT_CPU_UTILIZATION;
  const target = { type: 'Utilization', averageUtilization };
  spec.metrics = [copyOf({ type: 'Resource', resource: { name: 'cpu', target } })];
}

function toVersion1(autoscaler: Draft, spec: Draft, minor: Minor): void {
  const metrics = Array.isArray(spec.metrics) ? spec.metrics.filter(isMapping) : [];
  const utilizations = metrics.flatMap((metric) => cpuUtilization(metric) ?? []);
  const [utilization] = utilizations;
  if (utilization !== undefined) spec.targetCPUUtilizationPercentage = utilization;
  const others = metrics.filter((metric) => cpuUtilization(metric) === undefined);
  if (others.length > 0) annotate(autoscaler, METRICS, others.map(metricOfVersion1));
  const { behavior } = spec;
  if (isMapping(behavior)) annotate(autoscaler, BEHAVIOR, internalBehavior(behavior, minor));
}

/** @param value without the members that are undefined */
function annotate(autoscaler: Draft, key: string, value: object): void {
  const annotations = ensureStruct(ensureStruct(autoscaler, 'metadata'), 'annotations');
  annotations[key] = jsonOf(value);
}

function cpuUtilization({ type, resource }: Mapping): Value | undefined {
  if (type !== 'Resource' || !isMapping(resource) || resource.name !== 'cpu') return undefined;
  return mappingIn(resource, 'target').averageUtilization;
}

/** A metric as version 1 has it; the order of the fields is that of the server's types. */
function metricOfVersion1(metric: Mapping): object {
  const { object, pods, resource, containerResource, external } = metric;
  return {
    type: metric.type,
    object: isMapping(object) ? objectMetric(object) : undefined,
    pods: isMapping(pods) ? podsMetric(pods) : undefined,
    resource: isMapping(resource) ? resourceMetric(resource) : undefined,
    containerResource: isMapping(containerResource)
      ? { ...resourceMetric(containerResource), container: containerResource.container }
      : undefined,
    external: isMapping(external) ? externalMetric(external) : undefined,
  };
}

function objectMetric(source: Mapping): object {
  const [metric, target] = [mappingIn(source, 'metric'), mappingIn(source, 'target')];
  const { kind, name, apiVersion } = mappingIn(source, 'describedObject');
  return {
    target: { kind, name, apiVersion },
    metricName: metric.name,
    targetValue: target.value ?? '0',
    selector: metric.selector,
    averageValue: target.averageValue,
  };
}

function podsMetric(source: Mapping): object {
  const { name, selector } = mappingIn(source, 'metric');
  const targetAverageValue = mappingIn(source, 'target').averageValue ?? '0';
  return { metricName: name, targetAverageValue, selector };
}

function resourceMetric(source: Mapping): object {
  const { averageUtilization, averageValue } = mappingIn(source, 'target');
  return {
    name: source.name,
    targetAverageUtilization: averageUtilization,
    targetAverageValue: averageValue,
  };
}

function externalMetric(source: Mapping): object {
  const { name, selector } = mappingIn(source, 'metric');
  const { value, averageValue } = mappingIn(source, 'target');
  return {
    metricName: name,
    metricSelector: selector,
    targetValue: value,
    targetAverageValue: averageValue,
  };
}

/** The behavior as the annotation has it: in the server's internal type, which has no names for JSON. */
function internalBehavior({ scaleUp = null, scaleDown = null }: Mapping, minor: Minor): object {
  return { ScaleUp: internalRules(scaleUp, minor), ScaleDown: internalRules(scaleDown, minor) };
}

function internalRules(rules: Value, minor: Minor): object | null {
  if (!isMapping(rules)) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, tolerance = null } = rules;
  const policies = Array.isArray(rules.policies) ? rules.policies.filter(isMapping) : [];
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies: policies.map(({ type, value, periodSeconds }) => ({
      Type: type,
      Value: value,
      PeriodSeconds: periodSeconds,
    })),
    ...(compareMinors(minor, '1.33') >= 0 && { Tolerance: tolerance }),
  };
}
