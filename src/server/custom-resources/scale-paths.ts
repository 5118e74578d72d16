import { isMapping, type Path, writtenAsFloat } from '../../yaml/tree.ts';
import { kindOfNumber } from '../crd/values/numbers.ts';
import type { CustomResourceSubresourceScale } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';

/** An error about a value that the scale subresource reads (`FieldValueInvalid`). */
export interface ScaleFault {
  readonly kind: 'negative' | 'too-big' | 'no-integer' | 'no-string' | 'no-object';
  /** The path of the value, or of a value on the way to it that is not an object. */
  readonly segments: Path;
  /** The path as the CRD has it, which the server reports. */
  readonly path: string;
}

const MOST_REPLICAS = 2 ** 31 - 1;

/**
 * Validates the values that the scale subresource of a custom resource reads.
 *
 * Source: `ValidateScaleSpec` and `ValidateScaleStatus` in `pkg/registry/customresource/validator.go` of
 * apiextensions-apiserver.
 */
export function* scaleFaults(
  object: Mapping,
  { specReplicasPath, statusReplicasPath, labelSelectorPath }: CustomResourceSubresourceScale,
): Iterable<ScaleFault> {
  for (const path of [specReplicasPath ?? '', statusReplicasPath ?? '']) {
    const fault = replicasFault(object, path);
    if (fault !== undefined) yield fault;
  }
  if (labelSelectorPath === undefined) return;
  const found = follow(object, labelSelectorPath);
  if (found.kind === 'no-object') yield { ...found, path: labelSelectorPath };
  else if (found.kind === 'found' && typeof found.value !== 'string') {
    yield { kind: 'no-string', segments: found.segments, path: labelSelectorPath };
  }
}

function replicasFault(object: Mapping, path: string): ScaleFault | undefined {
  const found = follow(object, path);
  if (found.kind === 'no-object') return { ...found, path };
  if (found.kind === 'absent') return undefined;
  const { value, isFloat, segments } = found;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber || kindOfNumber(value, isFloat) !== 'integer') {
    return { kind: 'no-integer', segments, path };
  }
  if (value < 0) return { kind: 'negative', segments, path };
  return value > MOST_REPLICAS ? { kind: 'too-big', segments, path } : undefined;
}

type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'no-object'; readonly segments: Path }
  | {
      readonly kind: 'found';
      readonly segments: Path;
      readonly value: Value;
      readonly isFloat: boolean;
    };

/** Follows a path of names such as `.spec.replicas`. A null on the way counts as absent. */
function follow(object: Mapping, path: string): Found {
  const names = path.replace(/^\./, '').split('.');
  let value: Value = object;
  let isFloat = false;
  const segments: string[] = [];
  for (const name of names) {
    if (value === null) return { kind: 'absent' };
    if (!isMapping(value)) return { kind: 'no-object', segments };
    const member: Value | undefined = value[name];
    if (member === undefined) return { kind: 'absent' };
    isFloat = writtenAsFloat(value, name);
    segments.push(name);
    value = member;
  }
  return { kind: 'found', segments, value, isFloat };
}
