import type { TextRange } from '../../../analysis/cel/text-ranges.ts';
import type { Comprehension, Expr } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { utf16Index } from '../../../cel/code-points.ts';
import { childrenOf } from '../../../cel/expression-tree.ts';
import type { PolicyExpression } from '../../../server/admission/compiled-policy.ts';
import { loopMacroOf } from '../../../server/admission/partial-evaluation.ts';
import { OperandRanges } from '../../operand-ranges.ts';

/** A part of an expression whose outcomes count: the whole, an operand, a condition, a branch, the body of a macro. */
export interface CoveragePoint {
  readonly id: number;
  readonly range: TextRange;
  /**
   * A condition can be true and false, and a value has one outcome. The outcomes of a combination (`&&`, `||`, `?:`)
   * are the outcomes of its operands.
   */
  readonly is: 'condition' | 'value' | 'combination';
}

/** The parts of an expression whose outcomes count, in the order of the text; none if it does not compile. */
export function coveragePoints({ compiled, text }: PolicyExpression): readonly CoveragePoint[] {
  if (!compiled.ok) return [];
  const finder = new PointFinder(compiled.checked, text);
  finder.add(compiled.checked.ast.expr, new OperandRanges(text).whole);
  return finder.points.toSorted((a, b) => a.range.from - b.range.from || b.range.to - a.range.to);
}

class PointFinder {
  readonly points: CoveragePoint[] = [];
  readonly #checked: CheckedAst;
  readonly #text: string;
  readonly #ranges: OperandRanges;

  constructor(checked: CheckedAst, text: string) {
    this.#checked = checked;
    this.#text = text;
    this.#ranges = new OperandRanges(text);
  }

  /**
   * Adds a part, and the parts in it.
   *
   * @param isOperand true if the part must be a condition, whatever its type
   */
  add(expr: Expr, range: TextRange | undefined, isOperand = false): void {
    if (range !== undefined) {
      this.points.push({ id: expr.id, range, is: this.#sortOf(expr, isOperand) });
    }
    this.#descend(expr);
  }

  #sortOf(expr: Expr, isOperand: boolean): CoveragePoint['is'] {
    if (isCombination(expr)) return 'combination';
    const isBoolean = isOperand || this.#checked.types.get(expr.id)?.kind === 'bool';
    return isBoolean && expr.kind !== 'const' ? 'condition' : 'value';
  }

  #descend(expr: Expr): void {
    if (expr.kind === 'comprehension') {
      this.#descendIntoLoop(expr);
      return;
    }
    if (expr.kind !== 'call') {
      for (const child of childrenOf(expr, this.#checked)) this.#descend(child);
      return;
    }
    const at = utf16Index(this.#text, expr.offset);
    const { function: name, args } = expr;
    if (name === '_&&_' || name === '_||_') {
      const ranges = this.#ranges.ofLogic(name === '_&&_' ? '&&' : '||', at);
      for (const [index, operand] of args.entries()) {
        // A chain is one operator with several operands.
        if (operand.kind === 'call' && operand.function === name) this.#descend(operand);
        else this.add(operand, ranges?.[index], true);
      }
    } else if (name === '_?_:_') {
      const ranges = this.#ranges.ofConditional(at);
      for (const [index, part] of args.entries()) this.add(part, ranges?.[index], index === 0);
    } else {
      for (const child of childrenOf(expr, this.#checked)) this.#descend(child);
    }
  }

  #descendIntoLoop(expr: Comprehension): void {
    const checked = this.#checked;
    const macro = loopMacroOf(expr, { checked });
    if (macro === undefined) return;
    this.#descend(macro.range);
    const range = this.#ranges.lastArgument(utf16Index(this.#text, expr.offset));
    if (PREDICATES.has(macro.name)) this.add(macro.predicate, range, true);
    else this.#descend(macro.predicate);
  }
}

/** Reports whether the outcomes of an expression are the outcomes of its operands. */
function isCombination(expr: Expr): boolean {
  if (expr.kind !== 'call') return false;
  const [operand] = expr.args;
  if (expr.function === '!_') return operand !== undefined && isCombination(operand);
  return COMBINING.has(expr.function);
}

const COMBINING: ReadonlySet<string> = new Set(['_&&_', '_||_', '_?_:_']);

/** The macros whose last argument is a condition. */
const PREDICATES: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'filter',
]);
