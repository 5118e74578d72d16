import type { AuthorizationAnswers } from '../../server/admission/authorizer.ts';
import { asStored } from '../../server/admission/objects/stored-object.ts';
import type { AdmissionRequest, User } from '../../server/admission/request.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import { mappingIn } from '../../yaml/tree.ts';
import type { OpenedObject } from './opened-object.ts';

/** The requests that are made of objects. */
export interface RequestOptions {
  /**
   * The operation. By default, it is CREATE, or UPDATE for a stored object. An UPDATE of an object that is not stored
   * is not a request.
   */
  readonly operation?: Exclude<Operation, 'CONNECT'>;
  /** The administrator where absent. */
  readonly user?: User;
  readonly isDryRun?: boolean;
  /** Answers the checks of `authorizer`; none is known where absent. */
  readonly answers?: AuthorizationAnswers;
}

/** The stored objects by their identity. */
export type ObjectsByIdentity = ReadonlyMap<string, OpenedObject>;

/** Objects by their identity. Of several objects with one identity, the first one counts. */
export function byIdentity(objects: readonly OpenedObject[]): ObjectsByIdentity {
  return new Map(objects.toReversed().map((one) => [identityOf(one), one]));
}

/** The user of requests by default, who can do everything. */
export const ADMINISTRATOR: User = {
  name: 'admin',
  uid: '1',
  groups: ['system:masters', 'system:authenticated'],
};

/** The request that is made of an object; undefined if none is. */
export function requestOf(
  opened: OpenedObject,
  stored: ObjectsByIdentity,
  options: RequestOptions,
): AdmissionRequest | undefined {
  const { user = ADMINISTRATOR, isDryRun = false } = options;
  const { kind, resource, object, isNamespaced } = opened;
  const { name, namespace } = mappingIn(object, 'metadata');
  const isNamespace = kind.group === '' && kind.kind === 'Namespace';
  const changed = changeOf(opened, stored, options.operation);
  if (changed === undefined) return undefined;
  return {
    kind,
    resource: { group: kind.group, version: kind.version, resource },
    subresource: '',
    namespace: isNamespaced ? String(namespace ?? '') : isNamespace ? String(name ?? '') : '',
    name: String(name ?? ''),
    user,
    isDryRun,
    ...changed,
  };
}

/** The effect of a request on an object. Undefined if it is not a request. */
function changeOf(
  opened: OpenedObject,
  stored: ObjectsByIdentity,
  operation: RequestOptions['operation'],
): Pick<AdmissionRequest, 'operation' | 'object' | 'oldObject'> | undefined {
  const { object } = opened;
  if (operation === 'DELETE') return { operation, object: undefined, oldObject: asStored(object) };
  const old = operation === 'CREATE' ? undefined : stored.get(identityOf(opened));
  if (old === undefined || opened.update === undefined) {
    return operation === 'UPDATE'
      ? undefined
      : { operation: 'CREATE', object, oldObject: undefined };
  }
  const update = opened.update(old.object);
  return { operation: 'UPDATE', object: update.object, oldObject: update.stored };
}

/** The identity that an object has in common with the stored one. */
export function identityOf({ kind, object, isNamespaced }: OpenedObject): string {
  const { name, namespace = 'default' } = mappingIn(object, 'metadata');
  return JSON.stringify([kind.group, kind.kind, name, isNamespaced ? namespace : '']);
}
