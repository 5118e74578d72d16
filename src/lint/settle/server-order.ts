import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Cause } from '../../result/finding.ts';
import { isValidationError } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type Draft, objectKey } from '../check/draft.ts';
import { messageOf } from '../rules/rule-registry.ts';

/** The causes of the drafts about each object of a part, by minor and item. */
export class Causes {
  readonly #byObject = new Map<string, Set<Cause>>();
  readonly #unknown = new Set<string>();

  of(minor: Minor, item: number | null): Set<Cause> {
    const key = objectKey(minor, item);
    return getOrCompute(this.#byObject, key, () => new Set());
  }

  addAll(drafts: readonly Draft[]): void {
    for (const { minor, item, cause, isUnknown } of drafts) {
      if (cause !== null) this.of(minor, item).add(cause);
      if (isUnknown) this.#unknown.add(objectKey(minor, item));
    }
  }

  /** Reports whether other causes may exist, because something was not checked. */
  areUnknown(minor: Minor, item: number | null): boolean {
    return this.#unknown.has(objectKey(minor, item));
  }

  refuse({ minor, item }: Draft): boolean {
    return [...this.of(minor, item)].some(isValidationError);
  }
}

/** Drafts whose causes are those that the server reports, and the causes by object. */
interface OrderedDrafts {
  readonly drafts: readonly Draft[];
  readonly causes: Causes;
}

/**
 * Removes the cause of each draft that the server would not report: it runs some checks only if there are no other
 * errors, it returns most warnings only if it accepts the object, and after some errors, or if its code fails, it
 * reports nothing else.
 */
export function inServerOrder(all: readonly Draft[]): OrderedDrafts {
  const causes = new Causes();
  const decoded = withoutLost(
    all,
    ({ cause }) => cause === 'Undecodable',
    ({ onlyIfDecodable }) => onlyIfDecodable,
  );
  const crashing = decoded.filter(({ crashesServer }) => crashesServer);
  for (const { minor, item } of crashing) causes.of(minor, item).add('InternalError');
  const answered = withoutLost(
    decoded,
    ({ crashesServer }) => crashesServer,
    () => true,
  );
  // An object is not validated after an earlier error.
  const drafts = withoutLost(
    answered,
    endsRequest,
    (draft) => draft.cause?.startsWith('FieldValue') === true && !endsRequest(draft),
  );
  causes.addAll(drafts.filter(({ onlyIfOtherwiseValid }) => !onlyIfOtherwiseValid));
  const ordered = LAST_STEPS.reduce(
    (settled, isOfStep) => withoutUnreached(settled, isOfStep, causes),
    drafts,
  );
  return { drafts: ordered, causes };
}

/** The last checks, warnings, and what the storage refuses, in the order of the server. */
const LAST_STEPS: readonly ((draft: Draft) => boolean)[] = [
  ({ onlyIfOtherwiseValid, cause }) => onlyIfOtherwiseValid && cause !== 'Status',
  isFinalWarning,
  ({ onlyIfOtherwiseValid, cause }) => onlyIfOtherwiseValid && cause === 'Status',
];

/**
 * Removes the causes that the server does not report for an object, because another draft about it ends the request.
 *
 * @param ends reports whether a draft ends the request
 * @param isLost reports whether the server then does not report a draft
 */
function withoutLost(
  drafts: readonly Draft[],
  ends: (draft: Draft) => boolean,
  isLost: (draft: Draft) => boolean,
): readonly Draft[] {
  const ended = new Set(drafts.filter(ends).map(({ minor, item }) => objectKey(minor, item)));
  if (ended.size === 0) return drafts;
  return drafts.map((draft) =>
    isLost(draft) && ended.has(objectKey(draft.minor, draft.item))
      ? { ...draft, cause: null, crashesServer: false }
      : draft,
  );
}

function endsRequest(draft: Draft): boolean {
  return draft.cause !== null && draft.cause !== 'Warning' && isBeforeValidation(draft);
}

function isBeforeValidation({ rule, messageId }: Draft): boolean {
  return messageOf(rule, messageId).step === 'before-validation';
}

/** Removes the causes of a stage for objects that an earlier stage has refused; the others count for later stages. */
function withoutUnreached(
  drafts: readonly Draft[],
  isOfStep: (draft: Draft) => boolean,
  causes: Causes,
): readonly Draft[] {
  const settled = drafts.map((draft) =>
    draft.cause !== null && isOfStep(draft) && causes.refuse(draft)
      ? { ...draft, cause: null }
      : draft,
  );
  causes.addAll(settled.filter(isOfStep));
  return settled;
}

function isFinalWarning(draft: Draft): boolean {
  return draft.cause === 'Warning' && !isBeforeValidation(draft);
}
