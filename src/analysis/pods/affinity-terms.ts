import type { Field } from '../../rule/field.ts';
import type {
  PodAffinityTerm,
  PodSpec,
  WeightedPodAffinityTerm,
} from '../../server/kubernetes/types.generated.ts';

/** The terms of pod affinity and anti-affinity. */
export interface AffinityTerms {
  readonly terms: readonly Field<PodAffinityTerm | undefined>[];
  readonly weighted: readonly Field<WeightedPodAffinityTerm>[];
}

/** The terms of the pod affinity and anti-affinity of a pod: `terms` has the terms of the weighted ones too. */
export function affinityTermsOf(spec: Field<PodSpec | undefined>): AffinityTerms {
  const affinity = spec.get('affinity');
  const affinities = [affinity.get('podAffinity'), affinity.get('podAntiAffinity')];
  const weighted = affinities.flatMap((each) =>
    each.get('preferredDuringSchedulingIgnoredDuringExecution').items(),
  );
  const required = affinities.flatMap((each): readonly Field<PodAffinityTerm | undefined>[] =>
    each.get('requiredDuringSchedulingIgnoredDuringExecution').items(),
  );
  return { terms: [...required, ...weighted.map((each) => each.get('podAffinityTerm'))], weighted };
}
