import { isMapping, mappingsIn, type Value } from '../../../yaml/index.ts';
import { normalizePath } from '../normalize-path.ts';

/**
 * The files and folders that the policies of a generator of Open Cluster Management are made from, as it names them. A
 * policy compares the objects in them with those of a cluster, so that they need only the fields that it is about.
 * Source:
 * https://github.com/open-cluster-management-io/policy-generator-plugin/blob/main/docs/policygenerator-reference.yaml
 *
 * @param generator an object that `generators` of a kustomization names
 */
export function policyTemplatesOf(generator: Value): readonly string[] {
  if (!isMapping(generator) || generator.kind !== 'PolicyGenerator') return [];
  return mappingsIn(generator.policies)
    .flatMap(({ manifests }) => mappingsIn(manifests))
    .flatMap(({ path }) => (typeof path === 'string' ? [normalizePath(path)] : []));
}
