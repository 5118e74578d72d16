import type { Field } from '../../rule/field.ts';
import { dns1123LabelProblems } from '../../server/kubernetes/formats/dns.ts';
import { variableNameProblem } from '../../server/kubernetes/formats/environment-variable.ts';
import type { FileKeySelector, Volume } from '../../server/kubernetes/types.generated.ts';
import { LABEL_PROBLEMS } from '../metadata/dns-name-messages.ts';
import { hasBacksteps } from './paths.ts';
import { sourcesOf } from './volumes.ts';

/** A value of the reference to a variable in a file that the server refuses. */
interface FileVariableProblem {
  readonly field: Field<string | undefined>;
  /** The role of the value, as a part of a message. */
  readonly what: string;
  /** The problem as a clause; undefined if the pod has no such volume. */
  readonly problem: string | undefined;
}

/**
 * The problems of a reference to a variable in a file, apart from absent values.
 *
 * Source: `validateFileKeySelector` and `validateFileKeyRefVolumes` in `pkg/apis/core/validation/validation.go` of
 * Kubernetes.
 *
 * @param volumes the volumes of the pod by name; undefined for the claim of a StatefulSet
 */
export function fileVariableProblem(
  reference: Field<FileKeySelector | undefined>,
  volumes: ReadonlyMap<string, Field<Volume> | undefined>,
): readonly FileVariableProblem[] {
  const problems: FileVariableProblem[] = [];
  const key = reference.get('key');
  const keyProblem = key.value ? variableNameProblem(key.value, true) : undefined;
  if (keyProblem !== undefined) {
    problems.push({ field: key, what: 'name of a variable', problem: keyProblem });
  }
  const path = reference.get('path');
  if (hasBacksteps(path.value ?? '')) {
    problems.push({ field: path, what: 'path of a file', problem: "it must not contain '..'" });
  }
  const volumeName = reference.get('volumeName');
  if (volumeName.pruned) return problems;
  const { value: name = '' } = volumeName;
  const what = 'name of a volume';
  const [nameProblem] = name === '' ? [] : dns1123LabelProblems(name);
  if (nameProblem !== undefined) {
    problems.push({ field: volumeName, what, problem: LABEL_PROBLEMS[nameProblem] });
  }
  const volume = volumes.get(name);
  if (!volumes.has(name)) problems.push({ field: volumeName, what, problem: undefined });
  else if (volume === undefined || isOfOtherSource(volume)) {
    problems.push({ field: volumeName, what, problem: 'the volume has no emptyDir' });
  }
  return problems;
}

function isOfOtherSource(volume: Field<Volume>): boolean {
  return volume.value?.emptyDir === undefined && sourcesOf(volume).length > 0;
}
