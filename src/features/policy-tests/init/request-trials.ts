import { KeptResults } from '../../../base/kept-results.ts';
import type { RequestReport } from '../../../lint/decide/decide-request.ts';
import { ADMINISTRATOR } from '../../../lint/decide/requests.ts';
import type { Source } from '../../../lint/read/source.ts';
import type { Verdict } from '../../../result/verdict.ts';
import type { OpenedPolicies } from '../../admit/opened-policies.ts';
import { printedSource } from '../test-sources.ts';
import { type RequestDraft, textOf } from './request-edits.ts';

/** A report needs a few kilobytes if there are many policies, and a key needs several hundred bytes. */
const MAX_KEPT_CHARACTERS = 4_000_000;

const REFUSED: ReadonlySet<Verdict> = new Set(['rejected', 'undecodable']);

/** Sends requests to policies. The searches for several expressions and policies try the same requests. */
export class RequestTrials {
  readonly #policies: OpenedPolicies;
  readonly #reports = new KeptResults<RequestReport | undefined>(MAX_KEPT_CHARACTERS);
  readonly #validity = new KeptResults<boolean>(MAX_KEPT_CHARACTERS);

  constructor(policies: OpenedPolicies) {
    this.#policies = policies;
  }

  /** Returns the decisions of the policies about a request. Undefined if the request cannot be made. */
  send(draft: RequestDraft): RequestReport | undefined {
    return this.#reports.get(textOf(draft), () => this.#decide(draft));
  }

  #decide(draft: RequestDraft): RequestReport | undefined {
    const { object, old, user, groups, resource, operation, authorizer } = draft;
    const [report] = this.#policies.decide(
      {
        requested: [printedSource('<object>', object)],
        cluster: clusterOf(draft),
        ...(old !== undefined && { old: [printedSource('<old>', old)] }),
      },
      {
        resource,
        operation,
        user: {
          ...ADMINISTRATOR,
          ...(user !== undefined && { name: user }),
          ...(groups !== undefined && { groups }),
        },
        ...(authorizer !== undefined && {
          answers: () => ({ isAllowed: authorizer === 'allow', reason: '' }),
        }),
      },
    );
    return report;
  }

  /** Reports whether the server accepts the objects of a request, as far as that is known. */
  isValid(draft: RequestDraft): boolean {
    return this.#validity.get(textOf(draft), () => {
      const { object, old, namespace, params } = draft;
      const objects = [object, old, namespace, params].filter((one) => one !== undefined);
      const sources = objects.map((one, index) => printedSource(`<${index}>`, one));
      return this.#policies
        .verdicts(sources)
        .every(({ verdicts }) => Object.values(verdicts).every((one) => !REFUSED.has(one)));
    });
  }
}

/** The objects that a request depends on. */
function clusterOf({ namespace, params }: RequestDraft): readonly Source[] {
  return [namespace, params].flatMap((object, index) =>
    object === undefined ? [] : [printedSource(`<cluster ${index}>`, object)],
  );
}
