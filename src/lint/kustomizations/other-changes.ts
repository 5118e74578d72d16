import type { Kustomization } from '../../sources/project/kustomize/kustomization.ts';
import type { Subject } from './base-object.ts';

/**
 * Reports whether a kustomization may change what a finding depends on in another way than by patches and replacements.
 */
export function mayChange(kustomization: Kustomization, about: Subject): boolean {
  return about.kind === 'field'
    ? setsField(kustomization, about.field)
    : about.pointers.some((pointer) => mayMake(kustomization, pointer));
}

/**
 * Reports whether a kustomization may set a field, or a part of it, in another way than by patches and replacements.
 */
export function setsField(
  { labels, annotations, namespace, scaledNames }: Kustomization,
  field: string,
): boolean {
  return (
    (labels.size > 0 && /label|selector/i.test(field)) ||
    (annotations.size > 0 && /annotation/i.test(field)) ||
    (namespace !== undefined && /namespace/i.test(field)) ||
    (scaledNames.size > 0 && field === 'spec.replicas')
  );
}

/** Reports whether a path may exist because of a kustomization. The mappings around a field are made with it. */
function mayMake(
  { labels, annotations, namespace, scaledNames }: Kustomization,
  pointer: string,
): boolean {
  return (
    (labels.size > 0 && /metadata|label|selector/i.test(pointer)) ||
    (annotations.size > 0 && /metadata|annotation/i.test(pointer)) ||
    (namespace !== undefined && /namespace/i.test(pointer)) ||
    (scaledNames.size > 0 && /^\/spec(?:\/replicas)?$/.test(pointer))
  );
}
