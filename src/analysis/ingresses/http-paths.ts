import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type { HTTPIngressPath } from '../../server/kubernetes/types.generated.ts';

/** The paths of all rules of an Ingress. */
export function httpPaths(resource: Resource<'Ingress'>): Field<HTTPIngressPath>[] {
  const rules = resource.root.get('spec').itemsOf('rules');
  return rules.flatMap((rule) => rule.get('http').itemsOf('paths'));
}
