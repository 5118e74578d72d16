import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import { RulePrograms } from '../../server/custom-resources/rule-programs.ts';
import type { RuleRun } from '../../server/expressions/rule-program.ts';
import { RESOURCE_BUDGET } from '../../server/expressions/runtime.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type DefaultRule, rulesOfDefaults } from './default-rules.ts';
import type { SchemaJudgement } from './schemas.ts';

/** The error of a default: a rule that does not compile, or a rule that the default violates. */
export interface RefusedDefault {
  readonly rule: DefaultRule;
  /** Undefined if the rule does not compile, or none of the rules of its schema does. */
  readonly run: Exclude<RuleRun, { readonly outcome: 'passed' | 'unknown' }> | undefined;
}

/** A default for which it is unknown whether it violates a rule. */
interface UndecidedDefault {
  readonly rule: DefaultRule;
  readonly reason: string;
}

interface DefaultRuns {
  readonly refused: readonly RefusedDefault[];
  readonly undecided: readonly UndecidedDefault[];
}

const known = new WeakMap<SchemaJudgement, DefaultRuns>();

/**
 * The errors of the defaults of a schema by its own rules. If there are any, the server does not compile the rules of
 * the CRD.
 *
 * The rules are first evaluated as if the default had not changed, then as if it were a new value. The second
 * evaluation happens only for a rule with `optionalOldSelf`, or if the cost is counted. All defaults of a schema share
 * one budget, and of the two evaluations, the more expensive one counts.
 *
 * Source: `pkg/apiserver/schema/defaulting/validation.go` of apiextensions-apiserver.
 */
export function refusedDefaults(
  judgement: SchemaJudgement,
  minor: Minor,
): readonly RefusedDefault[] {
  return runsOf(judgement, minor).refused;
}

/** The defaults of a schema for which a rule was not evaluated, because that takes too much memory or time. */
export function undecidedDefaults(
  judgement: SchemaJudgement,
  minor: Minor,
): readonly UndecidedDefault[] {
  return runsOf(judgement, minor).undecided;
}

function runsOf(judgement: SchemaJudgement, minor: Minor): DefaultRuns {
  return getOrCompute(known, judgement, () => runAll(rulesOfDefaults(judgement, minor)));
}

function runAll(rules: readonly DefaultRule[]): DefaultRuns {
  const refused: RefusedDefault[] = [];
  const undecided: UndecidedDefault[] = [];
  const programs = new RulePrograms();
  let budget = RESOURCE_BUDGET;
  for (const ofDefault of byDefault(rules)) {
    const unchanged = run(ofDefault, programs, budget, true);
    refused.push(...unchanged.refused);
    const added =
      unchanged.refused.length > 0 ? unchanged : run(ofDefault, programs, budget, false);
    if (added !== unchanged) refused.push(...added.refused);
    undecided.push(...(unchanged.undecided.length > 0 ? unchanged : added).undecided);
    budget = Math.min(unchanged.left, added.left);
    if (budget < 0) break;
  }
  return { refused, undecided };
}

/** The rules in groups, each of one default. */
function byDefault(rules: readonly DefaultRule[]): Iterable<readonly DefaultRule[]> {
  return indexBy(rules, ({ node }) => [node]).values();
}

/**
 * Evaluates the rules of one default.
 *
 * @param isUnchanged true if the default replaces itself
 */
function run(
  rules: readonly DefaultRule[],
  programs: RulePrograms,
  budget: number,
  isUnchanged: boolean,
): DefaultRuns & { readonly left: number } {
  const refused: RefusedDefault[] = [];
  const undecided: UndecidedDefault[] = [];
  let left = budget;
  for (const rule of rules) {
    const program = programs.of(rule);
    if (program === undefined) {
      refused.push({ rule, run: undefined });
      continue;
    }
    const { value, oldValue } = rule;
    const oldSelf = isUnchanged ? oldValue : undefined;
    const outcome = program.run({ ...rule, self: value, oldSelf }, left);
    if (outcome.outcome === 'unknown') undecided.push({ rule, reason: outcome.reason });
    else if (outcome.outcome !== 'passed') refused.push({ rule, run: outcome });
    left = outcome.left;
    if (left < 0) break;
  }
  return { refused, undecided, left };
}
