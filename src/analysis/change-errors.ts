import { onceForEach } from '../base/once-for-each.ts';
import type { Resource } from '../rule/resource.ts';
import { addedInUpdate } from './updates/changes.ts';
import type { ChangeError } from './updates/server-error.ts';

/** The errors of the server that only an update can have. Empty for an object that is created. */
export const changeErrors = onceForEach((sent: Resource): readonly ChangeError[] =>
  sent.stored === undefined ? [] : addedInUpdate(sent.stored.resource, sent),
);
