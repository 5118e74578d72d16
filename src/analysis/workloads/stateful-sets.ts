import type { Resource } from '../../rule/resource.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { ServerError } from '../updates/server-error.ts';

/**
 * Reports whether an error of a StatefulSet is one of the pods in its template, and not one of what it requires of
 * them.
 */
export function isOfTemplate({ cause, field }: ServerError): boolean {
  return (
    field.startsWith('spec.template.spec') &&
    !(cause === 'FieldValueNotSupported' && field.endsWith('.spec.restartPolicy')) &&
    !(cause === 'FieldValueForbidden' && field.endsWith('.spec.activeDeadlineSeconds'))
  );
}

/**
 * The errors of the pods of a StatefulSet, if the server does not validate them; undefined for other objects and
 * servers.
 */
export function uncheckedByMinor({
  kind,
  minor,
}: Resource): ((error: ServerError) => boolean) | undefined {
  return kind === 'StatefulSet' && !serverHas('stateful-set-pods-validated', minor)
    ? (error) => error.cause !== 'Warning' && isOfTemplate(error)
    : undefined;
}
