/** The groups of configuration files. A CRD of such a kind only documents its fields. */
const PROGRAM_GROUPS: ReadonlySet<string> = new Set([
  'cli.kyverno.io',
  'kind.x-k8s.io',
  'kubeadm.k8s.io',
  'kustomize.config.k8s.io',
  // The metadata of packages of Crossplane.
  'meta.pkg.crossplane.io',
  'score.dev',
  'test.gatekeeper.sh',
]);

/**
 * Reports whether files with objects of an API group are the configuration of a program, and are never sent to a
 * server.
 */
export function isProgramGroup(group: string): boolean {
  return PROGRAM_GROUPS.has(group);
}
