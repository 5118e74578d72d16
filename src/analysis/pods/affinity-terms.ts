import type { Field } from '../../rule/field.ts';
import type {
  PodAffinityTerm,
  PodSpec,
  WeightedPodAffinityTerm,
} from '../../server/kubernetes/types.generated.ts';
import { reportInvalid, requireRange, type ValueReport } from '../fields/value-checks.ts';

/** The terms of pod affinity and anti-affinity. */
interface AffinityTerms {
  readonly terms: readonly Field<PodAffinityTerm | undefined>[];
  readonly weighted: readonly Field<WeightedPodAffinityTerm>[];
}

/** The terms of the pod affinity and anti-affinity of a pod: `terms` has the terms of the weighted ones too. */
export function affinityTermsOf(spec: Field<PodSpec | undefined>): AffinityTerms {
  const affinity = spec.get('affinity');
  const affinities = [affinity.get('podAffinity'), affinity.get('podAntiAffinity')];
  const weighted = affinities.flatMap((each) =>
    each.itemsOf('preferredDuringSchedulingIgnoredDuringExecution'),
  );
  const required = affinities.flatMap((each): readonly Field<PodAffinityTerm | undefined>[] =>
    each.itemsOf('requiredDuringSchedulingIgnoredDuringExecution'),
  );
  return { terms: [...required, ...weighted.map((each) => each.get('podAffinityTerm'))], weighted };
}

/** Reports the weight of a preferred term, which is a number from 1 to 100. */
export function requireWeight(
  report: ValueReport<'invalid'>,
  weight: Field<number | undefined>,
): void {
  if (weight.absent) reportInvalid(report, weight, 'it must be between 1 and 100');
  requireRange(report, weight, { least: 1, most: 100 });
}
