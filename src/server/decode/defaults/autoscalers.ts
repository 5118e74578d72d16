import { isMapping, type Mapping, mappingIn } from '../../../yaml/tree.ts';
import { withDefaults, withField, within } from '../defaulter.ts';
import { mappingOf } from '../settle.ts';

/** The utilization of an autoscaler without metrics. */
export const DEFAULT_CPU_UTILIZATION = 80;

export const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
export const BEHAVIOR = 'autoscaling.alpha.kubernetes.io/behavior';

/** The annotations of version 1 for the fields that only version 2 has. */
export const ROUND_TRIP = [
  METRICS,
  BEHAVIOR,
  'autoscaling.alpha.kubernetes.io/current-metrics',
  'autoscaling.alpha.kubernetes.io/conditions',
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
];

/** Gives a HorizontalPodAutoscaler of version 1 the default that the server sets when it converts the object. */
export function defaultAutoscalerV1(autoscaler: Mapping): Mapping {
  const annotations = mappingIn(mappingIn(autoscaler, 'metadata'), 'annotations');
  if (annotations[METRICS] !== undefined) return autoscaler;
  return within(autoscaler, 'spec', (spec) =>
    withDefaults(spec, { targetCPUUtilizationPercentage: DEFAULT_CPU_UTILIZATION }),
  );
}

/** Removes from a HorizontalPodAutoscaler of version 2 the annotations that only version 1 has. */
export function dropRoundTripAnnotations(autoscaler: Mapping): Mapping {
  return within(autoscaler, 'metadata', (metadata) =>
    within(metadata, 'annotations', (annotations) => {
      const dropped = ROUND_TRIP.filter((key) => annotations[key] !== undefined);
      if (dropped.length === 0) return annotations;
      const changed = mappingOf(annotations);
      for (const key of dropped) delete changed[key];
      return changed;
    }),
  );
}

/** The default policy of both directions. */
const DOUBLING = { type: 'Percent', value: 100, periodSeconds: 15 };

/** Adds the default metrics to the spec of a HorizontalPodAutoscaler of version 2, and completes its behavior. */
export function defaultAutoscaler(given: Mapping): Mapping {
  const target = { type: 'Utilization', averageUtilization: DEFAULT_CPU_UTILIZATION };
  const spec =
    Array.isArray(given.metrics) && given.metrics.length > 0
      ? given
      : withField(given, 'metrics', [{ type: 'Resource', resource: { name: 'cpu', target } }]);
  if (!isMapping(spec.behavior)) return spec;
  return within(spec, 'behavior', (behavior) => {
    const scaling = within(behavior, 'scaleUp', (rules) =>
      withDefaults(rules, {
        stabilizationWindowSeconds: 0,
        policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, DOUBLING],
        selectPolicy: 'Max',
      }),
    );
    return within(scaling, 'scaleDown', (rules) =>
      withDefaults(rules, { policies: [DOUBLING], selectPolicy: 'Max' }),
    );
  });
}
