import type { CompiledExpression } from '../expressions/compiled-expression.ts';
import { RuleProgram } from '../expressions/rule-program.ts';
import type { FoundRule } from './rule-finder.ts';

/** The rules of a schema as programs, each made once however many values it is evaluated on. */
export class RulePrograms {
  readonly #known = new Map<CompiledExpression, RuleProgram>();

  /** The program of a rule; undefined if the rule, or none of the rules of its schema, compiles. */
  of({
    rule,
    condition,
    message,
  }: Pick<FoundRule, 'rule' | 'condition' | 'message'>): RuleProgram | undefined {
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
