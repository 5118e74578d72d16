import type { Resource } from '../../rule/resource.ts';

/** The API group of a Certificate of cert-manager. */
export const CERTIFICATE_GROUP = 'cert-manager.io';

/** The annotation by which cert-manager injects the CA of a Certificate, as `NAMESPACE/NAME`. */
export function injectionAnnotation({ root }: Resource) {
  return root.get('metadata').get('annotations').entry('cert-manager.io/inject-ca-from');
}
