import { onceForEach } from '../base/once-for-each.ts';
import type { Resource } from '../rule/resource.ts';
import { addedInUpdate } from './updates/changes.ts';
import type { ChangeError } from './updates/server-error.ts';

/** What the server says of an update only; nothing of an object that is created. */
export const changeErrors = onceForEach((sent: Resource): readonly ChangeError[] =>
  sent.stored === undefined ? [] : addedInUpdate(sent.stored.resource, sent),
);
