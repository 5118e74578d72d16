import { KeptResults } from '../../../base/kept-results.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import type { Budget } from '../../../cel/symbolic/decisions.ts';
import type { FoundFailure } from '../../../cel/symbolic/search.ts';
import type { Location } from '../../../rule/location.ts';
import { contextKey } from '../../../server/expressions/environments.ts';
import type { DecidingResource } from '../../admission/deciders.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import { nodeLocation } from '../types/expression-locations.ts';
import { findAdmissionFailures } from './admission-execution.ts';
import { admissionInputs } from './admission-inputs.ts';
import { type EvaluationGroup, evaluationGroups } from './evaluation-groups.ts';

/** A selection that fails for some valid request. */
export interface AdmissionFailure extends FoundFailure {
  /** The expression that contains the selection; it may be that of a variable. */
  readonly where: CelCompilation;
  /** The expression whose evaluation fails. */
  readonly of: CelCompilation;
  readonly failurePolicy: string;
  /** True if the outcome of the request differs from the outcome for a selection that gives a zero value. */
  readonly isHarmful: boolean;
}

/** The most steps for the expressions of one object. */
const MAX_STEPS = 1_000_000;

/**
 * The selections that fail for some request that a webhook or policy receives and that no other expression of it
 * refuses or excludes.
 */
const admissionFailures = onceForEach((owner: DecidingResource): readonly AdmissionFailure[] => {
  const compilations = celCompilations(owner);
  const groups = evaluationGroups(owner);
  const found = failuresByGroups.get(describe(groups, compilations), () => {
    const budget = { steps: MAX_STEPS };
    return groups
      .flatMap((group) => failuresOf(group, budget))
      .map((failure) => ({
        failure,
        where: compilations.indexOf(failure.where),
        of: compilations.indexOf(failure.of),
      }));
  });
  return found.flatMap(({ failure, ...indexes }) => {
    const [where, of] = [compilations[indexes.where], compilations[indexes.of]];
    return where === undefined || of === undefined ? [] : [{ ...failure, where, of }];
  });
});

/** A failure with the indexes of its expressions, which are the same for all objects with the same groups. */
interface KeptFailure {
  readonly failure: AdmissionFailure;
  readonly where: number;
  readonly of: number;
}

const failuresByGroups = new KeptResults<readonly KeptFailure[]>(1_000_000);

/** All that the failures of some groups depend on. */
function describe(
  groups: readonly EvaluationGroup[],
  compilations: readonly CelCompilation[],
): string {
  const indexes = new Map(compilations.map((one, index) => [one, index]));
  const indexesOf = (some: Iterable<CelCompilation>) => [...some].map((one) => indexes.get(one));
  return JSON.stringify([
    compilations.map(({ text, context, expression }) => [
      text,
      contextKey(context),
      expression.field.path,
    ]),
    groups.map(({ objectLabels, namespaceLabels, conditions, variables, others, ...group }) => [
      group,
      [objectLabels, namespaceLabels].map((labels) => (labels === 'all' ? labels : [...labels])),
      [conditions, others].map(indexesOf),
      [...variables.keys()],
      indexesOf(variables.values()),
    ]),
  ]);
}

function failuresOf(group: EvaluationGroup, budget: Budget): readonly AdmissionFailure[] {
  const { conditions, others, classes, failurePolicy } = group;
  if (classes.length === 0) return [];
  const byChecked = new Map(
    [...conditions, ...others, ...group.variables.values()].flatMap((one) =>
      one.compiled.ok ? [[one.compiled.checked, one] as const] : [],
    ),
  );
  const inputs = admissionInputs(group);
  return [...conditions, ...others].flatMap((of) =>
    findAdmissionFailures(group, inputs, of, budget).flatMap((failure) => {
      const where = byChecked.get(failure.checked);
      if (where === undefined || isSetBefore(failure, of, others)) return [];
      const isHarmful = changesOutcome(failure, of, failurePolicy);
      return [{ ...failure, where, of, failurePolicy, isHarmful }];
    }),
  );
}

/**
 * Reports whether the error changes the outcome of the request. The error of a validation that denies the request
 * anyway only changes the message. The error of a match condition or a mutation always changes the outcome.
 */
function changesOutcome(
  { zeroValueResults, nullPath }: FoundFailure,
  { expression }: CelCompilation,
  failurePolicy: string,
): boolean {
  const { name } = expression.environment;
  if (name === 'vap-message') return false;
  if (name !== 'vap' || nullPath !== undefined) return true;
  const opposite = failurePolicy === 'Ignore' ? 'false' : 'true';
  return zeroValueResults.has('other') || zeroValueResults.has(opposite);
}

/** Reports whether an earlier mutation may have set the absent value, which must be in the object. */
function isSetBefore(
  { missing }: FoundFailure,
  of: CelCompilation,
  others: readonly CelCompilation[],
): boolean {
  if (!isMutation(of) || !/^object[.[]/.test(missing.notation)) return false;
  const earlier = others.slice(0, others.indexOf(of)).filter(isMutation);
  return earlier.some(({ text }) => text.includes(missing.key));
}

function isMutation({ expression }: CelCompilation): boolean {
  return expression.environment.patches;
}

/** The failures of one category, at most one for each expression: the first harmful one, or else the first one. */
export function firstFailures(
  owner: DecidingResource,
  isIncluded: (failure: AdmissionFailure) => boolean,
): readonly AdmissionFailure[] {
  const chosen = new Map<CelCompilation, AdmissionFailure>();
  for (const failure of admissionFailures(owner)) {
    if (!isIncluded(failure)) continue;
    const before = chosen.get(failure.where);
    if (before === undefined || (failure.isHarmful && !before.isHarmful)) {
      chosen.set(failure.where, failure);
    }
  }
  return [...chosen.values()];
}

/** The location of the selection in the text of the expression. */
export function failureLocation({ where, expr }: AdmissionFailure): Location {
  return nodeLocation(where, expr);
}

/** The outcome of the request, as messages describe it. */
export function describeOutcome({ failurePolicy, of }: AdmissionFailure): string {
  if (failurePolicy !== 'Ignore') return 'the request is then denied (failurePolicy Fail)';
  return of.expression.environment.name === 'webhook'
    ? 'the webhook is then skipped (failurePolicy Ignore)'
    : 'the policy is then skipped (failurePolicy Ignore)';
}
