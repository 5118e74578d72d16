import type { Value } from '../kubernetes/value.ts';
import type { Path } from './problem.ts';

/** The new places of fields of earlier versions of the API, by their structs and names, from the struct. */
const MOVED: ReadonlyMap<string, Path> = new Map<string, Path>([
  ['apiextensions.v1.CustomResourceDefinitionSpec validation', ['versions', 0, 'schema']],
  ['apiextensions.v1.CustomResourceDefinitionSpec version', ['versions', 0, 'name']],
  [
    'autoscaling.v2.HorizontalPodAutoscalerSpec targetCPUUtilizationPercentage',
    ['metrics', 0, 'resource', 'target', 'averageUtilization'],
  ],
  [
    'autoscaling.v2.ResourceMetricSource targetAverageUtilization',
    ['target', 'averageUtilization'],
  ],
  ['autoscaling.v2.ResourceMetricSource targetAverageValue', ['target', 'averageValue']],
  ['networking.v1.IngressBackend serviceName', ['service', 'name']],
  ['networking.v1.IngressSpec backend', ['defaultBackend']],
]);

/**
 * The place of a field that users know from an earlier version or from another kind, from its struct. Undefined for any
 * other field.
 *
 * @param struct the name of its definition, such as `networking.v1.IngressBackend`
 */
export function movedField(struct: string, name: string, value: Value): Path | undefined {
  if (struct === 'meta.v1.LabelSelector') {
    return typeof value === 'string' ? ['matchLabels', name] : undefined;
  }
  if (struct === 'networking.v1.IngressBackend' && name === 'servicePort') {
    return ['service', 'port', typeof value === 'number' ? 'number' : 'name'];
  }
  return MOVED.get(`${struct} ${name}`);
}
