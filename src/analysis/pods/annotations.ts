import { parseJson } from '../../base/json.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { decodeJsonField } from '../../server/decode/decode-json.ts';
import type { Toleration } from '../../server/kubernetes/types.generated.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { type PodKind, podOf } from './pod-specs.ts';

export const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';

/** The path of the annotations of pods. The server reports those of a template without the metadata. */
export function annotationsPath(resource: Resource<PodKind>): string {
  const { isTemplate, pod, metadata } = podOf(resource);
  return `${isTemplate ? pod.path : metadata.path}.annotations`;
}

/**
 * The tolerations in the annotation that pods had for them. Undefined if the server cannot read the annotation.
 *
 * Source: `GetTolerationsFromPodAnnotations` in `pkg/apis/core/helper/helpers.go` of Kubernetes.
 */
export function annotatedTolerations(
  resource: Resource<PodKind>,
): readonly Field<Toleration>[] | undefined {
  const field: Field = podOf(resource).metadata.get('annotations').get(TOLERATIONS);
  if (!field.value) return [];
  const json = parseJson<Value>(String(field.value));
  if (json === null) return [];
  const value = json && decodeJsonField('core.v1.PodSpec', 'tolerations', json, resource.minor);
  if (value === undefined) return undefined;
  const tolerations = field.with(value) as Field<readonly Toleration[]>;
  return tolerations.withPath(`${annotationsPath(resource)}.${TOLERATIONS}`).items();
}
