import type { Kustomization } from './kustomization.ts';

/** The kinds whose names get no prefix and no suffix from kustomize. */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set([
  'APIService',
  'CustomResourceDefinition',
  'Namespace',
]);

/**
 * The name that a kustomization gives an object. A Namespace gets the name of the namespace that the kustomization
 * sets. Source: the field specifications in `api/internal/konfig/builtinpluginconsts` of kustomize
 *
 * @param name of the object before
 */
export function kustomizedName(
  kind: string,
  name: string,
  { namePrefix, nameSuffix, namespace }: Kustomization,
): string {
  if (!WITHOUT_PREFIX.has(kind)) return `${namePrefix}${name}${nameSuffix}`;
  return kind === 'Namespace' ? (namespace ?? name) : name;
}
