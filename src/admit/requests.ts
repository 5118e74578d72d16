import type { AuthorizationAnswers } from '../admission/authorizer.ts';
import { asStored, metadataOf, prepareUpdate } from '../admission/objects/stored-object.ts';
import type { AdmissionRequest, Operation, User } from '../admission/request.ts';
import type { OpenedObject } from './opened-object.ts';

/** The requests that are made of objects. */
export interface RequestOptions {
  /** Where absent, CREATE, or UPDATE of what is stored. An UPDATE of what is not stored is no request. */
  readonly operation?: Exclude<Operation, 'CONNECT'>;
  /** The administrator where absent. */
  readonly user?: User;
  readonly isDryRun?: boolean;
  /** Answers the checks of `authorizer`; none is known where absent. */
  readonly answers?: AuthorizationAnswers;
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
  stored: readonly OpenedObject[],
  options: RequestOptions,
): AdmissionRequest | undefined {
  const { user = ADMINISTRATOR, isDryRun = false } = options;
  const { kind, resource, object, isNamespaced } = opened;
  const { name, namespace } = metadataOf(object);
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

/** What a request does to an object; undefined if it is no request. */
function changeOf(
  opened: OpenedObject,
  stored: readonly OpenedObject[],
  operation: RequestOptions['operation'],
): Pick<AdmissionRequest, 'operation' | 'object' | 'oldObject'> | undefined {
  const { object } = opened;
  if (operation === 'DELETE') return { operation, object: undefined, oldObject: asStored(object) };
  const old = operation === 'CREATE' ? undefined : stored.find((one) => isSameObject(one, opened));
  if (old === undefined) {
    return operation === 'UPDATE'
      ? undefined
      : { operation: 'CREATE', object, oldObject: undefined };
  }
  const update = prepareUpdate(object, old.object);
  return { operation: 'UPDATE', object: update.object, oldObject: update.stored };
}

function isSameObject(a: OpenedObject, b: OpenedObject): boolean {
  const [one, other] = [metadataOf(a.object), metadataOf(b.object)];
  return (
    a.kind.group === b.kind.group &&
    a.kind.kind === b.kind.kind &&
    one.name === other.name &&
    (!a.isNamespaced || (one.namespace ?? 'default') === (other.namespace ?? 'default'))
  );
}
