import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { SERVER_CHANGES, type ServerChangeName } from '../../server/kubernetes/server-changes.ts';
import type { PlacedDifference } from './difference.ts';

/** A change of the server that gives a field of an object another effect. */
interface ObjectChange {
  readonly name: ServerChangeName;
  /** The behaviour now and before. */
  readonly message: string;
  /** The fields of an object that the change is about. */
  fields(resource: Resource): readonly Field<unknown>[];
}

/** The changes of the server that give fields of objects another effect. */
export const OBJECT_CHANGES: readonly ObjectChange[] = [
  {
    name: 'all-validation-failures',
    message:
      'the audit annotation validation_failure lists all failures of a request; before, only one of them',
    fields: (resource) =>
      isOfKind(resource, 'ValidatingAdmissionPolicyBinding')
        ? resource.root
            .get('spec')
            .itemsOf('validationActions')
            .filter(({ value }) => value === 'Audit')
        : [],
  },
  {
    name: 'stateful-set-max-unavailable',
    message: 'a rolling update follows this field; before, the server dropped it',
    fields: (resource) =>
      isOfKind(resource, 'StatefulSet')
        ? [
            resource.root
              .get('spec')
              .get('updateStrategy')
              .get('rollingUpdate')
              .get('maxUnavailable'),
          ]
        : [],
  },
];

/** The fields of an object that have another effect since some minor. */
export function objectChanges(resource: Resource): readonly PlacedDifference[] {
  return OBJECT_CHANGES.flatMap(({ name, message, fields }) =>
    fields(resource)
      .filter(({ origin, documentPath }) => origin.document.locate(documentPath) !== undefined)
      .map((field) => ({ since: SERVER_CHANGES[name].since, message, location: field.location() })),
  );
}
