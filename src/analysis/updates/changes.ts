import type { Field } from '../../rule/field.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import { isOfKind, type Resource, type StoredVersion } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { POD_KINDS } from '../pods/pod-specs.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../requests/resource-rules.ts';
import { overlookedInUpdate as overlookedInAdmission } from './admissionregistration.ts';
import {
  addedInUpdate as addedToDefinition,
  overlookedInUpdate as overlookedInDefinition,
} from './custom-resource-definition.ts';
import { changesOfFixedValues } from './fixed-values.ts';
import { overlookedInMetadata } from './metadata.ts';
import { ONLY_CHANGES, overlookedInValues } from './overlooked-values.ts';
import { overlookedInPods } from './pods.ts';
import {
  addedInUpdate as addedToPolicy,
  overlookedInUpdate as overlookedInPolicy,
} from './policy-resources.ts';
import type { ChangeError, ServerError } from './server-error.ts';
import { overlookedInTemplate, overlookedInWorkload } from './workloads.ts';

/** The kinds whose names the server does not validate in an update. */
const KEEPS_NAME: readonly KindName[] = [
  'CSIDriver',
  'CronJob',
  'DaemonSet',
  'Deployment',
  'DeviceTaintRule',
  'HorizontalPodAutoscaler',
  'Lease',
  'PodTemplate',
  'ReplicaSet',
  'ReplicationController',
  'ResourceSlice',
  'Service',
  'StatefulSet',
  ...ONLY_CHANGES,
];

/**
 * The errors that the server ignores because an object is updated, although it would refuse a new object for them.
 *
 * @param stored the object before the update, valid or not
 * @param sent the object after the update, of the same kind and name
 * @param storedErrors the errors of the stored object, if it was new
 */
export function overlookedInUpdate(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): (error: ServerError) => boolean {
  const inObject = overlookedInObject(stored, sent, storedErrors);
  if (!keepsName(sent)) return inObject;
  const inMetadata = overlookedInMetadata(sent.root.get('metadata').value ?? {});
  return (error) => inMetadata(error) || inObject(error);
}

function keepsName(sent: Resource): boolean {
  if (KEEPS_NAME.includes(sent.kind)) return true;
  return sent.kind === 'Job' && serverHas('job-labels-of-updates-unchecked', sent.minor);
}

function overlookedInObject(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): (error: ServerError) => boolean {
  if (isOfKind(stored, 'CustomResourceDefinition') && isOfKind(sent, 'CustomResourceDefinition')) {
    return overlookedInDefinition(stored, sent);
  }
  if (isOfKind(stored, ...POD_KINDS) && isOfKind(sent, ...POD_KINDS)) {
    const isOfPods = overlookedInPods(stored, sent, storedErrors);
    const isOfWorkload = overlookedInWorkload(stored, sent);
    const isOfStored = (error: ServerError) => isOfPods(error) || isOfWorkload(error);
    const isOfTemplate = overlookedInTemplate(sent, () =>
      storedErrors().some((error) => error.field.startsWith('spec') && !isOfStored(error)),
    );
    return (error) => isOfStored(error) || isOfTemplate(error);
  }
  return isOfKind(stored, ...KINDS_WITH_RESOURCE_RULES) &&
    isOfKind(sent, ...KINDS_WITH_RESOURCE_RULES)
    ? overlookedInAdmission(stored, sent)
    : overlookedElsewhere(stored, sent, storedErrors);
}

function overlookedElsewhere(
  stored: Resource,
  sent: Resource,
  storedErrors: () => readonly ServerError[],
): (error: ServerError) => boolean {
  const inPolicy = overlookedInPolicy(stored, sent);
  const inValues = overlookedInValues(stored, sent, storedErrors);
  return (error) => inPolicy(error) || inValues(error);
}

/** The errors of the server that only an update can have. */
export function addedInUpdate(stored: Resource, sent: Resource): readonly ChangeError[] {
  if (isOfKind(stored, 'CustomResourceDefinition') && isOfKind(sent, 'CustomResourceDefinition')) {
    return addedToDefinition(stored, sent);
  }
  return [...addedToPolicy(stored, sent), ...changesOfFixedValues(stored, sent)];
}

/** The place of a field in the stored object, as a related location. */
export function placeBefore(
  { source }: StoredVersion,
  field: Field,
  message = 'the stored value is here',
): RelatedSpan {
  return { span: field.location().span, message, source };
}
