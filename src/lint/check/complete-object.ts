import type { FoundObject } from '../../server/decode/index.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import type { MayLack } from '../../sources/project/file-role.ts';
import { itemsAt } from '../../yaml/index.ts';
import type { OpenDocument } from '../open/open-part.ts';
import { messageOf } from '../rules/rule-registry.ts';
import type { ObjectChecks } from './checked-part.ts';
import { type Draft, isRefusal } from './draft.ts';

/**
 * Reports whether all objects of a document are whole objects, and not patches or assertions: the server would accept
 * them, and it would not accept a part of them. An object without a required field is a part, also if a test may set
 * it.
 */
export function isComplete({ objects }: OpenDocument, { drafts }: ObjectChecks): boolean {
  const isRefused = drafts.some(
    (draft) => isRefusal(draft) && (!draft.isUnrendered || isAboutRequired(draft)),
  );
  return !isRefused && objects.length > 0 && objects.every(isTelling);
}

/** Reports whether some object of a document lacks fields that the server requires, and no others than it may lack. */
export function lacksFields({ drafts }: ObjectChecks, mayLack: MayLack): boolean {
  if (mayLack === 'nothing') return false;
  const lacking = drafts.filter((draft) => isAboutRequired(draft) && !draft.isUnrendered);
  const hasName = lacking.every(({ field }) => field !== 'metadata.name');
  return lacking.length > 0 && (mayLack === 'all' || hasName);
}

/** Reports whether the server refuses an object because it lacks a field. */
function isAboutRequired({ rule, messageId, cause }: Draft): boolean {
  return (
    cause === 'FieldValueRequired' ||
    (cause !== null && messageOf(rule, messageId).isOfRequired === true)
  );
}

/** Reports whether the server refuses an object of the kind that is almost empty. */
function isTelling({ head, value }: FoundObject): boolean {
  if (head.kind !== 'object') return false;
  const facts = findKind(head.objectKind);
  if (!facts?.validated || facts.group !== groupAndVersion(head.apiVersion).group) return false;
  return itemsAt(value, 'webhooks').length > 0 || !facts.acceptedWhenEmpty;
}
