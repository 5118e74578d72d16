import { isMapping, type Value, withValuesBelow } from '../../../yaml/index.ts';
import { hasPlaceholder } from '../placeholders.ts';

/** Reports whether a document has directives of strategic merge patches, so that it is not an object by itself. */
export function hasPatchDirective(document: Value): boolean {
  for (const value of withValuesBelow([document])) {
    if (!isMapping(value)) continue;
    // The controllers of workloads keep their templates as patches.
    if (value.kind === 'ControllerRevision') return false;
    // The schema of a field with such a name is a mapping.
    const hasOne = Object.entries(value).some(
      ([key, member]) => isPatchDirective(key) && !isMapping(member),
    );
    if (hasOne) return true;
  }
  return false;
}

/** Source: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ */
export function isPatchDirective(key: string): boolean {
  return (
    key === '$patch' ||
    key === '$retainKeys' ||
    key.startsWith('$setElementOrder/') ||
    key.startsWith('$deleteFromPrimitiveList/')
  );
}

/** The directives of strategic merge patches that kustomize knows. */
const DIRECTIVES: readonly Value[] = ['delete', 'merge', 'replace'];

/** The reason why kustomize cannot read a patch with another one. */
export const UNKNOWN_DIRECTIVE = '$patch must be delete, merge or replace';

/**
 * Reports whether `$patch` has a value that kustomize does not know.
 *
 * Source: `determineMappingNodePatchStrategy` in `yaml/merge2/smpdirective.go` of sigs.k8s.io/kustomize/kyaml
 */
export function isUnknownDirective(directive: Value | undefined): boolean {
  return (
    directive !== undefined && !DIRECTIVES.includes(directive) && !hasPlaceholder(String(directive))
  );
}
