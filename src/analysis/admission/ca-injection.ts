import type { Resource } from '../../rule/resource.ts';

/** Annotations by which cert-manager and OpenShift are asked to write the CA bundle of an object. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'cert-manager.io/inject-ca-from',
  'cert-manager.io/inject-ca-from-secret',
  'cert-manager.io/inject-apiserver-ca',
  'certmanager.k8s.io/inject-ca-from',
  'certmanager.k8s.io/inject-apiserver-ca',
  'service.beta.openshift.io/inject-cabundle',
  'service.alpha.openshift.io/inject-cabundle',
]);

/** The fields that `hasInjectedBundle` depends on. */
export const INJECTION_FIELDS: readonly string[] = Array.from(
  ANNOTATIONS,
  (name) => `metadata.annotations[${name}]`,
);

/** Whether something in the cluster is asked to write the CA bundle, so that what the file has does not matter. */
export function hasInjectedBundle({ root }: Resource): boolean {
  const annotations = root.get('metadata').get('annotations').entries();
  return annotations.some(({ key }) => ANNOTATIONS.has(key));
}
