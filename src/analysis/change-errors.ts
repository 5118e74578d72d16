import type { Resource } from '../rule/resource.ts';
import { addedInUpdate } from './updates/changes.ts';
import type { ChangeError } from './updates/server-error.ts';

const known = new WeakMap<Resource, readonly ChangeError[]>();

/** What the server says of an update only; nothing of an object that is created. */
export function changeErrors(sent: Resource): readonly ChangeError[] {
  if (sent.stored === undefined) return [];
  let errors = known.get(sent);
  if (errors === undefined) {
    errors = addedInUpdate(sent.stored.resource, sent);
    known.set(sent, errors);
  }
  return errors;
}
