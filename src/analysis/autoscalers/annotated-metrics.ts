import type { Resource } from '../../rule/resource.ts';
import { METRICS } from '../../server/decode/defaults/autoscalers.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { isList, isMapping } from '../../yaml/index.ts';

/**
 * The metrics in the annotation that version 1 has for them. The server ignores a text that is not a list of metrics in
 * JSON.
 *
 * Source: `pkg/apis/autoscaling/v1/conversion.go` of Kubernetes.
 */
export function annotatedMetrics({
  root,
}: Resource<'HorizontalPodAutoscaler'>): readonly (Mapping | null)[] {
  const text = root.get('metadata').get('annotations').value?.[METRICS] ?? '';
  try {
    const metrics = JSON.parse(text) as Value;
    return isList(metrics) && metrics.every(isMetric) ? metrics : [];
  } catch {
    return [];
  }
}

function isMetric(value: Value): value is Mapping | null {
  return value === null || isMapping(value);
}
