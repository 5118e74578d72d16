import type { SchemaNode } from '../../crd/schema-node.ts';
import { isEmbeddedResource } from '../../crd/structural.ts';
import { RuleProgram, type RuleRun } from '../../expressions/rule-program.ts';
import { RESOURCE_BUDGET } from '../../expressions/runtime.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { CompiledExpression } from '../cel/compiled-expression.ts';
import { type DefaultRule, rulesOfDefaults } from './default-rules.ts';
import type { SchemaJudgement } from './schemas.ts';

/** What the server holds against a default: a rule that does not compile, or that the default breaks. */
export interface RefusedDefault {
  readonly rule: DefaultRule;
  /** Undefined where the rule, or none of the rules of its schema, compiles. */
  readonly run: Exclude<RuleRun, { readonly outcome: 'passed' | 'unknown' }> | undefined;
}

const known = new WeakMap<SchemaJudgement, readonly RefusedDefault[]>();

/**
 * What is wrong with the defaults of a schema by its own rules. Where there is anything, the server compiles the rules
 * of the CRD no more.
 *
 * A default is first taken for a change of nothing, then for a value that was not there before; that comes second only
 * for a rule with `optionalOldSelf`, or where the cost is counted. All defaults of a schema share one budget, of which
 * the dearer of both ways is taken.
 *
 * Source: `pkg/apiserver/schema/defaulting/validation.go` of apiextensions-apiserver.
 */
export function refusedDefaults(
  judgement: SchemaJudgement,
  minor: Minor,
): readonly RefusedDefault[] {
  let refused = known.get(judgement);
  if (refused === undefined) {
    refused = refuse(rulesOfDefaults(judgement, minor));
    known.set(judgement, refused);
  }
  return refused;
}

function refuse(rules: readonly DefaultRule[]): readonly RefusedDefault[] {
  const refused: RefusedDefault[] = [];
  const programs = new Programs();
  let budget = RESOURCE_BUDGET;
  for (const ofDefault of byDefault(rules)) {
    const unchanged = programs.run(ofDefault, budget, true);
    refused.push(...unchanged.refused);
    const added = unchanged.refused.length > 0 ? unchanged : programs.run(ofDefault, budget, false);
    if (added !== unchanged) refused.push(...added.refused);
    budget = Math.min(unchanged.left, added.left);
    if (budget < 0) break;
  }
  return refused;
}

/** The rules in groups, each of one default. */
function byDefault(rules: readonly DefaultRule[]): Iterable<readonly DefaultRule[]> {
  const groups = new Map<SchemaNode, DefaultRule[]>();
  for (const rule of rules) {
    const group = groups.get(rule.node);
    if (group === undefined) groups.set(rule.node, [rule]);
    else group.push(rule);
  }
  return groups.values();
}

/** The rules as programs, each made once however many values it is run on. */
class Programs {
  readonly #known = new Map<CompiledExpression, RuleProgram>();

  /**
   * Runs the rules of one default.
   *
   * @param isUnchanged whether the default is what was there before
   */
  run(
    rules: readonly DefaultRule[],
    budget: number,
    isUnchanged: boolean,
  ): { readonly refused: readonly RefusedDefault[]; readonly left: number } {
    const refused: RefusedDefault[] = [];
    let left = budget;
    for (const rule of rules) {
      const program = this.#programOf(rule);
      if (program === undefined) {
        refused.push({ rule, run: undefined });
        continue;
      }
      const { value, schema, isMatched, node, below } = rule;
      const oldSelf = isUnchanged && isMatched ? value : undefined;
      const isResourceRoot =
        isEmbeddedResource(schema) || (node.isRoot && below.segments.length === 1);
      const run = program.run({ self: value, oldSelf, schema, isResourceRoot }, left);
      if (run.outcome !== 'passed' && run.outcome !== 'unknown') refused.push({ rule, run });
      left = run.left;
      if (left < 0) break;
    }
    return { refused, left };
  }

  #programOf({ rule, condition, message }: DefaultRule): RuleProgram | undefined {
    if (rule === undefined || condition?.compiled.ok !== true) return undefined;
    let program = this.#known.get(condition);
    if (program === undefined) {
      const { checked } = condition.compiled;
      program = new RuleProgram(
        rule,
        { checked, context: condition.context },
        message?.compiled.ok === true
          ? { checked: message.compiled.checked, context: message.context }
          : undefined,
      );
      this.#known.set(condition, program);
    }
    return program;
  }
}
