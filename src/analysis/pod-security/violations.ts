import type { LevelVersion } from '../../server/kubernetes/pod-security.ts';
import type { PodOfResource } from '../pods/pod-specs.ts';
import { SECURITY_CHECKS } from './checks.ts';
import type { SecuredPod, SecurityViolation } from './offenders.ts';

/**
 * The violations of a standard in a pod.
 *
 * Source: `EvaluatePod` in `policy/registry.go` of `k8s.io/pod-security-admission`.
 *
 * @param newest the number of the minor of the server, which knows no newer versions of the standards
 */
export function violationsOf(
  pod: SecuredPod,
  { level, minor }: LevelVersion,
  newest: number,
): readonly SecurityViolation[] {
  if (level === 'privileged') return [];
  const version = Math.min(minor ?? newest, newest);
  const isRestricted = level === 'restricted';
  return SECURITY_CHECKS.filter(
    ({
      level: of,
      since,
      until = Number.POSITIVE_INFINITY,
      replacedSince = Number.POSITIVE_INFINITY,
    }) =>
      since <= version &&
      version <= until &&
      (of === 'baseline' ? !(isRestricted && version >= replacedSince) : isRestricted),
  ).flatMap(({ find }) => find(pod) ?? []);
}

/** A pod as the checks see it: with its containers in the order in which they start. */
export function securedPod({ metadata, spec, containers }: PodOfResource): SecuredPod {
  const isFirst = ({ list }: PodOfResource['containers'][number]): boolean =>
    list === 'initContainers';
  return {
    metadata,
    spec,
    containers: [
      ...containers.filter(isFirst),
      ...containers.filter((container) => !isFirst(container)),
    ].map(({ field }) => field),
  };
}
