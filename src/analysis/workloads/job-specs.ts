import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type { JobSpec, KindTypes } from '../../server/kubernetes/types.generated.ts';
import { objectName } from '../metadata/object-name.ts';

/** The labels with the name of a Job, which the server adds to its template. */
export const NAME_LABELS: readonly string[] = ['job-name', 'batch.kubernetes.io/job-name'];

export const JOB_KINDS = ['Job', 'CronJob'] as const;

/** The spec of a Job, or of the jobs of a CronJob. */
export function jobSpecOf({ kind, root }: Resource<'Job' | 'CronJob'>): Field<JobSpec | undefined> {
  // The kind says which of the types the object has.
  return kind === 'CronJob'
    ? (root as Field<KindTypes['CronJob']>).get('spec').get('jobTemplate').get('spec')
    : (root as Field<KindTypes['Job']>).get('spec');
}

/** The name of the last pod of an indexed Job, or of the jobs of a CronJob; undefined if it has no indices. */
export function lastPodNameOf(resource: Resource<'Job' | 'CronJob'>): string | undefined {
  const { completionMode, completions = 0 } = jobSpecOf(resource).value ?? {};
  return completionMode === 'Indexed' && completions > 0
    ? `${objectName(resource)}-${completions - 1}`
    : undefined;
}

/** Reports whether a stored Job was read from a server, which has written its selector. An update has to keep that. */
export function isJobOfServer({ root }: Resource<'Job'>): boolean {
  const { uid, resourceVersion } = root.get('metadata').value ?? {};
  const { selector } = root.get('spec').value ?? {};
  return [uid, resourceVersion, selector].some((value) => value !== undefined);
}
