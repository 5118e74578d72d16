import { parseJson } from '../../base/json.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { decodeJsonField } from '../../server/decode/decode-json.ts';
import { BEHAVIOR, METRICS } from '../../server/decode/defaults/autoscalers.ts';
import { quantityProblem } from '../../server/kubernetes/formats/quantity.ts';
import { parseQuantity, signOfQuantity } from '../../server/kubernetes/formats/quantity-value.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type {
  HorizontalPodAutoscalerBehavior,
  MetricSpec,
} from '../../server/kubernetes/types.generated.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { isList, isMapping, type OpenMapping } from '../../yaml/tree.ts';

type Autoscaler = Resource<'HorizontalPodAutoscaler'>;

const SPEC = 'autoscaling.v2.HorizontalPodAutoscalerSpec';

/**
 * The metrics of an autoscaler. Version 1 has them in an annotation, as JSON and with other fields; the server ignores
 * a text that is not such a list.
 *
 * Source: `pkg/apis/autoscaling/v1/conversion.go` of Kubernetes.
 */
export function metricsOf(autoscaler: Autoscaler): readonly Field<MetricSpec>[] {
  if (autoscaler.apiVersion !== 'autoscaling/v1') {
    return autoscaler.root.get('spec').itemsOf('metrics');
  }
  const annotation = annotationOf(autoscaler, METRICS);
  const listed = parseJson<Value>(String(annotation.value ?? ''));
  const metrics = isList(listed)
    ? listed.map((metric) => convertedMetric(metric ?? {}, autoscaler))
    : [];
  return asField<readonly MetricSpec[]>(autoscaler, annotation, 'metrics', metrics).items();
}

/** The behavior of an autoscaler. Version 1 has it in an annotation, as JSON and without defaults. */
export function behaviorOf(
  autoscaler: Autoscaler,
): Field<HorizontalPodAutoscalerBehavior | undefined> {
  if (autoscaler.apiVersion !== 'autoscaling/v1') {
    return autoscaler.root.get('spec').get('behavior');
  }
  const annotation = annotationOf(autoscaler, BEHAVIOR);
  const behavior = parseJson<Value>(String(annotation.value ?? '')) ?? null;
  return asField<HorizontalPodAutoscalerBehavior>(autoscaler, annotation, 'behavior', behavior);
}

function annotationOf({ root }: Autoscaler, name: string): Field {
  return root.get('metadata').get('annotations').get(name);
}

/** A field of version 2 at the annotation that has its value. It is absent if the server cannot decode the value. */
function asField<T>(
  { minor }: Autoscaler,
  annotation: Field,
  name: 'metrics' | 'behavior',
  value: Value,
): Field<T> {
  const decoded = decodeJsonField(SPEC, name, value, minor);
  return annotation.with(decoded).withPath(`spec.${name}`) as Field<T>;
}

/** A metric of version 1 in the form of version 2. What is not a mapping stays, so that it cannot be decoded. */
function convertedMetric(metric: Value, { minor }: Autoscaler): Value {
  if (!isMapping(metric)) return metric;
  const converted: OpenMapping = { type: member(metric, 'type') };
  for (const [name, convert] of CONVERTERS) {
    const source = member(metric, name);
    converted[name] = isMapping(source) ? convert(source, minor) : source;
  }
  return converted;
}

const CONVERTERS: ReadonlyMap<string, (source: Mapping, minor: Minor) => Mapping> = new Map([
  ['object', objectMetric],
  ['pods', podMetric],
  ['resource', resourceMetric],
  ['containerResource', containerMetric],
  ['external', externalMetric],
]);

function objectMetric(source: Mapping, minor: Minor): Mapping {
  const averageValue = member(source, 'averageValue');
  const type = averageValue === null ? 'Value' : 'AverageValue';
  const given = member(source, 'targetValue') ?? '0';
  const isDropped =
    averageValue !== null && isZero(given) && serverHas('autoscaler-zero-targets', minor);
  return {
    describedObject: member(source, 'target'),
    metric: metricIn(source, 'selector'),
    target: { type, averageValue, value: isDropped ? null : given },
  };
}

function podMetric(source: Mapping): Mapping {
  const averageValue = member(source, 'targetAverageValue') ?? '0';
  return { metric: metricIn(source, 'selector'), target: { type: 'AverageValue', averageValue } };
}

function resourceMetric(source: Mapping): Mapping {
  const averageUtilization = member(source, 'targetAverageUtilization');
  const averageValue = member(source, 'targetAverageValue');
  const type = averageUtilization === null ? 'AverageValue' : 'Utilization';
  return { name: member(source, 'name'), target: { type, averageUtilization, averageValue } };
}

function containerMetric(source: Mapping): Mapping {
  return { ...resourceMetric(source), container: member(source, 'container') };
}

function externalMetric(source: Mapping): Mapping {
  const value = member(source, 'targetValue');
  const averageValue = member(source, 'targetAverageValue');
  const type = value === null ? 'AverageValue' : 'Value';
  return { metric: metricIn(source, 'metricSelector'), target: { type, value, averageValue } };
}

function metricIn(source: Mapping, selector: string): Mapping {
  return { name: member(source, 'metricName'), selector: member(source, selector) };
}

function isZero(value: Value): boolean {
  const text = String(value);
  return quantityProblem(text) === undefined && signOfQuantity(parseQuantity(text)) === 0;
}

/** The value of a key in upper or lower case, as Go reads JSON; null if there is none. */
function member(mapping: Mapping, name: string): Value {
  const lower = name.toLowerCase();
  return Object.entries(mapping).findLast(([key]) => key.toLowerCase() === lower)?.[1] ?? null;
}
