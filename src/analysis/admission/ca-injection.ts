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

/** Whether an annotation asks for the CA bundle to be injected, so that the one in the file does not matter. */
export function hasInjectedBundle({ root }: Resource): boolean {
  const annotations = root.get('metadata').get('annotations').entries();
  return annotations.some(({ key }) => ANNOTATIONS.has(key));
}
