import { onceForEach } from '../../base/once-for-each.ts';
import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { Program } from '../../cel/evaluate/index.ts';
import type { Runtime } from '../../cel/evaluate/plan.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import { typeText } from '../../cel/types.ts';
import { valueText } from '../../cel/values/value-text.ts';
import { shortened } from '../../report/phrases.ts';
import { PER_CALL_LIMIT, runtimeOf } from '../../server/expressions/runtime.ts';
import type { ComparedExpression } from './compared-expressions.ts';

/** A part of an expression that has another constant result in another minor. */
interface ChangedConstant {
  readonly part: Expr;
  /** The results in the newer and in the older minor. */
  readonly message: string;
}

/**
 * The smallest parts of an expression that read no variables and whose result differs between two minors.
 *
 * @param before the same expression in the older minor
 */
export function changedConstants(
  before: ComparedExpression,
  after: ComparedExpression,
): readonly ChangedConstant[] {
  const found: ChangedConstant[] = [];
  const older = constantParts(before);
  const newer = constantParts(after);
  // Up to 1.31, most functions cost nothing in policies, so that most constants have another cost.
  const countsAlike = older.callCosts === newer.callCosts;
  const visit = (old: Expr, part: Expr): void => {
    // The expansion of a macro can differ between minors.
    if (old.kind !== part.kind) return;
    const isConstant = older.has(old) && newer.has(part);
    const message = isConstant
      ? describeChange(older.resultOf(old), newer.resultOf(part), countsAlike)
      : undefined;
    if (isConstant && message === undefined) return;
    const known = found.length;
    const oldChildren = childrenOf(old, before.checked);
    for (const [index, child] of childrenOf(part, after.checked).entries()) {
      const other = oldChildren[index];
      if (other !== undefined) visit(other, child);
    }
    if (message !== undefined && found.length === known) found.push({ part, message });
  };
  visit(before.checked.ast.expr, after.checked.ast.expr);
  return found;
}

/** The result of a constant part. */
interface ConstantResult {
  /** The value in the notation of CEL, or the error. */
  readonly text: string;
  readonly isError: boolean;
  readonly type: string;
  readonly cost: number;
}

function describeChange(
  before: ConstantResult,
  after: ConstantResult,
  comparesCosts: boolean,
): string | undefined {
  if (before.text !== after.text || before.isError !== after.isError) {
    const now = after.isError
      ? `fails with '${shortened(after.text)}'`
      : `is ${shortened(after.text)}`;
    const old = before.isError
      ? `failed with '${shortened(before.text)}'`
      : `was ${shortened(before.text)}`;
    return `this ${now}; before, it ${old}`;
  }
  if (before.type !== after.type) {
    return `the type of this is ${after.type}; before, it was ${before.type}`;
  }
  if (!comparesCosts || before.cost === after.cost) return undefined;
  return `the cost of this is ${after.cost}; before, it was ${before.cost}`;
}

export const constantParts = onceForEach(
  (expression: ComparedExpression) => new ConstantParts(expression),
);

/** The parts of an expression that read no variables. */
class ConstantParts {
  readonly #checked: CheckedAst;
  readonly #runtime: Runtime;
  /** The variables that a part reads and does not declare itself. */
  readonly #reads = new Map<number, ReadonlySet<string>>();

  constructor({ checked, context }: ComparedExpression) {
    this.#checked = checked;
    this.#runtime = runtimeOf(context);
    this.#collect(checked.ast.expr);
  }

  /** The functions whose costs count. */
  get callCosts(): Runtime['callCosts'] {
    return this.#runtime.callCosts;
  }

  /** Reports whether a part of the expression is constant. */
  has({ id }: Expr): boolean {
    return this.#reads.get(id)?.size === 0;
  }

  resultOf(part: Expr): ConstantResult {
    const checked = this.#checked;
    const program = new Program({ ...checked, ast: { ...checked.ast, expr: part } }, this.#runtime);
    const run = program.evaluate(() => undefined, { costLimit: PER_CALL_LIMIT });
    const type = typeText(checked.types.get(part.id) ?? checked.type);
    return run.ok
      ? { text: valueText(run.value), isError: false, type, cost: run.cost }
      : { text: run.error, isError: true, type, cost: run.cost };
  }

  #collect(expr: Expr): ReadonlySet<string> {
    const reads = new Set<string>();
    const name = this.#variableOf(expr);
    if (name !== undefined) reads.add(name);
    for (const child of childrenOf(expr, this.#checked)) {
      for (const read of this.#collect(child)) reads.add(read);
    }
    if (expr.kind === 'comprehension') {
      // The range and the first value are outside of the loop.
      const outside = new Set(
        [expr.iterRange, expr.accuInit].flatMap(({ id }) => [...(this.#reads.get(id) ?? [])]),
      );
      for (const own of [expr.iterVar, expr.iterVar2 ?? expr.iterVar, expr.accuVar]) {
        if (!outside.has(own)) reads.delete(own);
      }
    }
    this.#reads.set(expr.id, reads);
    return reads;
  }

  /** The variable that a name reads; undefined for the name of a type and for an enumeration value. */
  #variableOf({ id, kind }: Expr): string | undefined {
    if (kind !== 'ident' && kind !== 'select') return undefined;
    const reference = this.#checked.references.get(id);
    if (reference?.kind !== 'variable' || reference.value !== undefined) return undefined;
    return this.#checked.types.get(id)?.kind === 'type' ? undefined : reference.name;
  }
}
