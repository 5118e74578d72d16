import type { RequestReport } from '../../../lint/decide/decide-request.ts';
import type {
  PolicyExpression,
  PolicyVariables,
} from '../../../server/admission/compiled-policy.ts';
import { isObjection } from '../../../server/admission/decision.ts';
import { compiledMutating } from '../../../server/admission/mutating.ts';
import { type BoundPolicy, nameOf } from '../../../server/admission/policy.ts';
import { compiledValidating } from '../../../server/admission/validating.ts';
import { jsonText } from '../../../server/crd/values/json-text.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { baseRequests, type InitCluster } from './base-requests.ts';
import type { Goal, PromisingRequests } from './promising-requests.ts';
import type { RequestDraft } from './request-edits.ts';
import type { RequestTrials } from './request-trials.ts';

/** The data in which cases are searched. */
interface CaseSources {
  readonly cluster: InitCluster;
  readonly minor: Minor;
  readonly promising: PromisingRequests;
  readonly trials: RequestTrials;
}

/** A request that shows one outcome of an expression. */
export interface FoundCase {
  readonly name: string;
  readonly draft: RequestDraft;
  /** The decisions of the policies about the request. */
  readonly report: RequestReport;
}

/** The cases of a policy, and the outcomes for which none was found. */
interface PolicyCases {
  readonly cases: readonly FoundCase[];
  readonly missing: readonly string[];
}

/**
 * Finds for each expression of a policy a request for which it is true, and one for which it is false: changes of a
 * least object that follow from the expression, each tried with the policies.
 *
 * @param all the policies that decide about the requests of tests, this one included
 */
export function findCases(
  bound: BoundPolicy,
  all: readonly BoundPolicy[],
  sources: CaseSources,
): PolicyCases {
  const bases = baseRequests(bound, sources.cluster);
  const searches = bases.map((base) => new CaseSearch(bound, all, base, sources));
  let best: { readonly search: CaseSearch; readonly tried: Tried } | undefined;
  for (const search of searches) {
    const tried = search.admitted();
    if (tried !== undefined && (best === undefined || tried.failing < best.tried.failing)) {
      best = { search, tried };
    }
    if (best?.tried.failing === 0) break;
  }
  const name = nameOf(bound.policy);
  if (best === undefined) {
    const reason =
      bases.length === 0
        ? 'none of its resources is known; name the files of their CRDs too'
        : `requests for ${bases.map(({ object }) => String(object.kind)).join(', ')} were tried`;
    return { cases: [], missing: [`${name}: no request was found that it matches: ${reason}`] };
  }
  const { cases, missing, missingFields } = best.search.cases(best.tried);
  if (missingFields.size === 0) return { cases, missing };
  // An expression may be about another kind than that of the request for the first cases.
  const found = [...cases];
  const left = new Map(missingFields);
  for (const search of searches) {
    const from = search === best.search || left.size === 0 ? undefined : search.admitted();
    if (from === undefined) continue;
    for (const [field, one] of search.outcomes(from, new Set(left.keys()))) {
      if (typeof one === 'string') continue;
      found.push(one);
      left.delete(field);
    }
  }
  return { cases: found, missing: [...missing, ...left.values()] };
}

/** A request, and the decisions about it. */
interface Tried {
  readonly draft: RequestDraft;
  readonly report: RequestReport;
  /** True if the policy does nothing. */
  readonly isExcluded: boolean;
  /** The number of expressions that do not accept the request. Infinite if the policy does nothing. */
  readonly failing: number;
}

/** The requests that were tried for an outcome. */
interface Choice {
  readonly found: Tried | undefined;
  readonly tried: readonly Tried[];
  /** The requests with the outcome. */
  readonly wanted: readonly Tried[];
}

interface PolicyGoal extends Goal {
  readonly policy: string;
}

/** The number of requests with an outcome that are validated until one is accepted. */
const MAX_VALIDATED = 60;

class CaseSearch {
  readonly #bound: BoundPolicy;
  readonly #base: RequestDraft;
  readonly #sources: CaseSources;
  readonly #name: string;
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly PolicyExpression[];
  readonly #validations: readonly PolicyExpression[];
  /** The conditions that an admitted request must meet. */
  readonly #goals: readonly PolicyGoal[];

  constructor(
    bound: BoundPolicy,
    all: readonly BoundPolicy[],
    base: RequestDraft,
    sources: CaseSources,
  ) {
    this.#bound = bound;
    this.#base = base;
    this.#sources = sources;
    this.#name = nameOf(bound.policy);
    const { conditions, validations, variables } = partsOf(bound, sources);
    this.#variables = variables;
    this.#conditions = conditions;
    this.#validations = validations;
    const others = all.filter((other) => other !== bound);
    this.#goals = [
      ...[...conditions, ...validations].map((one) => this.#own(one)),
      ...others.flatMap((other) => {
        const parts = partsOf(other, sources);
        const policy = nameOf(other.policy);
        return parts.validations.map((expression) => ({
          policy,
          expression,
          variables: parts.variables,
        }));
      }),
    ];
  }

  /** A request that passes as many expressions as possible; undefined if the policy matches none. */
  admitted(): Tried | undefined {
    const base = this.#send(this.#base);
    if (base === undefined) return undefined;
    let best = base;
    const goals = this.#goals;
    const { promising } = this.#sources;
    const exhausted = new Map<PolicyGoal, Tried>();
    for (let round = 0; round < goals.length && best.failing > 0; round++) {
      const before = best;
      for (const goal of goals) {
        if (best.failing === 0) break;
        if (exhausted.get(goal) === best || !this.#isOpen(goal, best)) continue;
        const { failing } = best;
        const drafts = promising.of(best.draft, goal, true);
        const { found } = this.#choose(drafts, (one) => one.failing < failing, 0);
        if (found === undefined) exhausted.set(goal, best);
        else best = found;
      }
      if (best === before) break;
    }
    return best;
  }

  /** Reports whether an expression may be the reason why a request is not accepted. */
  #isOpen({ policy, expression }: PolicyGoal, { isExcluded, report }: Tried): boolean {
    if (isExcluded) return policy === this.#name;
    return report.decisions.some(
      (one) => one.policy === policy && one.field === expression.field && isObjection(one),
    );
  }

  /** The cases of all expressions, from a request that the policy admits. */
  cases(admitted: Tried): PolicyCases & { readonly missingFields: ReadonlyMap<string, string> } {
    const cases: FoundCase[] = [];
    const missing: string[] = [];
    const isMutating = this.#bound.kind === 'MutatingAdmissionPolicy';
    if (admitted.failing === 0) {
      const name = isMutating ? `${this.#name} mutates` : `${this.#name} admits`;
      cases.push(this.#case(name, admitted));
    } else {
      const failing = this.#failingFields(admitted.report).join(', ');
      const reason = isMutating
        ? 'that it changes'
        : failing === ''
          ? 'that meets all match conditions'
          : `that passes ${failing}`;
      missing.push(`${this.#name}: no request was found ${reason}`);
    }
    const outcomes = this.outcomes(admitted);
    cases.push(...[...outcomes.values()].filter((one) => typeof one !== 'string'));
    const missingFields = new Map(
      [...outcomes].flatMap(([field, one]) => (typeof one === 'string' ? [[field, one]] : [])),
    );
    return { cases, missing, missingFields };
  }

  /**
   * The cases in which single expressions decide, by their fields, or why there is none.
   *
   * @param fields all where absent
   */
  outcomes(
    { draft }: Tried,
    fields?: ReadonlySet<string>,
  ): ReadonlyMap<string, FoundCase | string> {
    const outcomes = new Map<string, FoundCase | string>();
    const { promising } = this.#sources;
    for (const expression of [...this.#conditions, ...this.#validations]) {
      const { field } = expression;
      if (fields?.has(field) === false) continue;
      const drafts = promising.of(draft, this.#own(expression), false);
      const isCondition = this.#conditions.includes(expression);
      const { found, tried, wanted } = isCondition
        ? this.#choose(drafts, ({ isExcluded }) => isExcluded, Number.POSITIVE_INFINITY)
        : this.#choose(drafts, ({ report }) => this.#isFalse(report, field), 1);
      if (found === undefined) {
        const outcome = `${field} ${isCondition ? 'excludes' : 'denies'}`;
        const reason = notFoundReason(tried, wanted, field);
        outcomes.set(field, `${this.#name}: no request was found that ${outcome}: ${reason}`);
      } else {
        const skips = `${this.#name} skips: ${field}`;
        const name = isCondition ? skips : this.#denialName(found.report, field);
        outcomes.set(field, this.#case(name, found));
      }
    }
    return outcomes;
  }

  /**
   * Tries requests until the best one is found. It has the wanted outcome, the server accepts its objects as far as
   * that is known, and it is the first one with the fewest expressions that do not accept it.
   *
   * @param least the smallest possible number of these expressions, as in `failing`
   */
  #choose(
    drafts: readonly RequestDraft[],
    isWanted: (one: Tried) => boolean,
    least: number,
  ): Choice {
    const tried: Tried[] = [];
    const wanted: Tried[] = [];
    for (const draft of drafts) {
      const one = this.#send(draft);
      if (one === undefined) continue;
      tried.push(one);
      if (!isWanted(one)) continue;
      wanted.push(one);
      if (one.failing === least && wanted.length <= MAX_VALIDATED && this.#isUsable(one)) {
        return { found: one, tried, wanted };
      }
    }
    const best = wanted.toSorted((a, b) => a.failing - b.failing).slice(0, MAX_VALIDATED);
    return { found: best.find((one) => this.#isUsable(one)), tried, wanted };
  }

  #isUsable({ draft }: Tried): boolean {
    const { trials } = this.#sources;
    return !trials.isValid(this.#base) || trials.isValid(draft);
  }

  #denialName({ decisions }: RequestReport, field: string): string {
    const decision = decisions.find((one) => one.policy === this.#name && one.field === field);
    return `${this.#name} denies: ${decision?.message ?? field}`;
  }

  #case(name: string, { draft, report }: Tried): FoundCase {
    return { name, draft: this.#withoutGiven(draft), report };
  }

  /** A request without the params that the sources have already. */
  #withoutGiven(draft: RequestDraft): RequestDraft {
    const { params } = draft;
    if (params === undefined) return draft;
    const text = jsonText(params, 'by key');
    const isGiven = this.#sources.cluster.objects.some(
      ({ origin }) => jsonText(origin.document.value, 'by key') === text,
    );
    return isGiven ? { ...draft, params: undefined } : draft;
  }

  #own(expression: PolicyExpression): PolicyGoal {
    return { policy: this.#name, expression, variables: this.#variables };
  }

  /** Returns the decisions of the policies about a request. Undefined if the policy does not match it. */
  #send(draft: RequestDraft): Tried | undefined {
    const report = this.#sources.trials.send(draft);
    const own = report?.decisions.filter(({ policy }) => policy === this.#name) ?? [];
    if (report === undefined || own.length === 0) return undefined;
    // The decisions of a mutating policy do not show why nothing has changed.
    const isExcluded =
      own.some(({ action }) => action === 'excluded') ||
      own.every(({ action }) => action === 'unchanged');
    const failing = isExcluded
      ? Number.POSITIVE_INFINITY
      : report.decisions.filter(isObjection).length;
    return { draft, report, isExcluded, failing };
  }

  #failingFields({ decisions }: RequestReport): readonly string[] {
    const failing = decisions.filter(isObjection);
    return [...new Set(failing.flatMap(({ policy, field = '' }) => `${field} of ${policy}`))];
  }

  #isFalse({ decisions }: RequestReport, field: string): boolean {
    return decisions.some(
      (one) =>
        one.policy === this.#name && one.field === field && one.action === 'deny' && !one.isError,
    );
  }
}

/** The reason why no request with an outcome was found among the requests that were tried. */
function notFoundReason(tried: readonly Tried[], found: readonly Tried[], field: string): string {
  if (found.length > 0) return 'only requests whose objects the API server refuses were found';
  if (tried.length === 0) return 'no value of the request was found that it depends on';
  const error = tried
    .flatMap(({ report }) => report.decisions)
    .find((decision) => decision.field === field && decision.isError);
  const fails = error === undefined ? '' : `; for some of them it fails: ${error.message}`;
  return `${tried.length} requests were tried${fails}`;
}

const VALIDATION = /^spec\.validations\[\d+\]\.expression$/;

function partsOf(
  bound: BoundPolicy,
  sources: CaseSources,
): {
  readonly variables: PolicyVariables;
  readonly conditions: readonly PolicyExpression[];
  readonly validations: readonly PolicyExpression[];
} {
  const { variables, conditions, expressions } =
    bound.kind === 'ValidatingAdmissionPolicy'
      ? compiledValidating(bound, sources)
      : compiledMutating(bound, sources);
  const validations = expressions.filter(({ field }) => VALIDATION.test(field));
  return { variables, conditions, validations };
}
