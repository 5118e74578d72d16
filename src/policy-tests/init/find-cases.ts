import type { PolicyExpression, PolicyVariables } from '../../admission/compiled-policy.ts';
import { compiledMutating } from '../../admission/mutating.ts';
import { type BoundPolicy, nameOf } from '../../admission/policy.ts';
import { compiledValidating } from '../../admission/validating.ts';
import type { RequestReport } from '../../admit/decide-request.ts';
import { ADMINISTRATOR } from '../../admit/requests.ts';
import { admit } from '../../admit.ts';
import type { CustomDefinition } from '../../custom-resources/definition.ts';
import type { Source } from '../../engine/source-text.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { type BaseRequest, baseRequests } from './base-objects.ts';
import { type Edits, editsFor } from './goal-edits.ts';
import { type RequestDraft, withEdits } from './request-edits.ts';

/** What cases are looked for in. */
export interface CaseSources {
  readonly policies: readonly Source[];
  readonly definitions: readonly CustomDefinition[];
  readonly minor: Minor;
}

/** A request that shows one outcome of an expression. */
export interface FoundCase {
  readonly name: string;
  readonly draft: RequestDraft;
  readonly operation: BaseRequest['operation'];
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
  const { matchConstraints = {} } = bound.policy.spec ?? {};
  const bases = baseRequests(matchConstraints, sources.definitions, sources.minor);
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
    return { cases: [], missing: [`${name}: no request was found that the policy matches`] };
  }
  return best.search.cases(best.tried);
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

const ANSWERS = ['allow', 'deny'] as const;
const MAX_ASKING = 10;

class CaseSearch {
  readonly #bound: BoundPolicy;
  readonly #base: BaseRequest;
  readonly #sources: CaseSources;
  readonly #name: string;
  readonly #variables: PolicyVariables;
  readonly #conditions: readonly PolicyExpression[];
  readonly #validations: readonly PolicyExpression[];
  /** What a request that is admitted has to pass. */
  readonly #goals: readonly Goal[];

  constructor(
    bound: BoundPolicy,
    all: readonly BoundPolicy[],
    base: BaseRequest,
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
    let [best] = this.#try([this.#base.draft]);
    if (best === undefined) return undefined;
    const goals = this.#goals;
    for (let round = 0; round < goals.length && best.failing > 0; round++) {
      const before: Tried = best;
      for (const goal of goals) {
        if (best.failing === 0) break;
        const tried = this.#try(this.#drafts(best.draft, goal, true));
        best = tried.reduce((a, b) => (b.failing < a.failing ? b : a), best);
      }
      if (best === before) break;
    }
    return best;
  }

  /** The cases of all expressions, from a request that the policy admits. */
  cases(admitted: Tried): PolicyCases {
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
    const from = admitted.draft;
    for (const condition of this.#conditions) {
      const found = this.#try(this.#drafts(from, this.#own(condition), false)).find(
        ({ failing }) => failing === EXCLUDED,
      );
      if (found !== undefined)
        cases.push(this.#case(`${this.#name} skips: ${condition.field}`, found));
      else missing.push(`${this.#name}: no request was found that ${condition.field} excludes`);
    }
    for (const validation of this.#validations) {
      const { field } = validation;
      const failing = this.#try(this.#drafts(from, this.#own(validation), false))
        .filter(({ report }) => this.#isFalse(report, field))
        .toSorted((a, b) => a.failing - b.failing);
      const [found] = failing;
      if (found !== undefined) cases.push(this.#case(this.#denialName(found.report, field), found));
      else missing.push(`${this.#name}: no request was found for which ${field} is false`);
    }
    return { cases, missing };
  }

  #denialName({ decisions }: RequestReport, field: string): string {
    const decision = decisions.find((one) => one.policy === this.#name && one.field === field);
    return `${this.#name} denies: ${decision?.message ?? field}`;
  }

  #case(name: string, { draft, report }: Tried): FoundCase {
    return { name, draft, operation: this.#base.operation, report };
  }

  /** Requests with the changes that may give an expression a result. */
  #drafts(draft: RequestDraft, { expression, variables }: Goal, result: boolean) {
    const drafts = new Map<string, RequestDraft>();
    for (const edits of editsFor(expression, result, draft, variables)) {
      const changed = withEdits(draft, this.#ofRequest(edits));
      if (changed !== undefined) drafts.set(JSON.stringify(changed), changed);
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

  /** The object of a deletion is what expressions see as the old one. */
  #ofRequest(edits: Edits): Edits {
    return this.#base.operation === 'DELETE'
      ? edits.map((edit) => (edit.root === 'oldObject' ? { ...edit, root: 'object' } : edit))
      : edits;
  }

  /** What the policies decide about requests; those are left out that the policy does not match. */
  #try(drafts: readonly RequestDraft[]): readonly Tried[] {
    const plain = drafts.filter((draft) => isPlain(draft));
    const others = drafts.filter((draft) => !isPlain(draft));
    return [...this.#run(plain), ...others.flatMap((draft) => this.#run([draft]))];
  }

  /** @param drafts one, or several of new objects by the default user */
  #run(drafts: readonly RequestDraft[]): readonly Tried[] {
    const [first] = drafts;
    if (first === undefined) return [];
    const { requests } = admit(
      drafts.map(({ object }, index) => ({ name: `<${index}>`, content: JSON.stringify(object) })),
      {
        kubernetesVersion: this.#sources.minor,
        policies: this.#sources.policies,
        user: {
          ...ADMINISTRATOR,
          ...(first.user !== undefined && { name: first.user }),
          ...(first.groups !== undefined && { groups: first.groups }),
        },
        ...(first.old !== undefined && {
          old: [{ name: '<old>', content: JSON.stringify(first.old) }],
        }),
        ...(first.authorizer !== undefined && {
          answers: () => ({ isAllowed: first.authorizer === 'allow', reason: '' }),
        }),
        ...(this.#base.operation !== undefined && { operation: this.#base.operation }),
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

const VALIDATION = /^spec\.validations\[\d+\]\.expression$/;

const PASSING: ReadonlySet<string> = new Set(['admit', 'mutated', 'unchanged', 'excluded']);

/** Whether a request can be made together with others: it has no stored object, and the default user. */
function isPlain({ old, user, groups, authorizer }: RequestDraft): boolean {
  return [old, user, groups, authorizer].every((one) => one === undefined);
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
