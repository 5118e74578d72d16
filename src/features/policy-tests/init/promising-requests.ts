import { getOrCompute } from '../../../base/get-or-compute.ts';
import { KeptResults } from '../../../base/kept-results.ts';
import type {
  PolicyExpression,
  PolicyVariables,
} from '../../../server/admission/compiled-policy.ts';
import { editsFor } from './goal-edits.ts';
import { type RequestDraft, textOf, withEdits } from './request-edits.ts';

/** An expression that is to have a result, with the variables that it can use. */
export interface Goal {
  readonly expression: PolicyExpression;
  readonly variables: PolicyVariables;
}

/** The number of requests that are tried for one outcome. */
const MAX_TRIES = 150;

const ANSWERS = ['allow', 'deny'] as const;
const MAX_ASKING = 10;

/** The number of characters that are kept. It allows all requests that are tried for each expression. */
const MAX_KEPT_CHARACTERS = 200_000;

/** Makes requests from others. The searches of several policies need the same ones. */
export class PromisingRequests {
  readonly #known = new Map<PolicyExpression, KeptResults<readonly RequestDraft[]>>();

  /** A request with the changes that may give an expression a result, the most promising first. */
  of(draft: RequestDraft, goal: Goal, result: boolean): readonly RequestDraft[] {
    const { expression } = goal;
    const known = getOrCompute(this.#known, expression, () => new KeptResults(MAX_KEPT_CHARACTERS));
    return known.get(`${result} ${textOf(draft)}`, () => changedRequests(draft, goal, result));
  }
}

function changedRequests(
  draft: RequestDraft,
  { expression, variables }: Goal,
  result: boolean,
): readonly RequestDraft[] {
  const changes = new Map<string, RequestDraft>();
  for (const edits of editsFor(expression, result, draft, variables)) {
    const changed = withEdits(draft, edits);
    if (changed !== undefined) changes.set(textOf(changed), changed);
    if (changes.size >= MAX_TRIES) break;
  }
  const found = [...changes.values()];
  if (!/\bauthorizer\b/.test(expression.text)) return found;
  const asking = [draft, ...found].slice(0, MAX_ASKING);
  return ANSWERS.flatMap((authorizer) => asking.map((one) => ({ ...one, authorizer })));
}
