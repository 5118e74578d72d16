/**
 * The name of the definition of a kind, such as `rbac.v1.Role` for a Role of `rbac.authorization.k8s.io/v1`: Go's
 * packages are named after the first part of a group.
 */
export function definitionNameOf(apiVersion: string, kind: string): string {
  const [first = '', version] = apiVersion.split('/');
  if (version === undefined) return `core.${first}.${kind}`;
  return `${PACKAGES.get(first) ?? first.replace(/\..*/, '')}.${version}.${kind}`;
}

/** Packages that have another name than the first part of their group. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);
