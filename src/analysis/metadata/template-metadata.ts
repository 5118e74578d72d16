import { toLower } from '../../base/go/lower-case.ts';
import type { Field } from '../../rule/field.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import type { ObjectMeta } from '../../server/kubernetes/types.generated.ts';
import { forbid, reportInvalid, reportTooLong, type ValueReport } from '../fields/value-checks.ts';
import { labelFaults, labelKeyProblem } from './labels.ts';

/** The largest total size of the keys and values of annotations, in bytes. */
const MOST_BYTES = 256 * 1024;

/**
 * The fields of the metadata of a template that the server refuses. All others but labels and annotations cannot be
 * written.
 */
const FORBIDDEN = [
  ['name', 'name'],
  ['generateName', 'generateName'],
  ['namespace', 'namespace'],
  ['selfLink', 'selfLink'],
  ['uid', 'uID'],
  ['resourceVersion', 'resourceVersion'],
  ['generation', 'generation'],
  ['creationTimestamp', 'creationTimestamp'],
  ['deletionTimestamp', 'deletionTimestamp'],
  ['deletionGracePeriodSeconds', 'deletionGracePeriodSeconds'],
  ['ownerReferences', 'ownerReferences'],
  ['finalizers', 'finalizers'],
  ['managedFields', 'managedFields'],
] as const;

/**
 * Reports the labels and annotations of a template.
 *
 * @param path of the labels and annotations, as the server reports it
 */
export function checkLabelsAndAnnotations(
  report: ValueReport<'invalid' | 'tooLong'>,
  metadata: Field<ObjectMeta | undefined>,
  path: string,
): void {
  for (const { field, side, text, problem } of labelFaults(metadata.get('labels'))) {
    const what =
      side === 'key'
        ? `'${text}' is not a valid key of a label`
        : 'it is not a valid value of a label';
    reportInvalid(report, field, `${what}: ${problem}`, { path: `${path}.labels` });
  }
  const annotations = metadata.get('annotations');
  const entries = annotations.entries();
  for (const { key, field } of entries) {
    const problem = labelKeyProblem(toLower(key));
    if (problem === undefined) continue;
    reportInvalid(report, field, `'${key}' is not a valid key of an annotation: ${problem}`, {
      path: `${path}.annotations`,
    });
  }
  const size = entries.reduce(
    (sum, { key, field }) => sum + byteLength(key) + byteLength(field.value ?? ''),
    0,
  );
  if (size > MOST_BYTES) {
    reportTooLong(report, annotations, 'at most 262144 bytes are allowed', {
      path: `${path}.annotations`,
    });
  }
}

/**
 * Reports the metadata of a template of claims, which may have only labels and annotations.
 *
 * Source: `ValidateTemplateObjectMeta` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkTemplateMetadata(
  report: ValueReport<'invalid' | 'tooLong' | 'forbidden'>,
  metadata: Field<ObjectMeta | undefined>,
): void {
  checkLabelsAndAnnotations(report, metadata, metadata.path);
  for (const [name, reported] of FORBIDDEN) {
    const field = metadata.get(name);
    const { value } = field;
    // A period of 0 seconds is a pointer, which is not empty.
    const isEmpty = value === '' || (name === 'generation' && value === 0);
    if (isEmpty || value === undefined) continue;
    const reason = 'a template can only have labels and annotations';
    forbid(report, field, reason, { path: `${metadata.path}.${reported}` });
  }
}
