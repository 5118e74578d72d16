import type { Resource } from '../../rule/resource.ts';

/** Annotations that make cert-manager or OpenShift write the CA bundle of an object. */
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

/**
 * Reports whether an annotation requests the injection of the CA bundle, so that the CA bundle in the file has no
 * effect.
 */
export function hasInjectedBundle({ root }: Resource): boolean {
  const annotations = root.get('metadata').get('annotations').entries();
  return annotations.some(({ key }) => ANNOTATIONS.has(key));
}
