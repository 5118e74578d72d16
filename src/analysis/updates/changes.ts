import type { Field } from '../../rule/field.ts';
import { locationAt, type RelatedSpan } from '../../rule/location.ts';
import { isOfKind, type Resource, type StoredVersion } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { labelProblem } from '../metadata/names.ts';
import { POD_KINDS, type PodKind } from '../pods/pod-specs.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../requests/resource-rules.ts';
import { lastPodNameOf } from '../workloads/job-specs.ts';
import { overlookedInAdmission } from './admissionregistration.ts';
import { addedToDefinition, overlookedInDefinition } from './custom-resource-definition.ts';
import { changesOfFixedValues } from './fixed-values.ts';
import { overlookedInMetadata } from './metadata.ts';
import { overlookedInPods } from './overlooked-in-pods.ts';
import { ONLY_CHANGES, overlookedInValues } from './overlooked-values.ts';
import { addedToPolicy, overlookedInPolicy } from './policy-resources.ts';
import type { ChangeError, Overlooks, ServerError } from './server-error.ts';
import { overlookedInTemplate, overlookedInWorkload } from './workloads.ts';

/** The kinds whose names no server validates in an update. */
const KEEPS_NAME: readonly KindName[] = [
  'CSIDriver',
  'CronJob',
  'Deployment',
  'DeviceTaintRule',
  'CompositePodGroup',
  'Event',
  'HorizontalPodAutoscaler',
  'Lease',
  'PodGroup',
  'PodTemplate',
  'ResourcePoolStatusRequest',
  'ResourceSlice',
  'StatefulSet',
  'StorageVersion',
  'Workload',
  ...ONLY_CHANGES,
];

/**
 * The errors that the server ignores because an object is updated, although it would refuse a new object for them.
 *
 * @param stored the object before the update, valid or not
 * @param sent the object after the update, of the same kind and name
 * @param storedErrors the errors and warnings of the stored object, if it was new
 */
export function overlookedInUpdate(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  const inObject = overlookedInObject(stored, sent, storedErrors);
  return keepsName(sent)
    ? either(inObject, overlookedInMetadata(sent.root.get('metadata').value ?? {}))
    : inObject;
}

function either(one: Overlooks, other: Overlooks): Overlooks {
  return (error) => one(error) || other(error);
}

function keepsName(sent: Resource): boolean {
  const { kind, minor } = sent;
  if (isOfKind(sent, 'Job')) {
    // The names of its pods are validated.
    const last = lastPodNameOf(sent);
    const namesPods = last === undefined || labelProblem(last) === undefined;
    return namesPods && serverHas('job-labels-of-updates-unchecked', minor);
  }
  switch (kind) {
    case 'DaemonSet':
    case 'ReplicaSet':
    case 'Service':
      return serverHas('workload-names-of-updates-unchecked', minor);
    case 'ReplicationController':
      return serverHas('controller-names-of-updates-unchecked', minor);
    default:
      return KEEPS_NAME.includes(kind);
  }
}

function overlookedInObject(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  if (isOfKind(stored, 'CustomResourceDefinition') && isOfKind(sent, 'CustomResourceDefinition')) {
    return overlookedInDefinition(stored, sent);
  }
  if (isOfKind(stored, ...POD_KINDS) && isOfKind(sent, ...POD_KINDS)) {
    return overlookedInObjectWithPods(stored, sent, storedErrors);
  }
  if (
    isOfKind(stored, ...KINDS_WITH_RESOURCE_RULES) &&
    isOfKind(sent, ...KINDS_WITH_RESOURCE_RULES)
  ) {
    return overlookedInAdmission(stored, sent);
  }
  return either(overlookedInPolicy(stored, sent), overlookedInValues(stored, sent, storedErrors));
}

function overlookedInObjectWithPods(
  stored: Resource<PodKind>,
  sent: Resource<PodKind>,
  storedErrors: () => readonly ServerError[],
): Overlooks {
  const overlooks = either(
    overlookedInPods(stored, sent, storedErrors),
    overlookedInWorkload(stored, sent),
  );
  const isStoredInvalid = () =>
    storedErrors().some(
      (error) => error.cause !== 'Warning' && error.field.startsWith('spec') && !overlooks(error),
    );
  return either(overlooks, overlookedInTemplate(sent, isStoredInvalid));
}

/** The errors of the server that only an update can have. */
export function addedInUpdate(stored: Resource, sent: Resource): readonly ChangeError[] {
  if (isOfKind(stored, 'CustomResourceDefinition') && isOfKind(sent, 'CustomResourceDefinition')) {
    return addedToDefinition(stored, sent);
  }
  return [...addedToPolicy(stored, sent), ...changesOfFixedValues(stored, sent)];
}

/** The place in the stored object of the value that a field had, as a related location; none if it had no value. */
export function placesInStored(
  { origin, source }: StoredVersion,
  field: Field,
): readonly RelatedSpan[] {
  const path = [...origin.path, ...field.documentPath.slice(field.origin.path.length)];
  if (origin.document.locate(path) === undefined) return [];
  const { span } = locationAt(origin, path, null);
  return [{ span, message: 'the stored value is here', source }];
}

/** The place of a field in the stored object, as a related location. */
export function placeBefore(
  { source }: StoredVersion,
  field: Field,
  message = 'the stored value is here',
): RelatedSpan {
  return { span: field.location().span, message, source };
}
