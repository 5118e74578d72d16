import type { Field } from '../../rule/field.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { CrossVersionObjectReference } from '../../server/kubernetes/types.generated.ts';
import { requireKindAndName } from '../fields/references.ts';
import { reportInvalid, type ValueReport } from '../fields/value-checks.ts';

/**
 * Reports the errors of a reference to the object that an autoscaler scales or measures.
 *
 * Source: `ValidateCrossVersionObjectReference` in `pkg/apis/autoscaling/validation/validation.go` of Kubernetes.
 */
export function requireScaledObject(
  report: ValueReport<'required' | 'invalid'>,
  reference: Field<CrossVersionObjectReference | undefined>,
  minor: Minor,
  options: { readonly allowsAnyGroup?: boolean; readonly allowsCoreGroup: boolean },
): void {
  requireKindAndName(report, reference);
  const apiVersion = reference.get('apiVersion');
  if (options.allowsAnyGroup || apiVersion.pruned) return;
  if (!serverHas('autoscaler-target-group', minor)) return;
  const { value: text = '' } = apiVersion;
  const slashes = text.split('/').length - 1;
  const hasGroup = slashes === 1 && !text.startsWith('/');
  if (slashes > 1) reportInvalid(report, apiVersion, 'use GROUP/VERSION');
  else if (!hasGroup && !options.allowsCoreGroup) {
    const { value: kind = '' } = reference.get('kind');
    const versions = [...(findKind(kind)?.versions.keys() ?? [])];
    const example = versions.find((one) => one.includes('/')) ?? 'apps/v1';
    reportInvalid(report, apiVersion, `write the API group and the version, as in ${example}`);
  }
}
