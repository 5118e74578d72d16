import type { PolicyExpression, PolicyVariables } from '../../admission/compiled-policy.ts';
import { compiledMutating } from '../../admission/mutating.ts';
import { type BoundPolicy, nameOf } from '../../admission/policy.ts';
import { compiledValidating } from '../../admission/validating.ts';
import type { RequestReport } from '../../admit/decide-request.ts';
import { ADMINISTRATOR } from '../../admit/requests.ts';
import { admit } from '../../admit.ts';
import { jsonText } from '../../crd/json-text.ts';
import type { Source } from '../../engine/source-text.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { lint } from '../../lint.ts';
import { printedSource } from '../run-tests.ts';
import { baseRequests, type InitCluster } from './base-requests.ts';
import { editsFor } from './goal-edits.ts';
import { type RequestDraft, withEdits } from './request-edits.ts';

/** What cases are looked for in. */
export interface CaseSources {
  readonly policies: readonly Source[];
  /** What these contain. */
  readonly opened: InitCluster;
  readonly minor: Minor;
}

/** A request that shows one outcome of an expression. */
export interface FoundCase {
  readonly name: string;
  readonly draft: RequestDraft;
  /** What the policies decide about it. */
  readonly report: RequestReport;
}

/** The cases of a policy, and what none was found for. */
export interface PolicyCases {
  readonly cases: readonly FoundCase[];
  readonly missing: readonly string[];
}

/** How many requests are tried for one outcome. */
const MAX_TRIES = 150;

/**
 * Finds for each expression of a policy a request for which it is true, and one for which it is false: changes of a least
 * object that follow from the expression, each tried with the policies.
 *
 * @param all the policies that decide about the requests of tests, this one included
 */
export function findCases(
  bound: BoundPolicy,
  all: readonly BoundPolicy[],
  sources: CaseSources,
): PolicyCases {
  const bases = baseRequests(bound, sources.opened);
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

/** A request, and what has been decided about it. */
interface Tried {
  readonly draft: RequestDraft;
  readonly report: RequestReport;
  /** How many expressions do not let it pass; `EXCLUDED` if the policy does nothing. */
  readonly failing: number;
}

const EXCLUDED = 1000;

/** An expression that has to be true, with the variables that it can use. */
interface Goal {
  readonly expression: PolicyExpression;
  readonly variables: PolicyVariables;
}

/** How many requests with an outcome are validated until one is accepted. */
const MAX_VALIDATED = 60;

const REFUSED: ReadonlySet<string> = new Set(['rejected', 'undecodable']);

const ANSWERS = ['allow', 'deny'] as const;
const MAX_ASKING = 10;

class CaseSearch {
  readonly #bound: BoundPolicy;
  readonly #base: RequestDraft;
  readonly #sources: CaseSources;
  readonly #name: string;
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly PolicyExpression[];
  readonly #validations: readonly PolicyExpression[];
  /** What a request that is admitted has to pass. */
  readonly #goals: readonly Goal[];
  /** Undefined until it has been checked. */
  #isBaseValid: boolean | undefined;

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
    const others = all.filter((other) => other !== bound).map((other) => partsOf(other, sources));
    this.#goals = [
      ...[...conditions, ...validations].map((expression) => ({ expression, variables })),
      ...others.flatMap((other) =>
        other.validations.map((expression) => ({ expression, variables: other.variables })),
      ),
    ];
  }

  /** A request that passes as many expressions as possible; undefined if the policy matches none. */
  admitted(): Tried | undefined {
    let [best] = this.#try([this.#base]);
    if (best === undefined) return undefined;
    const goals = this.#goals;
    for (let round = 0; round < goals.length && best.failing > 0; round++) {
      const before: Tried = best;
      for (const goal of goals) {
        if (best.failing === 0) break;
        const { failing } = before;
        const tried = this.#try(this.#drafts(best.draft, goal, true));
        const better = tried.filter(
          (one) => one.failing < Math.min(failing, best?.failing ?? failing),
        );
        best = this.#firstValid(better.toSorted((a, b) => a.failing - b.failing)) ?? best;
      }
      if (best === before) break;
    }
    return best;
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
   * @param wanted all where absent
   */
  outcomes(
    { draft }: Tried,
    wanted?: ReadonlySet<string>,
  ): ReadonlyMap<string, FoundCase | string> {
    const outcomes = new Map<string, FoundCase | string>();
    for (const condition of this.#conditions) {
      const { field } = condition;
      if (wanted?.has(field) === false) continue;
      const tried = this.#try(this.#drafts(draft, this.#own(condition), false));
      const excluded = tried.filter(({ failing }) => failing === EXCLUDED);
      const found = this.#firstValid(excluded);
      outcomes.set(
        field,
        found === undefined
          ? `${this.#missing(field)} excludes: ${whyNone(tried, excluded, field)}`
          : this.#case(`${this.#name} skips: ${field}`, found),
      );
    }
    for (const validation of this.#validations) {
      const { field } = validation;
      if (wanted?.has(field) === false) continue;
      const tried = this.#try(this.#drafts(draft, this.#own(validation), false));
      const failing = tried.filter(({ report }) => this.#isFalse(report, field));
      const found = this.#firstValid(failing.toSorted((a, b) => a.failing - b.failing));
      outcomes.set(
        field,
        found === undefined
          ? `${this.#missing(field)} denies: ${whyNone(tried, failing, field)}`
          : this.#case(this.#denialName(found.report, field), found),
      );
    }
    return outcomes;
  }

  #missing(field: string): string {
    return `${this.#name}: no request was found that ${field}`;
  }

  /** The first of some requests whose objects the server accepts, as far as that is known. */
  #firstValid(requests: readonly Tried[]): Tried | undefined {
    this.#isBaseValid ??= this.#isValid(this.#base);
    return this.#isBaseValid
      ? requests.slice(0, MAX_VALIDATED).find(({ draft }) => this.#isValid(draft))
      : requests[0];
  }

  #isValid({ object, old, namespace, params }: RequestDraft): boolean {
    const objects = [object, old, namespace, params].filter((one) => one !== undefined);
    const { documents } = lint(
      objects.map((one, index) => printedSource(`<${index}>`, one)),
      {
        kubernetesVersions: [this.#sources.minor],
        ...(this.#sources.opened.definitions.length > 0 && { crds: this.#sources.policies }),
        only: [],
      },
    );
    return documents.every(({ verdicts }) =>
      Object.values(verdicts).every((verdict) => !REFUSED.has(verdict)),
    );
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
    const isGiven = this.#sources.opened.objects.some(
      ({ origin }) => jsonText(origin.document.value, 'by key') === text,
    );
    return isGiven ? { ...draft, params: undefined } : draft;
  }

  /** Requests with the changes that may give an expression a result. */
  #drafts(draft: RequestDraft, { expression, variables }: Goal, result: boolean) {
    const drafts = new Map<string, RequestDraft>();
    for (const edits of editsFor(expression, result, draft, variables)) {
      const changed = withEdits(draft, edits);
      if (changed !== undefined) drafts.set(textOf(changed), changed);
      if (drafts.size >= MAX_TRIES) break;
    }
    const found = [...drafts.values()];
    if (!/\bauthorizer\b/.test(expression.text)) return found;
    // Each of these is a run of its own.
    const asking = [draft, ...found].slice(0, MAX_ASKING);
    return ANSWERS.flatMap((authorizer) => asking.map((one) => ({ ...one, authorizer })));
  }

  #own(expression: PolicyExpression): Goal {
    return { expression, variables: this.#variables };
  }

  /** What the policies decide about requests; those are left out that the policy does not match. */
  #try(drafts: readonly RequestDraft[]): readonly Tried[] {
    // Requests for new objects that differ only in these can be made together.
    const together = new Map<string, RequestDraft[]>();
    for (const draft of drafts) {
      const { object, ...others } = draft;
      const key = textOf(draft.old === undefined ? others : draft);
      together.set(key, [...(together.get(key) ?? []), draft]);
    }
    return [...together.values()].flatMap((group) => this.#run(group));
  }

  /** @param drafts one, or several that differ in their objects only */
  #run(drafts: readonly RequestDraft[]): readonly Tried[] {
    const [first] = drafts;
    if (first === undefined) return [];
    const { requests } = admit(
      drafts.map(({ object }, index) => printedSource(`<${index}>`, object)),
      {
        kubernetesVersion: this.#sources.minor,
        policies: [...this.#sources.policies, ...clusterOf(first)],
        resource: first.resource,
        operation: first.operation,
        user: {
          ...ADMINISTRATOR,
          ...(first.user !== undefined && { name: first.user }),
          ...(first.groups !== undefined && { groups: first.groups }),
        },
        ...(first.old !== undefined && {
          old: [printedSource('<old>', first.old)],
        }),
        ...(first.authorizer !== undefined && {
          answers: () => ({ isAllowed: first.authorizer === 'allow', reason: '' }),
        }),
      },
    );
    return requests.flatMap((report): readonly Tried[] => {
      const draft = drafts[Number(report.document.file.slice(1, -1))];
      const failing = this.#failing(report);
      return draft === undefined || failing === undefined ? [] : [{ draft, report, failing }];
    });
  }

  #failing(report: RequestReport): number | undefined {
    const own = report.decisions.filter(({ policy }) => policy === this.#name);
    if (own.some(({ action }) => action === 'excluded')) return EXCLUDED;
    if (own.length === 0) return undefined;
    // Of a mutating policy, decisions do not tell why nothing has changed.
    if (own.every(({ action }) => action === 'unchanged')) return EXCLUDED;
    return report.decisions.filter(({ action }) => !PASSING.has(action)).length;
  }

  #failingFields({ decisions }: RequestReport): readonly string[] {
    const failing = decisions.filter(({ action }) => !PASSING.has(action));
    return [...new Set(failing.flatMap(({ policy, field = '' }) => `${field} of ${policy}`))];
  }

  #isFalse({ decisions }: RequestReport, field: string): boolean {
    return decisions.some(
      (one) =>
        one.policy === this.#name && one.field === field && one.action === 'deny' && !one.isError,
    );
  }
}

/** Why no request with an outcome was found among those that were tried. */
function whyNone(tried: readonly Tried[], found: readonly Tried[], field: string): string {
  if (found.length > 0) return 'only requests whose objects the API server refuses were found';
  if (tried.length === 0) return 'no value of the request was found that it depends on';
  const error = tried
    .flatMap(({ report }) => report.decisions)
    .find((decision) => decision.field === field && decision.isError);
  const fails = error === undefined ? '' : `; for some of them it fails: ${error.message}`;
  return `${tried.length} requests were tried${fails}`;
}

const VALIDATION = /^spec\.validations\[\d+\]\.expression$/;

const PASSING: ReadonlySet<string> = new Set(['admit', 'mutated', 'unchanged', 'excluded']);

/** Equal for equal requests. */
function textOf(draft: Partial<RequestDraft>): string {
  return JSON.stringify(draft, (_, one) => (typeof one === 'bigint' ? String(one) : one));
}

/** The objects that a request depends on. */
function clusterOf({ namespace, params }: RequestDraft): readonly Source[] {
  return [namespace, params].flatMap((object, index) =>
    object === undefined ? [] : [printedSource(`<cluster ${index}>`, object)],
  );
}

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
