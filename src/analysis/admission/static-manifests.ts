import type { Resource } from '../../rule/resource.ts';
import type { KINDS_WITH_RESOURCE_RULES } from '../requests/resource-rules.ts';

/** The end of the names of objects that the API server loads from files. */
export const STATIC_SUFFIX = '.static.k8s.io';

/** Reports whether the name of an object is reserved for static manifests of the API server. */
export function hasStaticName({
  root,
}: Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>): boolean {
  return root.get('metadata').get('name').value?.endsWith(STATIC_SUFFIX) ?? false;
}
